import EmojiArt
import Testing

@testable import emojiart

struct PaletteNameTests {
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
