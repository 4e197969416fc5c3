import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

/// Drags, wheels and held keys: exactly one edit each, or none.
struct GestureTests {
    private let room = Room()
    private let ada: Person
    private let ids: [EmojiID]

    init() {
        ada = room.join("Ada")
        ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0), ("🌵", 0, 160)])
    }

    private func place(_ id: EmojiID) -> [Int] {
        guard let emoji = room.document.emojis[id] else { return [] }
        return [emoji.x, emoji.y, emoji.size]
    }

    private func edits(_ body: () throws -> Void) rethrows -> [EmojiArt.Operation] {
        let before = room.edits.count
        try body()
        return Array(room.edits[before...])
    }

    @Test func `R6 G2 D10 a drag of a selected emoji moves all selected by one edit`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        ada.click(try #require(ada.cell(of: ids[1])))
        let start = try #require(ada.cell(of: ids[1]))
        let edits = edits { ada.drag(from: start, to: start.offset(5, 2)) }
        #expect(edits == [.move(ids: [ids[0], ids[1]], dx: 100, dy: -80)])
        #expect(place(ids[0]) == [100, -80, 40])
        #expect(place(ids[1]) == [300, -80, 40])
        #expect(place(ids[2]) == [0, 160, 40])
    }

    @Test(arguments: [false, true])
    func `R7 R7b L11-6 a drag of the background pans the view, with 0 edits`(
        isSelected: Bool
    ) throws {
        if isSelected { ada.type("a") }
        let start = GridPoint(column: 5, row: 5)
        let before = try #require(ada.cell(of: ids[0]))
        let edits = edits { ada.drag(from: start, to: start.offset(7, -2)) }
        #expect(edits.isEmpty)
        #expect(ada.cell(of: ids[0]) == before.offset(7, -2))
        #expect(ada.selection == (isSelected ? ids : []))
    }

    @Test func `R8 G3 the wheel scales the selection wherever it is, in one edit`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        ada.click(try #require(ada.cell(of: ids[1])))
        let edits = edits {
            for _ in 0..<3 { ada.wheel(.up, at: GridPoint(column: 3, row: 3)) }
            room.advance(by: 1_000)
        }
        let factor = try #require(ScaleFactor(millionths: 1_331_000))
        #expect(edits == [.scale(ids: [ids[0], ids[1]], factor: factor)])
        #expect(place(ids[0]) == [0, 0, 53])
        #expect(place(ids[1]) == [200, 0, 53])
        #expect(place(ids[2]) == [0, 160, 40])
    }

    @Test func `R8 plus and minus scale the selection in one edit`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        let edits = edits {
            ada.type("++-")
            room.advance(by: 1_000)
        }
        let factor = try #require(ScaleFactor(millionths: 1_100_000))
        #expect(edits == [.scale(ids: [ids[0]], factor: factor)])
    }

    @Test func `R9 the wheel zooms the view without a selection, with 0 edits`() {
        let zoom = ada.editor.viewport.zoom
        let edits = edits {
            ada.wheel(.up, at: GridPoint(column: 40, row: 10))
            ada.type("+")
            room.advance(by: 1_000)
        }
        #expect(edits.isEmpty)
        #expect(abs(ada.editor.viewport.zoom - zoom * 1.21) < 1e-9)
    }

    @Test func `R9b what the wheel does is decided at its first notch`() throws {
        let bob = room.join("Bob")
        ada.type("a")
        room.advance(by: 100)
        let zoom = ada.editor.viewport.zoom
        let edits = edits {
            ada.wheel(.up, at: GridPoint(column: 40, row: 10))
            // Another one deletes all of it: the rest of the gesture does nothing.
            bob.type("ad")
            room.advance(by: 100)
            #expect(ada.selection.isEmpty)
            ada.wheel(.up, at: GridPoint(column: 40, row: 10))
            room.advance(by: 1_000)
        }
        #expect(edits == [.delete(ids: ids)])
        #expect(ada.editor.viewport.zoom == zoom)
        // The next one finds no selection, and zooms.
        ada.wheel(.up, at: GridPoint(column: 40, row: 10))
        #expect(ada.editor.viewport.zoom > zoom)
    }

    @Test func `R9b a wheel that began to zoom goes on zooming`() throws {
        ada.wheel(.up, at: GridPoint(column: 40, row: 10))
        ada.replica.select(ids, now: room.now)
        let zoom = ada.editor.viewport.zoom
        ada.wheel(.up, at: GridPoint(column: 40, row: 10))
        room.advance(by: 1_000)
        #expect(ada.editor.viewport.zoom > zoom)
        #expect(place(ids[0]) == [0, 0, 40])
    }

    @Test func `H8 the zoom is bit for bit the same while a selection is scaled`() throws {
        ada.editor.viewport.setZoom(0.7)
        let zoom = ada.editor.viewport.zoom
        ada.type("a")
        ada.wheel(.down, at: GridPoint(column: 9, row: 9))
        #expect(ada.editor.viewport.zoom == zoom)
        room.advance(by: 1_000)
        #expect(ada.editor.viewport.zoom == zoom)
    }

    @Test func `X1a X1b a drag of an unselected emoji moves it alone and selects nothing`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        let start = try #require(ada.cell(of: ids[1]))
        let edits = edits { ada.drag(from: start, to: start.offset(2, 0)) }
        #expect(edits == [.move(ids: [ids[1]], dx: 40, dy: 0)])
        #expect(ada.selection == [ids[0]])
        ada.press(.escape)
        let third = try #require(ada.cell(of: ids[2]))
        ada.drag(from: third, to: third.offset(0, 1))
        #expect(ada.selection.isEmpty)
    }

    @Test func `H5 the outline moves with its emoji`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        let bob = room.join("Bob")
        bob.type("a")
        bob.command("move 60 0")
        let cell = try #require(ada.cell(of: ids[0]))
        #expect(ada.draw()[cell.column - 1, cell.row].text == "[")
        #expect(ada.draw()[cell.column + 2, cell.row].text != " ")
    }

    @Test func `H7 the own outline is hidden while a gesture runs`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        ada.click(start)
        #expect(ada.draw()[start.column - 1, start.row].text == "[")
        ada.down(start)
        ada.move(start.offset(3, 0))
        let moved = try #require(ada.cell(of: ids[0]))
        #expect(moved == start.offset(3, 0))
        #expect(ada.draw()[moved.column - 1, moved.row].text == " ")
        ada.up(start.offset(3, 0))
        #expect(ada.draw()[moved.column - 1, moved.row].text == "[")
    }

    @Test func `H7b the outline of another is hidden while that one's gesture runs`() throws {
        let bob = room.join("Bob")
        let start = try #require(ada.cell(of: ids[0]))
        ada.click(start)
        room.advance(by: 100)
        #expect(bob.draw()[start.column - 1, start.row].text == "a")
        ada.down(start)
        ada.move(start.offset(3, 0))
        room.advance(by: 100)
        let seen = try #require(bob.cell(of: ids[0]))
        #expect(bob.draw()[seen.column - 1, seen.row].text == " ")
    }

    @Test func `H9 a gesture is seen by the others while it runs, and the model is untouched`()
        throws
    {
        let bob = room.join("Bob")
        let start = try #require(bob.cell(of: ids[0]))
        let checksum = room.document.checksum
        ada.down(start)
        ada.move(start.offset(4, 1))
        room.advance(by: 100)
        #expect(bob.cell(of: ids[0]) == start.offset(4, 1))
        #expect(bob.document.emojis[ids[0]]?.x == 0)
        #expect(room.document.checksum == checksum)
        ada.up(start.offset(4, 1))
        room.advance(by: 100)
        #expect(bob.cell(of: ids[0]) == start.offset(4, 1))
        #expect(bob.document.emojis[ids[0]]?.x == 80)
    }

    @Test(arguments: ["drag", "wheel", "nudge"])
    func `H10 a gesture that is cancelled by Esc gives 0 edits and goes back`(
        _ kind: String
    )
        throws
    {
        let bob = room.join("Bob")
        let start = try #require(ada.cell(of: ids[0]))
        ada.click(start)
        let edits = edits {
            switch kind {
            case "drag":
                ada.down(start)
                ada.move(start.offset(4, 1))
            case "wheel": ada.wheel(.up, at: start)
            default: ada.press(.right)
            }
            room.advance(by: 100)
            ada.press(.escape)
            ada.up(start.offset(4, 1))
            room.advance(by: 2_000)
        }
        #expect(edits.isEmpty)
        #expect(ada.cell(of: ids[0]) == start)
        #expect(bob.cell(of: ids[0]) == start)
        #expect(ada.selection == [ids[0]])
    }

    @Test func `H10 a completed gesture is exactly one edit`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        let moves = edits { ada.drag(from: start, to: start.offset(9, 3)) }
        #expect(moves.count == 1)
        // Back to where it began: nothing changed, nothing is sent.
        let nothing = edits {
            let now = start.offset(9, 3)
            ada.down(now)
            ada.move(now.offset(3, 0))
            ada.move(now)
            ada.up(now)
        }
        #expect(nothing.isEmpty)
    }

    @Test func `H11 a drag is a move or a pan by where it began, wherever it goes`() throws {
        let emoji = try #require(ada.cell(of: ids[1]))
        let onto = edits { ada.drag(from: emoji.offset(-6, 0), to: emoji) }
        #expect(onto.isEmpty)
        #expect(ada.cell(of: ids[1]) == emoji.offset(6, 0))
    }

    @Test func `G7 losing the focus or resizing cancels a drag`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        let edits = edits {
            ada.down(start)
            ada.move(start.offset(4, 0))
            ada.input(.focus(false))
            ada.up(start.offset(4, 0))
            ada.down(start)
            ada.move(start.offset(4, 0))
            ada.resize(columns: 70, rows: 20)
            ada.up(start)
        }
        #expect(edits.isEmpty)
    }

    @Test func `a key that is held is one edit, and so one undo step`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        let moves = edits {
            for _ in 0..<20 {
                ada.press(.right)
                room.advance(by: 30)
            }
            room.advance(by: 1_000)
        }
        #expect(moves == [.move(ids: [ids[0]], dx: 400, dy: 0)])
        ada.type("z")
        #expect(place(ids[0]) == [0, 0, 40])
    }

    @Test func `a nudge by one unit is exact`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        ada.type("LLLK")
        room.advance(by: 1_000)
        #expect(place(ids[0]) == [3, 1, 40])
    }

    @Test func `another edit ends a held gesture first`() throws {
        ada.click(try #require(ada.cell(of: ids[0])))
        let edits = edits {
            ada.press(.right)
            ada.type("d")
        }
        #expect(edits.count == 2)
        #expect(room.document.emojis[ids[0]] == nil)
        ada.type("z")
        #expect(place(ids[0]) == [20, 0, 40])
    }

    @Test func `D3 a drop outside of the canvas's bounds goes back, with 0 edits`() throws {
        ada.command("canvas 800 600")
        let start = try #require(ada.cell(of: ids[0]))
        let edits = edits { ada.drag(from: start, to: GridPoint(column: 1, row: start.row)) }
        #expect(edits.isEmpty)
        #expect(ada.cell(of: ids[0]) == start)
        #expect(ada.sees("outside the canvas"))
    }

    @Test func `D3 a drop on a bar goes back, with 0 edits`() throws {
        let start = try #require(ada.cell(of: ids[0]))
        let edits = edits { ada.drag(from: start, to: GridPoint(column: 30, row: 0)) }
        #expect(edits.isEmpty)
    }

    @Test func `L14-5 a double click on the background fits all and keeps the selection`() throws {
        ada.type("a")
        ada.editor.viewport.setZoom(3)
        let cell = GridPoint(column: 2, row: 2)
        ada.click(cell)
        #expect(ada.selection.isEmpty)
        ada.click(cell)
        #expect(ada.selection == ids)
        #expect(ada.editor.viewport.zoom == 1)
    }

    @Test func `two clicks that are far apart in time are two clicks`() {
        ada.type("a")
        let cell = GridPoint(column: 2, row: 2)
        ada.click(cell)
        room.advance(by: 400)
        ada.click(cell)
        #expect(ada.selection.isEmpty)
    }

    @Test func `W7 zooming keeps what the pointer is on in its place`() {
        let cell = GridPoint(column: 61, row: 5)
        let before = ada.editor.viewport.point(at: cell)
        for _ in 0..<5 { ada.wheel(.up, at: cell) }
        for _ in 0..<9 { ada.wheel(.down, at: cell) }
        let after = ada.editor.viewport.point(at: cell)
        #expect(abs(after.x - before.x) < 1e-6 && abs(after.y - before.y) < 1e-6)
        #expect(ada.editor.viewport.zoom < 1)
    }
}
