import EmojiArt
import Sync
import Terminal
import Testing
import Wire

@testable import emojiart

/// What is added to a canvas that has bounds is inside of them, or is not added.
struct BoundedCanvasTests {
    private let room = Room()
    private let ada: Person

    init() {
        ada = room.join("Ada")
        ada.command("canvas 100 60")
    }

    private var emojis: [Emoji] { room.document.drawingOrder }

    @Test func `D6 several emojis that are added in one place stay inside the bounds`() {
        for _ in 0..<4 { ada.press(.enter) }
        #expect(emojis.count == 4)
        #expect(ada.replica.pendingCount == 0)
        #expect(!ada.sees("refused"))
    }

    @Test func `D6 a duplicate at the edge stays inside the bounds`() {
        ada.command("add 🚲 50 -30")
        ada.type("aD")
        #expect(emojis.count == 2)
    }

    @Test func `D6 a row of emojis that is pasted is inside the bounds`() {
        ada.paste("🚲🌲🌵🚗🚕🚙")
        #expect(emojis.map(\.text.string) == ["🚲", "🌲", "🌵", "🚗", "🚕", "🚙"])
    }

    @Test func `D6 what is copied keeps its shape when it is pasted at the edge`() {
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
        ada.command("add 🚲 51 0")
        #expect(emojis.isEmpty)
        #expect(ada.sees("outside the canvas"))
    }
}
