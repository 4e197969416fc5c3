import EmojiArt
import TestKit
import Testing

@testable import emojiart

struct PaletteBookTests {
    private static func book(_ names: String...) throws -> PaletteBook {
        try PaletteBook(
            names.enumerated().map { index, name in
                try PaletteFixture.palette(name, "🚲", seed: UInt64(index))
            }
        )
    }

    @Test func `L11-11 a new book holds the nine palettes of the app under fixed ids`() {
        let book = PaletteBook()
        #expect(book.palettes.map(\.name) == Palette.builtIn.map(\.name))
        #expect(book.palettes.map(\.emojis) == Palette.builtIn.map(\.distinctEmojis))
        #expect(book.palettes.first?.id.description == "0000000000000001")
        #expect(book.palettes.last?.id.description == "0000000000000009")
    }

    @Test func `L11-12 where there is no palette a warning stands in`() throws {
        var book = try PaletteBook([])
        #expect(book.palettes.map(\.name) == ["Warning"])
        #expect(book.palettes[0].emojis.count == 5)
        try book.restoreBuiltIn()
        #expect(book == PaletteBook())
    }

    @Test func `L13-1 a new palette is empty and stands where it was asked for`() throws {
        var generator = SplitMix64(seed: 1)
        var book = PaletteBook()
        let id = try book.insertNew(at: 2, using: &generator)
        #expect(book.index(of: id) == 2)
        #expect(book.palettes[2].name.isEmpty)
        #expect(book.palettes[2].emojis.isEmpty)
        #expect(book.palettes[1].name == "Sports")
        #expect(book.palettes[3].name == "Music")
        let first = try book.insertNew(at: -7, using: &generator)
        let last = try book.insertNew(at: .max, using: &generator)
        #expect(book.index(of: first) == 0)
        #expect(book.index(of: last) == 11)
        #expect(Set(book.palettes.map(\.id)).count == 12)
    }

    @Test func `L13-3 a palette moves up and down and stops at the ends`() throws {
        var book = try Self.book("A", "B", "C")
        let id = book.palettes[0].id
        let moves: [(steps: Int, order: String)] = [
            (1, "BAC"), (1, "BCA"), (1, "BCA"), (-2, "ABC"), (.min, "ABC"), (.max, "BCA"),
            (0, "BCA"),
        ]
        for move in moves {
            try book.move(id, by: move.steps)
            #expect(book.palettes.map(\.name).joined() == move.order)
        }
    }

    @Test func `L13-4 a palette that is inserted again is replaced and never stands twice`() throws
    {
        let before = try Self.book("A", "B", "C", "D")
        for index in -1...5 {
            for var palette in before.palettes {
                var book = before
                try palette.rename(to: palette.name.lowercased())
                try book.insert(palette, at: index)
                #expect(book.palettes.count == 4)
                #expect(book.index(of: palette.id) == min(max(index, 0), 3))
                #expect(book.palettes[min(max(index, 0), 3)] == palette)
                let others = book.palettes.filter { $0.id != palette.id }
                #expect(others == before.palettes.filter { $0.id != palette.id })
            }
        }
    }

    @Test func `L13-4 palettes of one id in a list are one palette`() throws {
        let book = try Self.book("A", "B")
        var renamed = book.palettes[0]
        try renamed.rename(to: "C")
        #expect(try PaletteBook(book.palettes + [renamed]).palettes.map(\.name) == ["C", "B"])
    }

    @Test func `a palette that another editor deleted is not there any more`() throws {
        var book = try Self.book("A", "B")
        let id = try PaletteFixture.palette("C", seed: 9).id
        let before = book
        #expect(book.index(of: id) == nil)
        #expect(throws: PaletteError.noSuchPalette) { try book.change(id) { try $0.add("🚲") } }
        #expect(throws: PaletteError.noSuchPalette) { try book.delete(id) }
        #expect(throws: PaletteError.noSuchPalette) { try book.move(id, by: 1) }
        #expect(book == before)
    }

    @Test func `restoring brings back what was deleted and leaves the rest alone`() throws {
        var generator = SplitMix64(seed: 3)
        var book = PaletteBook()
        for name in ["Music", "Vehicles"] {
            try book.delete(#require(book.palettes.first { $0.name == name }).id)
        }
        try book.change(book.palettes[0].id) { try $0.rename(to: "Balls") }
        let own = try book.insertNew(at: 0, using: &generator)
        let before = book.palettes
        try book.restoreBuiltIn()
        #expect(Array(book.palettes[..<8]) == before)
        #expect(book.palettes[8...].map(\.name) == ["Vehicles", "Music"])
        #expect(book.index(of: own) == 0)
        let restored = book
        try book.restoreBuiltIn()
        #expect(book == restored)
    }

    @Test func `there are at most 200 palettes`() throws {
        var generator = SplitMix64(seed: 4)
        var book = PaletteBook()
        for _ in 9..<200 { try book.insertNew(at: 0, using: &generator) }
        #expect(throws: PaletteError.tooManyPalettes) {
            try book.insertNew(at: 0, using: &generator)
        }
        try book.insert(book.palettes[150], at: 0)
        #expect(book.palettes.count == 200)
        try book.delete(#require(book.palettes.first { $0.name == "Music" }).id)
        try book.insertNew(at: 0, using: &generator)
        #expect(throws: PaletteError.tooManyPalettes) { try book.restoreBuiltIn() }
        #expect(throws: PaletteError.tooManyPalettes) {
            try PaletteBook(book.palettes + [PaletteFixture.palette("C", seed: 5)])
        }
    }

    @Test func `an id is its text`() throws {
        var generator = SplitMix64(seed: 5)
        for _ in 0..<50 {
            let id = PaletteID(using: &generator)
            #expect(PaletteID(id.description) == id)
            #expect(id.description.utf8.count == 16)
            // Those of the program's palettes are small.
            #expect(id.description.first?.hexDigitValue ?? 0 >= 8)
        }
        for text in ["", "1", "00000000000000001", "000000000000000g", "000000000000000A"] {
            #expect(PaletteID(text) == nil)
        }
    }
}
