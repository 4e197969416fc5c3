import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

/// Drags in a view that moves, and on terminals that tell little.
struct MovingViewTests {
    private let room = Room()
    private let ada: Person
    private let ids: [EmojiID]

    init() {
        ada = room.join("Ada")
        ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
    }

    @Test func `R6 a release elsewhere is a drag, also where no movement was told`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.up(start.offset(4, -2))
        #expect(room.edits.last == .move(ids: [ids[0]], dx: 80, dy: 80))
        #expect(ada.selection.isEmpty)
    }

    @Test func `R6 the last place counts, also where it was not told before the release`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.move(start.offset(1, 0))
        ada.up(start.offset(5, 0))
        #expect(room.edits.last == .move(ids: [ids[0]], dx: 100, dy: 0))
    }

    @Test func `D8 what is dragged is dropped under the pointer when the view moved meanwhile`()
        throws
    {
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.move(start.offset(1, 0))
        ada.press(.pageDown)
        ada.type(")")
        let end = start.offset(6, 3)
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
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.move(start.offset(2, 0))
        bob.move(GridPoint(column: 60, row: 14))
        room.advance(by: 100)
        ada.move(start.offset(3, 0))
        #expect(ada.cell(of: ids[0]) == start.offset(3, 0))
    }
}

extension MovingViewTests {
    @Test func `D4 D5 a drag tells at each move whether a release would drop`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        ada.down(start)
        ada.move(start.offset(1, 0))
        #expect(ada.sees("drops here"))
        ada.move(GridPoint(column: 5, row: 23))
        #expect(ada.sees("not dropped here"))
        ada.move(start)
        #expect(ada.sees("drops here"))
        ada.up(start)
        #expect(!ada.sees("drops here"))
    }
}
