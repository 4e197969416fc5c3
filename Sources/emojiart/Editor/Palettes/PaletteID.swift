internal import Wire

/// The identity of a palette, kept when it is renamed, moved or saved.
///
/// Written as 16 hexadecimal digits. The palettes that come with the program have small numbers
/// for good; the user's own have the highest bit, so that chance never makes the two equal.
struct PaletteID: Hashable, Sendable {
    private let word: UInt64

    /// The identity of the palette that stands in when there is no other.
    static let fallback = PaletteID(word: 0)

    private init(word: UInt64) { self.word = word }

    /// The identity of a palette of `Palette.builtIn`, by its place there.
    ///
    /// Palettes that are added to the list later go to its end, or users' files would name others.
    init(builtIn index: Int) { self.init(word: UInt64(clamping: index) + 1) }

    /// Makes a new identity.
    init(using generator: inout some RandomNumberGenerator) {
        self.init(word: generator.next() | 1 << 63)
    }

    /// Reads 16 lowercase hexadecimal digits; nil for anything else.
    init?(_ text: String) {
        guard text.utf8.count == 16, let word = UInt64(hexadecimal: text.utf8) else { return nil }
        self.init(word: word)
    }
}

extension PaletteID: CustomStringConvertible {
    /// 16 lowercase hexadecimal digits.
    var description: String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
