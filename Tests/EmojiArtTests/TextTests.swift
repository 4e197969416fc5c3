import Testing

@testable import EmojiArt

/// Which scalars show as nothing.
struct TextTests {
    /// A new toolchain may bring a new Unicode: then the tables of the model follow.
    @Test func `OP28 CM2 emojis, spaces and what shows as nothing are those of Unicode`() {
        for value in UInt32(0)...0x10_FFFF {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let known = scalar.properties
            if scalar.isEmoji == known.isEmoji, scalar.isSpace == known.isWhitespace,
                scalar.isIgnorable == known.isDefaultIgnorableCodePoint,
                !known.isEmojiPresentation || value >= 0x238D || (0x231A...0x231B).contains(value)
            {
                continue
            }
            Issue.record("\(String(value, radix: 16))")
        }
    }

    @Test func `texts are compared as bytes`() {
        let (composed, decomposed) = ("\u{E9}", "e\u{301}")
        #expect(composed == decomposed && !composed.hasBytes(of: decomposed))
        #expect(!String?.none.hasBytes(of: "") && String?.none.hasBytes(of: nil))
        #expect(Operation.Arrangement(bytesOf: "front") == .front)
        #expect(Operation.Arrangement(bytesOf: "Front") == nil)
    }
}
