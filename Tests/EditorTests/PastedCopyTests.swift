import EmojiArt
import Foundation
import TestKit
import Testing

@testable import emojiart

struct PastedCopyTests {
    @Test func `copied emojis are pasted where and as large as they were`() throws {
        let emojis = [
            PaletteFixture.emoji("🚲", id: 5, x: -10, y: 20, size: 80),
            PaletteFixture.emoji("👩‍🚀", id: 3, x: 7, y: -9, client: 2),
        ]
        let copied = CopiedEmojis(emojis)
        guard case .document(let pasted) = PastedContent(copied.file) else {
            Issue.record("The copy is no document.")
            return
        }
        #expect(pasted.dialect == .year2023)
        #expect(pasted.background == .blank)
        // In drawing order: the astronaut's z is the lower one.
        #expect(pasted.emojis.map(\.text.string) == ["👩‍🚀", "🚲"])
        #expect(pasted.emojis.map { [$0.x, $0.y, $0.size] } == [[7, -9, 40], [-10, 20, 80]])
    }

    @Test func `the text is read from the top left, a row a line`() {
        let emojis = [
            PaletteFixture.emoji("🚗", id: 1, x: 100, y: 99),
            PaletteFixture.emoji("🚕", id: 2, x: -100, y: 90),
            PaletteFixture.emoji("🚙", id: 3, x: 0, y: 110),
            PaletteFixture.emoji("🏽", id: 5, x: 40, y: 0),
            PaletteFixture.emoji("👍", id: 4, x: 30, y: 10),
        ]
        for order in [emojis, emojis.reversed()] {
            #expect(CopiedEmojis(order).text == "🚕🚙🚗\n👍\n🏽")
        }
        #expect(CopiedEmojis([]).text.isEmpty)
        let pasted = PastedContent(Array(CopiedEmojis(emojis).text.utf8))
        #expect(pasted == .emojis(PaletteFixture.emojis("🚕🚙🚗👍") + [emojis[3].text]))
    }

    @Test func `an emoji that is given twice is copied once`() {
        let emoji = PaletteFixture.emoji("🚗", id: 1, x: 0, y: 0)
        #expect(CopiedEmojis([emoji, emoji]) == CopiedEmojis([emoji]))
    }

    @Test func `an emoji far below, or half as small, begins another row`() {
        let rows = ReadingOrder.rows(of: [
            PaletteFixture.emoji("🚗", id: 1, x: 0, y: 0, size: 100),
            PaletteFixture.emoji("🚕", id: 2, x: 9, y: -20, size: 40),
            PaletteFixture.emoji("🚙", id: 3, x: 9, y: -41, size: 40),
            PaletteFixture.emoji("🚌", id: 4, x: 9, y: 0, size: 40),
        ])
        #expect(rows.map { $0.map(\.id.counter) } == [[1, 2, 4], [3]])
    }

    @Test func `a terminal is asked to copy by OSC 52`() throws {
        var generator = SplitMix64(seed: 8)
        for count in 0...70 {
            let text = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let sequence = try #require(ClipboardSequence.bytes(copying: text))
            #expect(sequence.starts(with: [0x1B] + Array("]52;c;".utf8)))
            #expect(sequence.last == 0x07)
            #expect(Data(base64Encoded: Data(sequence.dropFirst(7).dropLast())) == Data(text))
        }
    }

    @Test func `a text that terminals would drop is not sent`() {
        let most = [UInt8](repeating: 1, count: ClipboardSequence.textBytesMax)
        #expect(ClipboardSequence.bytes(copying: most)?.count == 100_000)
        #expect(ClipboardSequence.bytes(copying: most + [1]) == nil)
    }
}
