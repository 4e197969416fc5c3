internal import EmojiArt

/// Emojis by English names, for messages and for search.
///
/// The names are Unicode's, which need no table of ours: "fire engine", "flag FR", "keycap 1".
enum EmojiName {
    /// A short name: that of what the emoji begins with, so "woman" for an astronaut.
    static func name(of emoji: EmojiText) -> String {
        let scalars = emoji.string.unicodeScalars
        guard let first = scalars.first else { return "emoji" }
        if let region = region(of: scalars) { return "flag \(region)" }
        if first.isASCII { return "keycap \(first)" }
        // The library's tables may be older than the emoji.
        guard let name = first.properties.name else {
            return "emoji U+\(String(first.value, radix: 16, uppercase: true))"
        }
        return name.lowercased()
    }

    /// The emojis whose names hold words that begin with each word of the query; each once.
    ///
    /// Names of all parts count, so "rocket" finds an astronaut. Those whose name begins with the
    /// query come first, else the order is kept. An empty query finds all.
    ///
    /// - Complexity: O(emojis).
    static func search(_ query: String, in emojis: [EmojiText]) -> [EmojiText] {
        let wanted = words(query)
        var first: [EmojiText] = []
        var others: [EmojiText] = []
        for emoji in emojis.distinct {
            let names = ([name(of: emoji)] + partNames(of: emoji)).map(words)
            let found = Set(names.joined())
            guard wanted.allSatisfy({ word in found.contains { $0.hasPrefix(word) } }) else {
                continue
            }
            let isFirst = names[0].joined(separator: " ").hasPrefix(wanted.joined(separator: " "))
            if isFirst { first.append(emoji) } else { others.append(emoji) }
        }
        return first + others
    }

    /// The names of the parts that can be seen: no joiners, no selectors, no tags.
    private static func partNames(of emoji: EmojiText) -> [String] {
        emoji.string.unicodeScalars.filter(\.properties.isEmoji).compactMap(\.properties.name)
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
    }

    /// What a flag stands for: "FR" by regional indicators, "GB-ENG" by tags; nil for all others.
    private static func region(of scalars: String.UnicodeScalarView) -> String? {
        let indicators = scalars.compactMap { scalar in
            letter(scalar, from: 0x1F1E6, to: 0x1F1FF, as: UInt8(ascii: "A"))
        }
        if indicators.count == 2 { return indicators.joined() }
        guard scalars.first == "\u{1F3F4}" else { return nil }
        let tags = scalars.compactMap { scalar in
            letter(scalar, from: 0xE0061, to: 0xE007A, as: UInt8(ascii: "A"))
        }
        return tags.count > 2 ? tags.prefix(2).joined() + "-" + tags.dropFirst(2).joined() : nil
    }

    private static func letter(
        _ scalar: Unicode.Scalar,
        from first: UInt32,
        to last: UInt32,
        as letter: UInt8
    ) -> String? {
        guard (first...last).contains(scalar.value) else { return nil }
        return String(Unicode.Scalar(letter + UInt8(scalar.value - first)))
    }
}
