import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

struct EditingTests {
    private let room = Room()
    private let ada: Person

    init() { ada = room.join("Ada") }

    private var emojis: [Emoji] { room.document.drawingOrder }

    // MARK: Adding

    @Test func `L11-1 D1 D2 D9 an emoji dragged from the palette is added where it is dropped`()
        throws
    {
        let target = GridPoint(column: 20, row: 5)
        ada.drag(from: try ada.corner(of: .emoji(3)), to: target)
        let emoji = try #require(emojis.first)
        #expect(emoji.text == ada.editor.palette.emojis[3])
        #expect(ada.cell(of: emoji.id) == target)
        // D2: it is in the palette still.
        #expect(ada.editor.palette.emojis.count == PaletteBook().palettes[0].emojis.count)
    }

    @Test func `A11y-4 a click in the palette and a click on the canvas add too`() throws {
        try ada.click(.emoji(1))
        #expect(emojis.isEmpty)
        let target = GridPoint(column: 50, row: 9)
        ada.click(target)
        #expect(ada.cell(of: try #require(emojis.first).id) == target)
        // Once: the next click selects again.
        ada.click(GridPoint(column: 5, row: 5))
        #expect(emojis.count == 1)
    }

    @Test func `L11-2 a new emoji looks as large as a glyph at any zoom`() {
        ada.type("<<<")
        ada.press(.enter)
        #expect(emojis[0].size == Int((40 / ada.editor.viewport.zoom).rounded()))
        ada.editor.viewport.setZoom(30)
        ada.type("i")
        #expect(emojis[1].size == 1)
        ada.editor.viewport.setZoom(0.001)
        ada.type("i")
        #expect(emojis[2].size == 10_000)
    }

    @Test func `emojis that are added in one place do not hide one another`() {
        for _ in 0..<3 { ada.press(.enter) }
        #expect(Set(emojis.map(\.x)).count == 3)
    }

    @Test func `L11-9 G5 one palette is shown, with its name, and keys choose from it`() {
        #expect(ada.sees("Vehicles"))
        ada.type("]")
        #expect(ada.sees("Sports"))
        ada.type("[[")
        #expect(ada.sees("Faces"))
        ada.type("]..")
        ada.press(.enter)
        #expect(emojis[0].text == PaletteBook().palettes[0].emojis[2])
    }

    @Test func `L11-10 a click on the palette's name shows the next one, and wraps`() {
        for _ in 0..<9 {
            ada.draw()
            ada.click(GridPoint(column: 1, row: ada.editor.layout.paletteRow))
        }
        #expect(ada.editor.paletteIndex == 0)
        ada.click(GridPoint(column: 1, row: ada.editor.layout.paletteRow))
        #expect(ada.sees("Sports"))
    }

    // MARK: Pasting

    @Test func `L11-3 a pasted URL sets the background`() {
        ada.paste("https://example.org/a.png")
        let url = BackgroundURL("https://example.org/a.png")
        #expect(room.document.background == url.map(Background.url))
        ada.command("background none")
        #expect(room.document.background == .blank)
    }

    @Test func `pasted emojis are added side by side and selected`() {
        ada.paste("🚲 🌲🌵")
        #expect(emojis.map(\.text.string) == ["🚲", "🌲", "🌵"])
        #expect(ada.selection == emojis.map(\.id))
        #expect(emojis[1].x - emojis[0].x == 60)
    }

    @Test func `copy and paste keep distances and sizes`() throws {
        room.add(ada, [("🚲", 0, 0), ("🌲", 200, 40)])
        ada.type("a")
        ada.command("scale 2")
        ada.type("yp")
        let copies = Array(emojis.suffix(2))
        #expect(copies.map(\.text.string) == ["🚲", "🌲"])
        #expect(copies[1].x - copies[0].x == 200)
        #expect(copies[1].y - copies[0].y == 40)
        #expect(copies.map(\.size) == [80, 80])
        let copied = ada.asked.contains { if case .copyToSystem = $0 { true } else { false } }
        #expect(copied)
    }

    @Test func `cut takes the emojis away, and they can be pasted`() {
        room.add(ada, [("🚲", 0, 0)])
        ada.type("ax")
        #expect(emojis.isEmpty)
        ada.type("p")
        #expect(emojis.map(\.text.string) == ["🚲"])
    }

    @Test func `what cannot be pasted is refused in words`() {
        ada.paste("no emojis here")
        #expect(room.edits.isEmpty)
        #expect(ada.sees("not pasted"))
    }

    // MARK: Changing

