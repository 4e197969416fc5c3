import Testing

@testable import Terminal

/// What stands for an emoji that is not two cells wide.
struct EmojiFallbackTests {
    @Test(arguments: [
        ("🙂", ["🙂"]),
        ("🏎", ["🏎\u{fe0f}", "🏎"]),
        ("❤️", ["❤️"]),
        ("👍🏽", ["👍🏽", "👍"]),
        ("☝🏽", ["☝🏽", "☝\u{fe0f}", "☝"]),
        ("🏳️‍🌈", ["🏳️‍🌈", "🏳️"]),
        ("👩🏻‍🤝‍👨🏿", ["👩🏻‍🤝‍👨🏿", "👩‍🤝‍👨", "👩"]),
        ("1️⃣", ["1️⃣"]),
        ("🏽", ["🏽"]),
    ])
    func `TW2 the chain goes from the emoji to its first part`(_ text: String, _ chain: [String]) {
        #expect(
            EmojiFallback.candidates(text).map { Array($0.utf8) } == chain.map { Array($0.utf8) }
        )
    }

    @Test(arguments: ["", "ab", "🙂🙂", "\u{1b}[2J", "\u{9b}", "🙂\u{202e}", "\u{200d}"])
    func `what is no single glyph is never written`(_ text: String) {
        #expect(EmojiFallback.candidates(text).isEmpty)
    }

    @Test(arguments: [
        ("🏎", "RC"), ("🐶", "DF"), ("🎈", "BA"), ("🇫🇷", "FR"), ("👩‍🚀", "WO"), ("1️⃣", "DO"),
        ("\u{e000}", "00"), ("\u{1b}", "1B"), ("", "??"),
    ])
    func `TW2 two letters stand for an emoji`(_ text: String, _ letters: String) {
        let (first, second) = EmojiFallback.letters(text)
        #expect(String(decoding: [first, second], as: UTF8.self) == letters)
    }
}
