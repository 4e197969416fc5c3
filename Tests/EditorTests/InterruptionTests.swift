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
    private func dragFirst(by columns: Int = 3) throws -> GridPoint {
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.move(start.offset(columns, 0))
        #expect(ada.replica.ownPresence.gesture != nil)
        return start.offset(columns, 0)
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

    // MARK: Drags in a view that moves, and on terminals that tell little

    @Test func `R6 a release elsewhere is a drag, also where no movement was told`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.up(start.offset(4, -2))
        #expect(room.edits.last == .move(ids: [ids[0]], dx: 80, dy: 80))
        #expect(ada.selection.isEmpty)
    }

    @Test func `R6 the last place counts, also where it was not told before the release`() throws {
        let cell = try dragFirst(by: 1)
        ada.up(cell.offset(4, 0))
        #expect(room.edits.last == .move(ids: [ids[0]], dx: 100, dy: 0))
    }

    @Test func `D8 what is dragged is dropped under the pointer when the view moved meanwhile`()
        throws
    {
        let cell = try dragFirst()
        ada.press(.pageDown)
        ada.type(")")
        let end = cell.offset(3, 3)
        ada.move(end)
        #expect(ada.cell(of: ids[0]) == end)
        ada.up(end)
        #expect(ada.cell(of: ids[0]) == end)
        #expect(room.edits.count == 3)
    }

    @Test func `D8 a drag in a view that follows someone drops what it drags under the pointer`()
        throws
    {
        let bob = room.join("Bob")
        bob.move(GridPoint(column: 40, row: 10))
        room.advance(by: 100)
        ada.type("G")
        let cell = try dragFirst(by: 2)
        bob.move(GridPoint(column: 60, row: 14))
        room.advance(by: 100)
        ada.move(cell.offset(1, 0))
        #expect(ada.cell(of: ids[0]) == cell.offset(1, 0))
    }

    @Test func `D4 D5 a drag tells at each move whether a release would drop`() throws {
        let cell = try dragFirst()
        #expect(ada.sees("drops here"))
        ada.move(GridPoint(column: 5, row: 23))
        #expect(ada.sees("not dropped here"))
        ada.move(cell)
        #expect(ada.sees("drops here"))
        ada.up(cell)
        #expect(!ada.sees("drops here"))
    }
}
