import EmojiArt
import TestKit
import Testing

@testable import emojiart

struct PaletteJSONTests {
    private static func read(_ text: String) throws -> PaletteBook {
        try PaletteJSON.read(Array(text.utf8))
    }

    @Test func `L12-2 palettes are an array of objects, the emojis one text`() throws {
        var book = try PaletteBook([
            UserPalette(id: PaletteID(builtIn: 0), name: "A \"b\"", emojis: []),
            UserPalette(id: .fallback, emojis: PaletteFixture.emojis("🚗🇫🇷🚕")),
        ])
        try book.change(.fallback) { $0.remove(PaletteFixture.emojis("🚕")[0]) }
        let text = #"""
            [
            {"id":"0000000000000001","name":"A \"b\"","emojis":"","removed":""},
            {"id":"0000000000000000","name":"","emojis":"🚗🇫🇷","removed":"🚕"}
            ]

            """#
        #expect(String(decoding: PaletteJSON.write(book), as: UTF8.self) == text)
        #expect(try Self.read(text) == book)
    }

    @Test func `L12-2 what is written is read again, skin tones on their own too`() throws {
        #expect(try PaletteJSON.read(PaletteJSON.write(PaletteBook())) == PaletteBook())
        var generator = SplitMix64(seed: 6)
        let many = PaletteFixture.many(1_000) + PaletteFixture.emojis("🏽👍🏿👍👍🏽1️⃣🏴󠁧󠁢󠁥󠁮󠁧󠁿👩‍🚀🐻‍❄️❤❤️")
        for _ in 0..<20 {
            let emojis = Array(many.shuffled(using: &generator)[..<900])
            var palette = try UserPalette(id: .fallback, emojis: emojis)
            for emoji in emojis[..<300] { palette.remove(emoji) }
            let book = try PaletteBook([palette])
            #expect(try PaletteJSON.read(PaletteJSON.write(book)) == book)
        }
    }

    @Test func `the largest palettes fit`() throws {
        let longest = "👩🏽‍❤️‍💋‍👨🏽"
        let book = try PaletteBook(
            (0..<PaletteBook.palettesMax).map { index in
                try UserPalette(
                    id: PaletteID(builtIn: index),
                    name: String(repeating: "\"", count: UserPalette.nameBytesMax),
                    emojis: PaletteFixture.emojis(longest)
                )
            }
        )
        let emojiBytes = 2 * UserPalette.emojisMax * (Limits.textBytesMax + "\\u000a".utf8.count)
        let bytes = PaletteJSON.write(book).count + PaletteBook.palettesMax * emojiBytes
        #expect(bytes <= PaletteJSON.bytesMax)
        #expect(try PaletteJSON.read(PaletteJSON.write(book)) == book)
    }

    @Test func `what is no emoji is left out, other members are ignored`() throws {
        let book = try Self.read(
            #"""
            [{"emojis":"a🚗 🚗\u000a1","colour":{"red":1},"name":"\u0041",
            "id":"00000000000000ff"}]
            """#
        )
        #expect(book.palettes.map(\.name) == ["A"])
        #expect(book.palettes[0].emojis.text == "🚗")
        #expect(book.palettes[0].removed.isEmpty)
        #expect(try Self.read("[]").palettes == [.fallback])
    }

    @Test(arguments: [
        ("", "unexpected end at byte 0"),
        ("[{]", "unexpected byte at byte 2"),
        ("{}", "not an array"),
        ("[7]", "palette 1 is not an object"),
        (#"[{"id":"1","name":"","emojis":""}]"#, "palette 1 has no id of 16 hexadecimal digits"),
        (#"[{"id":"0000000000000001","emojis":""}]"#, "palette 1 lacks a name or emojis"),
        (#"[{"id":"0000000000000001","name":"","emojis":7}]"#, "palette 1 lacks a name or emojis"),
        (
            #"[{"id":"0000000000000001","name":"\u001b","emojis":""}]"#,
            "palette 1: a palette's name has no control characters"
        ),
        (
            #"""
            [{"id":"0000000000000001","name":"","emojis":""},
            {"id":"0000000000000001","name":"","emojis":""}]
            """#,
            "palette 2 repeats an id"
        ),
    ])
    func `damage is told by its place`(text: String, damage: String) {
        #expect(throws: PaletteJSON.Damage(description: damage)) { try Self.read(text) }
    }
}
