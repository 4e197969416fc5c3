import EmojiArt
import Terminal
import Testing

@testable import emojiart

struct PaletteManagerTests {
    private let room = Room()
    private let ada: Person

    init() {
        ada = room.join("Ada")
        ada.type("P")
    }

    private var names: [String] { ada.editor.palettes.palettes.map(\.name) }

    @Test func `L13-1 a new palette is empty, stands where one points, and is named at once`() {
        ada.press(.down)
        ada.type("n")
        ada.type("Mine")
        ada.press(.enter)
        #expect(names[1] == "Mine")
        #expect(names[2] == PaletteBook().palettes[1].name)
        #expect(ada.editor.palettes.palettes[1].emojis.isEmpty)
        #expect(names.count == 10)
    }

    @Test func `A4 a palette is renamed and deleted, with a question before`() {
        ada.type("r")
        ada.control("u")
        ada.type("Wheels")
        ada.press(.enter)
        #expect(names[0] == "Wheels")
        ada.type("d")
        #expect(ada.sees("delete Wheels?"))
        ada.press(.escape)
        #expect(names[0] == "Wheels")
        ada.type("d")
        ada.press(.enter)
        #expect(names[0] == "Sports")
    }

    @Test func `L11-12 the last palette cannot be deleted`() {
        for _ in 0..<9 {
            ada.type("d")
            ada.press(.enter)
        }
        #expect(names.count == 1)
        #expect(ada.sees("the last palette"))
        ada.type("b")
        #expect(names.count == 9)
    }

    @Test func `L13-2 emojis are added by text or by name, and taken out`() {
        ada.type("ea")
        ada.paste("🍓 and 🍌")
        ada.press(.enter)
        #expect(ada.editor.palettes.palettes[0].emojis.prefix(2).map(\.string) == ["🍓", "🍌"])
        ada.type("a")
        ada.type("panda")
        ada.press(.enter)
        #expect(ada.editor.palettes.palettes[0].emojis.first?.string == "🐼")
        ada.press(.enter)
        #expect(ada.editor.palettes.palettes[0].emojis.first?.string == "🍓")
    }

    @Test func `A6 a removed emoji is remembered and can be put back`() {
        ada.type("e")
        ada.press(.right)
        ada.type("d")
        #expect(ada.sees("removed: "))
        #expect(ada.editor.palettes.palettes[0].removed.map(\.string) == ["🚗"])
        ada.type("u")
        #expect(ada.editor.palettes.palettes[0].emojis.first?.string == "🚗")
        #expect(!ada.sees("removed: "))
    }

    @Test func `the palette that is shown stays shown when others change places`() {
        ada.press(.down)
        ada.press(.enter)
        #expect(ada.editor.palette.name == "Sports")
        ada.type("PK")
        ada.press(.escape)
        #expect(ada.editor.palette.name == "Sports")
        #expect(ada.editor.paletteIndex == 0)
    }

    @Test func `a click points at a palette, and the next one shows it`() throws {
        let cell = try ada.corner(of: .entry(4))
        ada.click(cell)
        #expect(ada.editor.overlay != .none)
        ada.click(cell)
        #expect(ada.editor.overlay == .none)
        #expect(ada.editor.palette.name == "Animal Faces")
    }

    @Test func `L15-3 a change made in another editor keeps what is pointed at in bounds`() throws {
        for _ in 0..<8 { ada.press(.down) }
        var book = ada.editor.palettes
        for palette in book.palettes.dropFirst() { try book.delete(palette.id) }
        ada.editor.take(book)
        ada.draw()
        ada.type("e")
        ada.draw()
        ada.type("d")
        #expect(names == ["Vehicles"])
    }
}
