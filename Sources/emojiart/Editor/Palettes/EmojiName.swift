internal import EmojiArt

/// Emojis by English names, for messages and for search.
///
/// The names of single characters are Unicode's ("fire engine"). Sequences have names of their own,
/// as in Unicode's list of emojis: "woman astronaut", "polar bear", "flag FR", "keycap 1".
enum EmojiName {
    static func name(of emoji: EmojiText) -> String {
        let scalars = emoji.string.unicodeScalars
        guard let first = scalars.first else { return "emoji" }
        if let region = region(of: scalars) { return "flag \(region)" }
        if first.isASCII { return "keycap \(first)" }
        let tones = scalars.compactMap { Self.tones[$0] }.reduce(into: [String]()) { tones, tone in
            if tones.last != tone { tones.append(tone) }
        }
        let plain = scalars.filter { Self.tones[$0] == nil && $0 != variation }
        let name = sequenceName(Array(plain))
        return tones.isEmpty ? name : "\(name): \(tones.joined(separator: ", "))"
    }

    private static func sequenceName(_ scalars: [Unicode.Scalar]) -> String {
        let parts = scalars.split(separator: joiner)
        guard parts.count > 1, let last = parts.last?.first else { return characterName(scalars) }
        if let name = sequences[parts.map { String(String.UnicodeScalarView($0)) }] { return name }
        let names = parts.map { characterName(Array($0)) }
        let people = names.filter(persons.contains)
        if people.count == parts.count { return "family: " + people.joined(separator: ", ") }
        if last == "\u{2640}" { return "woman " + names[0] }
        if last == "\u{2642}" { return "man " + names[0] }
        if parts.count == 2, persons.contains(names[0]), let role = roles[last] {
            return names[0] == "adult" ? role : "\(names[0]) \(role)"
        }
        if names.contains("kiss mark") { return "kiss: " + people.joined(separator: ", ") }
        if names.contains("heavy black heart") {
            return "couple with heart: " + people.joined(separator: ", ")
        }
        return names.joined(separator: ", ")
    }

    private static func characterName(_ scalars: [Unicode.Scalar]) -> String {
        guard let first = scalars.first else { return "emoji" }
        // The library's tables may be older than the emoji.
        guard let name = first.properties.name else {
            return "emoji U+\(String(first.value, radix: 16, uppercase: true))"
        }
        return name.lowercased()
    }

    private static let joiner: Unicode.Scalar = "\u{200D}"
    private static let variation: Unicode.Scalar = "\u{FE0F}"
    private static let persons: Set = ["man", "woman", "adult", "boy", "girl", "child", "baby"]

    private static let tones: [Unicode.Scalar: String] = [
        "\u{1F3FB}": "light skin tone", "\u{1F3FC}": "medium-light skin tone",
        "\u{1F3FD}": "medium skin tone", "\u{1F3FE}": "medium-dark skin tone",
        "\u{1F3FF}": "dark skin tone",
    ]

    private static let roles: [Unicode.Scalar: String] = [
        "⚕": "health worker", "🎓": "student", "🏫": "teacher", "⚖": "judge", "🌾": "farmer",
        "🍳": "cook", "🔧": "mechanic", "🏭": "factory worker", "💼": "office worker",
        "🔬": "scientist", "💻": "technologist", "🎤": "singer", "🎨": "artist", "✈": "pilot",
        "🚀": "astronaut", "🚒": "firefighter", "🦯": "with white cane",
        "🦼": "in motorized wheelchair", "🦽": "in manual wheelchair", "🍼": "feeding baby",
        "🎄": "mx claus", "🦰": "with red hair", "🦱": "with curly hair", "🦳": "with white hair",
        "🦲": "without hair",
    ]

    private static let sequences: [[String]: String] = [
        ["🐻", "❄"]: "polar bear", ["🐈", "⬛"]: "black cat", ["🐦", "⬛"]: "black bird",
        ["🐕", "🦺"]: "service dog", ["🐦", "🔥"]: "phoenix", ["❤", "🔥"]: "heart on fire",
        ["❤", "🩹"]: "mending heart", ["🏳", "🌈"]: "rainbow flag",
        ["🏳", "⚧"]: "transgender flag", ["🏴", "☠"]: "pirate flag",
        ["👁", "🗨"]: "eye in speech bubble", ["😶", "🌫"]: "face in clouds",
        ["😮", "💨"]: "face exhaling", ["😵", "💫"]: "face with spiral eyes",
        ["🙂", "↔"]: "head shaking horizontally", ["🙂", "↕"]: "head shaking vertically",
        ["🍋", "🟩"]: "lime", ["🍄", "🟫"]: "brown mushroom", ["⛓", "💥"]: "broken chain",
        ["🧑", "🤝", "🧑"]: "people holding hands",
    ]

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
        let indicators = scalars.compactMap { letter($0, in: 0x1F1E6...0x1F1FF) }
        if indicators.count == 2 { return indicators.joined() }
        guard scalars.first == "\u{1F3F4}" else { return nil }
        let tags = scalars.compactMap { letter($0, in: 0xE0061...0xE007A) }
        return tags.count > 2 ? tags.prefix(2).joined() + "-" + tags.dropFirst(2).joined() : nil
    }

    /// The letter that one of 26 scalars stands for, from A on.
    private static func letter(
        _ scalar: Unicode.Scalar,
        in letters: ClosedRange<UInt32>
    ) -> String? {
        guard letters.contains(scalar.value) else { return nil }
        return String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(scalar.value - letters.lowerBound)))
    }
}
