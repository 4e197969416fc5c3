import EmojiArt
import Terminal
import Testing

@testable import emojiart

struct SelectionTests {
    private let room = Room()
    private let ada: Person

    init() { ada = room.join("Ada") }

    @Test func `R2a palette emojis cannot be selected`() throws {
        try ada.click(.emoji(2))
        #expect(ada.selection.isEmpty)
        #expect(room.edits.isEmpty)
    }

    @Test func `R2b everyone sees which emojis are selected, and by whom`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        let bob = room.join("Bob")
        ada.click(try #require(ada.cell(of: ids[0])))
        room.advance(by: 100)
        let cell = try #require(bob.cell(of: ids[0]))
        let frame = bob.draw()
        // Without colours the other is known by its letter, the own selection by brackets.
        #expect(frame[cell.column - 1, cell.row].text == "a")
        bob.click(cell)
        #expect(bob.draw()[cell.column - 1, cell.row].text == "[")
        #expect(bob.draw()[cell.column + 2, cell.row].text == "a")
        let other = try #require(bob.cell(of: ids[1]))
        #expect(bob.draw()[other.column - 1, other.row].text == " ")
    }

    @Test func `R2c a selection is gone after a new session`() throws {
        let ids = room.add(ada, [("🚲", 0, 0)])
        ada.click(try #require(ada.cell(of: ids[0])))
        #expect(ada.selection == ids)
        let again = room.join("Ada again")
        #expect(again.selection.isEmpty)
    }

    @Test func `R3 G1 a click on an emoji adds it, and the others stay selected`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.click(try #require(ada.cell(of: ids[0])))
        ada.click(try #require(ada.cell(of: ids[1])))
        #expect(ada.selection == ids)
    }

    @Test func `R4 a click on a selected emoji takes only that one out`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.type("a")
        #expect(ada.selection == ids)
        ada.click(try #require(ada.cell(of: ids[0])))
        #expect(ada.selection == [ids[1]])
    }

    @Test func `R5 a click anywhere that is not an emoji empties the selection`() throws {
        room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.type("a")
        let count = room.edits.count
        ada.click(GridPoint(column: 3, row: 3))
        #expect(ada.selection.isEmpty)
        #expect(room.edits.count == count)
    }

    @Test func `H2 a selection is no part of the document`() throws {
        room.add(ada, [("🚲", 0, 0)])
        let checksum = room.document.checksum
        let file = EmojiArtFile.write(room.document)
        ada.type("a")
        room.advance(by: 100)
        #expect(room.document.checksum == checksum)
        #expect(EmojiArtFile.write(ada.document) == file)
    }

    @Test func `H3 a selection is a set`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.click(try #require(ada.cell(of: ids[1])))
        ada.type("aa")
        #expect(ada.selection == ids)
    }

    @Test func `H4 a selection is of ids: it stays after a move by another`() throws {
        let bob = room.join("Bob")
        let ids = room.add(ada, [("🚲", 0, 0)])
        ada.type("a")
        bob.type("a")
        bob.command("move 100 0")
        room.advance(by: 100)
        let cell = try #require(ada.cell(of: ids[0]))
        #expect(ada.draw()[cell.column - 1, cell.row].text == "[")
        ada.command("move 0 40")
        #expect(room.document.emojis[ids[0]]?.x == 100)
        #expect(room.document.emojis[ids[0]]?.y == 40)
    }

    @Test func `R10 deleting takes the emoji out of everyone's selection`() throws {
        let bob = room.join("Bob")
        room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.type("a")
        bob.type("a")
        room.advance(by: 100)
        ada.press(.delete)
        room.advance(by: 100)
        #expect(room.document.emojis.isEmpty)
        #expect(ada.selection.isEmpty)
        #expect(bob.selection.isEmpty)
    }

    @Test func `R10 there is a key and a control that can be clicked to delete`() throws {
        room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0), ("🌵", -200, 0)])
        for delete in ["d", "key", "hint"] {
            ada.press(.tab)
            ada.type(" ")
            switch delete {
            case "d": ada.type("d")
            case "key": ada.press(.backspace)
            default: try ada.click(.action(.delete))
            }
        }
        #expect(room.document.emojis.isEmpty)
    }

    @Test func `TC4 without a selection an edit says what to do`() {
        room.add(ada, [("🚲", 0, 0)])
        let count = room.edits.count
        ada.type("d")
        #expect(room.edits.count == count)
        #expect(ada.sees("nothing is selected"))
    }

    @Test func `a rectangle selects what it touches, by mouse and by keys`() throws {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 100, 0), ("🌵", 400, 0)])
        let first = try #require(ada.cell(of: ids[0]))
        let second = try #require(ada.cell(of: ids[1]))
        ada.drag(from: first.offset(-2, -1), to: second.offset(0, 1), .control)
        #expect(ada.selection == [ids[0], ids[1]])
        ada.press(.escape)
        #expect(ada.selection.isEmpty)
        ada.type("v")
        ada.drag(from: first.offset(-2, -1), to: second.offset(0, 1))
        #expect(ada.selection == [ids[0], ids[1]])
        ada.press(.escape)
        // By keys, from the pointer on.
        ada.input(.mouse(.init(.move, column: first.column, row: first.row)))
        ada.type("v")
        for _ in 0..<5 { ada.press(.right) }
        ada.press(.enter)
        #expect(ada.selection == [ids[0], ids[1]])
    }

    @Test func `Tab goes from emoji to emoji as one reads, and Space selects`() {
        let ids = room.add(ada, [("🌲", 200, 0), ("🚲", 0, 0), ("🌵", 0, 80)])
        var seen: [EmojiID?] = []
        for _ in 0..<4 {
            ada.press(.tab)
            seen.append(ada.editor.focus)
        }
        #expect(seen == [ids[2], ids[1], ids[0], ids[2]])
        ada.press(.tab, .shift)
        #expect(ada.editor.focus == ids[0])
        #expect(ada.sees("3 of 3"))
        ada.type(" ")
        #expect(ada.selection == [ids[0]])
        ada.type(" ")
        #expect(ada.selection.isEmpty)
    }

    @Test func `a selection holds what one edit can name, and says so`() throws {
        ada.paste(String(repeating: "🌲", count: 400))
        ada.paste(String(repeating: "🌵", count: 400))
        ada.paste(String(repeating: "🚲", count: 400))
        #expect(room.document.emojis.count == 1_200)
        ada.type("a")
        #expect(ada.selection.count == 1_000)
        #expect(ada.sees("selected 1000 of 1200"))
    }
}
