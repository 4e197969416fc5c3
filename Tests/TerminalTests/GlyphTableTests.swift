import TestKit
import Testing

@testable import Terminal

/// Texts by number.
struct GlyphTableTests {
    @Test func `texts keep their numbers while the table grows`() {
        let table = GlyphTable()
        let texts = (0..<5_000).map { "🙂" + String($0, radix: 7) }
        let numbers = texts.map { table.number(of: $0, isEmoji: true) }
        #expect(numbers == (0..<5_000).map { UInt32($0) })
        #expect(texts.map { table.number(of: $0, isEmoji: true) } == numbers)
        #expect(table.entries.count == 5_000)
    }

    @Test func `texts that count as equal strings are told apart`() {
        let table = GlyphTable()
        let texts = ["e\u{301}", "\u{e9}", "", "e"]
        let numbers = Set(texts.map { table.number(of: $0, isEmoji: false) })
        #expect(numbers.count == 4)
        #expect(!numbers.contains(table.number(of: "e", isEmoji: true)))
    }
}
