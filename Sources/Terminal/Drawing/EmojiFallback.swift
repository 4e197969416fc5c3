/// What is drawn for an emoji that the terminal cannot show in two cells.
enum EmojiFallback {
    private static let joiner: UInt32 = 0x200d

    /// The texts to try, best first: the emoji, without skin tones, the first of a sequence.
    ///
    /// Models keep emojis without their variation selector; it is added for display.
    static func candidates(_ text: String) -> [String] {
        guard GlyphKind.isDrawable(text) else { return [] }
        let scalars = Array(text.unicodeScalars)
        let toneless = scalars.filter { !$0.properties.isEmojiModifier }
        let first = toneless.prefix { $0.value != joiner }
        var candidates: [String] = []
        for scalars in [scalars, toneless, Array(first)] where !scalars.isEmpty {
            for candidate in displayed(scalars) where !candidates.contains(candidate) {
                candidates.append(candidate)
            }
        }
        return candidates
    }

    private static func displayed(_ scalars: [Unicode.Scalar]) -> [String] {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        guard scalars.count == 1, scalars[0].properties.isEmoji,
            !scalars[0].properties.isEmojiPresentation
        else { return [String(text)] }
        return [String(text) + "\u{fe0f}", String(text)]
    }

    /// Two ASCII letters that stand for an emoji, made of its Unicode name.
    ///
    /// The first letters of the name's first two words, or its first two letters; the letters of a
    /// flag; digits of the number when there is no name.
    static func letters(_ text: String) -> (UInt8, UInt8) {
        let scalars = Array(text.unicodeScalars)
        let flag = scalars.prefix(2).compactMap(regionalLetter)
        if flag.count == 2 { return (flag[0], flag[1]) }
        guard let first = scalars.first else { return (0x3f, 0x3f) }
        guard let name = first.properties.name else { return digits(first.value) }
        let words = name.utf8.split { !isLetter($0) }
        if words.count > 1, let one = words[0].first, let two = words[1].first { return (one, two) }
        let letters = name.utf8.filter(isLetter)
        return letters.count > 1 ? (letters[0], letters[1]) : digits(first.value)
    }

    private static func regionalLetter(_ scalar: Unicode.Scalar) -> UInt8? {
        guard (0x1f1e6...0x1f1ff).contains(scalar.value) else { return nil }
        return UInt8(scalar.value - 0x1f1e6) + 0x41
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5a).contains(byte) }

    private static func digits(_ value: UInt32) -> (UInt8, UInt8) {
        let digits = Array("0123456789ABCDEF".utf8)
        return (digits[Int(value >> 4 & 15)], digits[Int(value & 15)])
    }
}
