/// The text of an emoji: exactly one emoji, compared byte for byte.
///
/// Two texts that Unicode calls canonically equivalent are different texts here, as they are in
/// JavaScript and in the journal.
///
/// The rule, checked in this order so that a hostile text costs nothing:
/// 1. at most `Limits.textBytesMax` UTF-8 bytes and `Limits.textScalarsMax` scalars;
/// 2. each scalar has the property Emoji, or is a joiner (U+200D), the emoji variation selector
///    (U+FE0F), the keycap (U+20E3) or a tag (U+E0020 to U+E007F);
/// 3. the first scalar is an emoji by itself: U+238D or above, or presented as emoji by default,
///    or not ASCII in a text with U+FE0F, or ASCII and the last scalar is the keycap;
/// 4. regional indicators come as one pair;
/// 5. it is one grapheme cluster and does not end in a joiner.
public struct EmojiText: Hashable, Sendable, CustomStringConvertible {
    /// The text itself.
    public let string: String

    /// The text itself.
    public var description: String { string }

    /// Takes a text that is one emoji.
    ///
    /// - Throws: `EmojiTextError` that says which part of the rule the text breaks.
    public init(_ string: String) throws(EmojiTextError) {
        try Self.check(string)
        self.string = string
    }

    /// Takes a text that someone with a newer table of emojis has judged: a server, or the journal.
    ///
    /// - Throws: `EmojiTextError.tooLong`, or `.notEmoji` for an empty text.
    package init(judged string: String) throws(EmojiTextError) {
        guard string.utf8.count <= Limits.textBytesMax else { throw .tooLong }
        guard !string.isEmpty else { throw .notEmoji }
        self.string = string
    }

    /// Equality of bytes.
    public static func == (left: EmojiText, right: EmojiText) -> Bool {
        left.string.utf8.elementsEqual(right.string.utf8)
    }

    /// Hashes the bytes.
    public func hash(into hasher: inout Hasher) {
        for byte in string.utf8 { hasher.combine(byte) }
    }

    private static func check(_ string: String) throws(EmojiTextError) {
        guard string.utf8.count <= Limits.textBytesMax else { throw .tooLong }
        let scalars = string.unicodeScalars
        guard let first = scalars.first, let last = scalars.last else { throw .notEmoji }
        let count = scalars.count
        guard count <= Limits.textScalarsMax else { throw .tooLong }
        var regionalIndicators = 0
        var hasVariationSelector = false
        for scalar in scalars {
            guard isPart(scalar) else { throw .notEmoji }
            if isRegionalIndicator(scalar) { regionalIndicators += 1 }
            if scalar == "\u{FE0F}" { hasVariationSelector = true }
        }
        guard
            startsEmoji(first, last: last, hasVariationSelector: hasVariationSelector),
            regionalIndicators == 0 || (regionalIndicators == 2 && count == 2),
            last != "\u{200D}",
            string.count == 1
        else { throw .notEmoji }
    }

    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0xFE0F, 0x20E3, 0xE0020...0xE007F: true
        default: scalar.isEmoji
        }
    }

    private static func startsEmoji(
        _ first: Unicode.Scalar,
        last: Unicode.Scalar,
        hasVariationSelector: Bool
    ) -> Bool {
        guard first.isEmoji else { return false }
        if first.isASCII { return last == "\u{20E3}" }
        // Of those below, two are presented as emoji by default.
        return first.value >= 0x238D || (0x231A...0x231B).contains(first.value)
            || hasVariationSelector
    }

    private static func isRegionalIndicator(_ scalar: Unicode.Scalar) -> Bool {
        (0x1F1E6...0x1F1FF).contains(scalar.value)
    }
}

extension [EmojiText] {
    /// The emojis that a text holds, in order: its characters that are one.
    package init(in text: some StringProtocol) {
        self = text.compactMap { try? EmojiText(String($0)) }
    }
}

/// Why a text is not the text of an emoji.
public enum EmojiTextError: Error, Equatable, Sendable {
    /// More than `Limits.textBytesMax` bytes or `Limits.textScalarsMax` scalars.
    case tooLong
    /// Not exactly one emoji.
    case notEmoji
}