    @Test func `duplicates are beside the originals and are selected`() {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 200, 0)])
        ada.type("aD")
        #expect(emojis.count == 4)
        #expect(Set(ada.selection).isDisjoint(with: ids))
        #expect(emojis[2].x == 40 && emojis[2].y == -40)
    }

    @Test func `arranging changes the drawing order`() {
        let ids = room.add(ada, [("🚲", 0, 0), ("🌲", 10, 0), ("🌵", 20, 0)])
        ada.replica.select([ids[0]], now: room.now)
        ada.type("t")
        #expect(emojis.map(\.id) == [ids[1], ids[2], ids[0]])
        ada.type("B")
        #expect(emojis.map(\.id) == [ids[1], ids[0], ids[2]])
        ada.type("b")
        #expect(emojis.map(\.id) == ids)
        ada.type("T")
        #expect(emojis.map(\.id) == [ids[1], ids[0], ids[2]])
    }

    @Test func `TR1 undo takes back the own edit and no other`() {
        let bob = room.join("Bob")
        let ids = room.add(ada, [("🚲", 0, 0)])
        bob.type("a")
        bob.command("move 100 0")
        ada.type("a")
        ada.command("move 0 100")
        #expect(ada.sees("undo move"))
        ada.type("z")
        #expect(room.document.emojis[ids[0]]?.x == 100)
        #expect(room.document.emojis[ids[0]]?.y == 0)
        ada.type("Z")
        #expect(room.document.emojis[ids[0]]?.y == 100)
    }

    @Test func `TR3 a delete can be undone`() {
        let ids = room.add(ada, [("🚲", 0, 0)])
        ada.type("adu")
        #expect(room.document.emojis[ids[0]]?.text.string == "🚲")
        #expect(ada.sees("undone"))
    }

    @Test func `there is nothing to undo, and it is said`() {
        ada.type("z")
        #expect(ada.sees("There is nothing of yours to undo."))
    }

    @Test func `TC9 a reader changes nothing, and is told`() {
        room.add(ada, [("🚲", 0, 0)])
        let eve = room.join("Eve", isReadOnly: true)
        let count = room.edits.count
        eve.press(.enter)
        eve.type("ad")
        eve.press(.right)
        eve.type("+")
        eve.paste("🌲")
        eve.type("z")
        eve.command("background https://example.org/a.png")
        room.advance(by: 2_000)
        #expect(room.edits.count == count)
        #expect(eve.sees("read-only"))
        #expect(eve.selection.count == 1)
    }

    @Test func `D6 D7 a drop outside of the canvas's bounds is refused here already`() {
        ada.command("canvas 400 400")
        let count = room.edits.count
        ada.input(.mouse(Mouse(.move, column: 1, row: 3)))
        ada.press(.enter)
        #expect(room.edits.count == count)
        #expect(ada.sees("outside the canvas"))
        // On the very edge it is accepted.
        let edge = ada.editor.viewport.place(x: 199, y: 0)
        ada.input(.mouse(Mouse(.move, column: Int(edge.column), row: Int(edge.row))))
        ada.press(.enter)
        #expect(room.document.emojis.count == 1)
    }

    // MARK: A canvas with bounds

    @Test func `D6 several emojis that are added in one place stay inside the bounds`() {
        ada.command("canvas 100 60")
        for _ in 0..<4 { ada.press(.enter) }
        #expect(emojis.count == 4)
        #expect(ada.replica.pendingCount == 0)
        #expect(!ada.sees("refused"))
    }

    @Test func `D6 a duplicate at the edge stays inside the bounds`() {
        ada.command("canvas 100 60")
        ada.command("add 🚲 50 -30")
        ada.type("aD")
        #expect(emojis.count == 2)
    }

    @Test func `D6 a row of emojis that is pasted is inside the bounds`() {
        ada.command("canvas 100 60")
        ada.paste("🚲🌲🌵🚗🚕🚙")
        #expect(emojis.map(\.text.string) == ["🚲", "🌲", "🌵", "🚗", "🚕", "🚙"])
    }

    @Test func `D6 what is copied keeps its shape when it is pasted at the edge`() {
        ada.command("canvas 100 60")
        room.add(ada, [("🚲", 0, 0), ("🌲", 30, 10)])
        ada.type("ay")
        ada.editor.pointer =
            ada.editor.viewport.area.contains(GridPoint(column: 42, row: 11))
            ? GridPoint(column: 42, row: 11) : nil
        ada.type("p")
        #expect(emojis.count == 4)
        guard emojis.count == 4 else { return }
        #expect(emojis[3].x - emojis[2].x == 30)
        #expect(emojis[3].y - emojis[2].y == 10)
    }

    @Test func `D6 a place outside that is typed is refused, not moved`() {
        ada.command("canvas 100 60")
        ada.command("add 🚲 51 0")
        #expect(emojis.isEmpty)
        #expect(ada.sees("outside the canvas"))
    }

    // MARK: Offline

    @Test func `editing goes on offline, and is sent once`() throws {
        let bob = room.join("Bob")
        let ids = room.add(ada, [("🚲", 0, 0)])
        room.disconnect(ada)
        #expect(ada.sees("You can edit"))
        ada.type("a")
        ada.command("move 100 0")
        ada.press(.enter)
        #expect(ada.document.emojis.count == 2)
        #expect(ada.document.emojis[ids[0]]?.x == 100)
        #expect(ada.sees("offline, 2 edits pending"))
        #expect(bob.document.emojis.count == 1)
        room.connect(ada)
        #expect(ada.sees("saved"))
        #expect(bob.document.emojis.count == 2)
        #expect(room.document.emojis[ids[0]]?.x == 100)
    }
}
