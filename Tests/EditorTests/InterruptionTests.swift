import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

/// Gestures that are broken off by something else, and what waits for its time.
struct InterruptionTests {
    private let room = Room()
    private let ada: Person
    private let ids: [EmojiID]

    init() {
        ada = room.join("Ada")
        ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
    }

    /// Drags the first emoji some cells to the right, without letting it go; the cell it is at.
    private func dragFirst() throws -> GridPoint {
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.move(start.offset(3, 0))
        #expect(ada.replica.ownPresence.gesture != nil)
        return start.offset(3, 0)
    }

    /// What may follow: a drag of the other emoji moves that one, and nothing else.
    private func expectSecondMovesAlone() throws {
        #expect(ada.replica.ownPresence.gesture == nil)
        let before = room.edits.count
        let start = try #require(ada.cell(of: ids[1]))
        ada.drag(from: start, to: start.offset(0, 2))
        #expect(room.edits.dropFirst(before) == [.move(ids: [ids[1]], dx: 0, dy: -80)])
    }

    @Test func `H10 a rectangle that is begun by a key in a drag cancels the drag`() throws {
        let before = room.edits.count
        let cell = try dragFirst()
        ada.type("v")
        #expect(ada.replica.ownPresence.gesture == nil)
        ada.up(cell)
        #expect(room.edits.count == before)
        try expectSecondMovesAlone()
    }

    @Test(arguments: [Mouse.Button.left, .middle, .right])
    func `H10 a button that is pressed in a drag cancels the drag`(_ button: Mouse.Button) throws {
        let before = room.edits.count
        let cell = try dragFirst()
        ada.down(cell.offset(0, 3), button)
        #expect(ada.replica.ownPresence.gesture == nil)
        ada.up(cell.offset(0, 3))
        ada.press(.escape)
        #expect(room.edits.count == before)
        room.advance(by: 1_000)
        try expectSecondMovesAlone()
    }

    @Test func `presence that waits is asked for again when the alarm served another time`() {
        // What the owner's alarm is set to: it keeps the earliest time only.
        func alarms() -> [UInt64] {
            defer { ada.replica.effects = [] }
            return ada.replica.effects.compactMap { effect in
                if case .wake(let time) = effect { time } else { nil }
            }
        }
        ada.replica.point(at: .init(x: 1, y: 1), now: room.now)
        _ = alarms()
        ada.replica.point(at: .init(x: 2, y: 2), now: room.now + 1)
        let due = room.now + UInt64(Limits.presenceIntervalMilliseconds)
        #expect(alarms() == [due])
        // A frame is due before it, say, and that alarm comes first.
        ada.replica.wake(now: due - 5)
        #expect(alarms() == [due])
        ada.replica.wake(now: due)
        #expect(alarms() == [])
        #expect(ada.replica.effects.isEmpty)
    }
}
