import EmojiArt
import Testing

@testable import emojiart

struct PaletteEditTests {
    @Test func `L13-2 typed emojis come first, in their order, and none stands twice`() throws {
        var palette = try PaletteFixture.palette("Cars", "🚗🚕🚙", seed: 1)
        try palette.add("bus 🚌, 🚙 🚌!")
        #expect(palette.emojis.text == "🚌🚙🚗🚕")
        try palette.add("🚕")
        #expect(palette.emojis.text == "🚕🚌🚙🚗")
    }

    @Test func `L13-2 a text without emojis adds nothing and says so`() throws {
        var palette = try PaletteFixture.palette("Cars", "🚗", seed: 1)
        let before = palette
        for text in ["", "car", "1 © ∞", "\u{200D}"] {
            #expect(throws: PaletteError.noEmoji) { try palette.add(text) }
        }
        #expect(palette == before)
    }

    @Test func `A6 removed emojis are remembered, the latest first, and can be put back`() throws {
        var palette = try PaletteFixture.palette("Cars", "🚗🚕🚙", seed: 1)
        let cars = palette.emojis
        palette.remove(cars[0])
        palette.remove(cars[2])
        palette.remove(cars[2])
        #expect(palette.emojis.text == "🚕")
        #expect(palette.removed.text == "🚙🚗")
        try palette.putBack(cars[0])
        #expect(palette.emojis.text == "🚗🚕")
        #expect(palette.removed.text == "🚙")
        try palette.putBack(cars[0])
        try palette.putBack(PaletteFixture.emojis("🎳")[0])
        #expect(palette.emojis.text == "🚗🚕")
    }

    @Test func `A6 what is added again is not a removed emoji any longer`() throws {
        var palette = try PaletteFixture.palette("Cars", "🚗🚕", seed: 1)
        palette.remove(palette.emojis[0])
        try palette.add("🚗")
        #expect(palette.removed.isEmpty)
        #expect(palette.emojis.text == "🚗🚕")
    }

    @Test func `L11-9 a palette is made with each emoji once`() throws {
        let hearts = PaletteFixture.emojis("❤❤️❤")
        let palette = try UserPalette(
            id: .fallback,
            emojis: hearts,
            removed: PaletteFixture.emojis("🎳❤️🎳")
        )
        #expect(palette.emojis == Array(hearts[..<2]))
        #expect(palette.removed.text == "🎳")
    }

    @Test func `a palette holds at most 1,000 emojis and remembers as many`() throws {
        let many = PaletteFixture.many(1_001)
        let full = Array(many[..<1_000])
        #expect(throws: PaletteError.paletteFull) { try UserPalette(id: .fallback, emojis: many) }
        var palette = try UserPalette(id: .fallback, emojis: full, removed: [many[1_000]])
        #expect(throws: PaletteError.paletteFull) { try palette.add(many[1_000].string) }
        #expect(throws: PaletteError.paletteFull) { try palette.putBack(many[1_000]) }
        try palette.add(many[999].string)
        #expect(palette.emojis.count == 1_000)
        for emoji in full { palette.remove(emoji) }
        #expect(palette.emojis.isEmpty)
        #expect(palette.removed.count == 1_000)
        #expect(palette.removed.first == many[999])
        #expect(!palette.removed.contains(many[1_000]))
    }

    @Test func `CM2 a name has at most 64 bytes and no control characters`() throws {
        var palette = try PaletteFixture.palette("Cars", seed: 1)
        try palette.rename(to: String(repeating: "é", count: 32))
        try palette.rename(to: "")
        try palette.rename(to: "👩‍🚀 Crew")
        #expect(throws: PaletteError.nameTooLong) {
            try palette.rename(to: String(repeating: "é", count: 32) + "x")
        }
        for scalar in ["\n", "\u{1B}", "\u{7F}", "\u{9B}", "\u{202E}", "\u{2066}", "\u{61C}"] {
            #expect(throws: PaletteError.nameHoldsControl) { try palette.rename(to: "a\(scalar)") }
        }
        #expect(palette.name == "👩‍🚀 Crew")
    }

    @Test func `what is refused is told in a sentence`() {
        #expect("\(PaletteError.paletteFull)" == "a palette has at most 1000 emojis")
        #expect("\(PaletteError.lastPalette)" == "the last palette cannot be deleted")
    }

    // MARK: Names

    @Test(arguments: [
        ("🚒", "fire engine"), ("🇫🇷", "flag FR"), ("1️⃣", "keycap 1"), ("#️⃣", "keycap #"),
        ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", "flag GB-ENG"), ("🏴", "waving black flag"), ("🏴‍☠️", "pirate flag"),
        ("👩‍🚀", "woman astronaut"), ("🧑‍🚒", "firefighter"), ("👨🏿‍⚕️", "man health worker: dark skin tone"),
        ("🏃‍♀️", "woman runner"), ("🐻‍❄️", "polar bear"), ("👨‍👩‍👧", "family: man, woman, girl"),
        ("👩‍❤️‍👨", "couple with heart: woman, man"), ("👩‍🦰", "woman with red hair"),
        ("👍🏽", "thumbs up sign: medium skin tone"), ("☀️", "black sun with rays"),
    ])
    func `an emoji is called by its whole name`(text: String, name: String) throws {
        #expect(try EmojiName.name(of: EmojiText(text)) == name)
    }

    @Test func `an emoji that Unicode's tables lack is named by its number`() throws {
        #expect(try EmojiName.name(of: EmojiText(judged: "\u{E1234}")) == "emoji U+E1234")
    }

    @Test func `search finds the beginnings of words, names first`() {
        let emojis = PaletteFixture.emojis("👩‍🚒🔥🚗🚒🧨🔥🇫🇷👩‍🚀🚀")
        #expect(EmojiName.search("fire", in: emojis).text == "🔥🚒🧨👩‍🚒")
        #expect(EmojiName.search(" ENG fire", in: emojis).text == "👩‍🚒🚒")
        #expect(EmojiName.search("fr", in: emojis).text == "🇫🇷")
        #expect(EmojiName.search("rocket", in: emojis).text == "🚀👩‍🚀")
        #expect(EmojiName.search("ocket", in: emojis).isEmpty)
        #expect(EmojiName.search("", in: emojis) == emojis.distinct)
        #expect(EmojiName.search("fire", in: []).isEmpty)
    }

    @Test func `every emoji of the palettes has a name of plain letters`() {
        for emoji in Palette.builtIn.flatMap(\.emojis) {
            let name = EmojiName.name(of: emoji)
            #expect(!name.hasPrefix("emoji U+"))
            #expect(name.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
        }
    }
}
