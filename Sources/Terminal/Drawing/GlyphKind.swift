/// How many cells a grapheme cluster takes in a line of text, and what must be kept in mind.
enum GlyphKind {
    case narrow
    /// Two cells on every terminal: ideographs and their like.
    case wide
    /// Two cells, of a width that terminals do not agree on.
    case emoji
    /// Controls, formats, what belongs to no script: not written.
    case unprintable

    /// Most bytes of a cluster that is written: as many as the model allows an emoji.
    static let clusterBytesMax = 64

    init(_ cluster: Character) {
        let scalars = cluster.unicodeScalars
        guard let first = scalars.first, Self.isBase(first) else {
            self = .unprintable
            return
        }
        let next = scalars.index(after: scalars.startIndex)
        guard next < scalars.endIndex else {
            self = first.properties.isEmojiPresentation ? .emoji : Self.width(first)
            return
        }
        guard cluster.utf8.count <= Self.clusterBytesMax,
            scalars[next...].allSatisfy(Self.isPrintable)
        else {
            self = .unprintable
            return
        }
        let isEmoji =
            first.properties.isEmojiPresentation
            || first.properties.isEmoji && scalars[next...].contains(where: Self.makesEmoji)
        self = isEmoji ? .emoji : Self.width(first)
    }

    /// Whether a text may be written as an emoji: one cluster that steers nothing.
    static func isDrawable(_ text: String) -> Bool {
        guard text.utf8.count <= clusterBytesMax, let first = text.unicodeScalars.first,
            isBase(first)
        else { return false }
        return text.count == 1 && text.unicodeScalars.allSatisfy(isPrintable)
    }

    /// Whether a scalar is a narrow glyph by itself next to others of the kind.
    static func isAlone(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7f, 0xa1..<0xad, 0xae..<0x300, 0x2010..<0x2028, 0x2500..<0x25fb: true
        default: false
        }
    }

    /// Whether all terminals show a scalar in one cell, so that the cursor is known after it.
    ///
    /// The others are newer than some terminals, or wide on some; what stands right of them is
    /// written again.
    static func isSteady(_ scalar: UInt32) -> Bool {
        switch scalar {
        case 0..<0x80: true
        case 0xa9, 0xad, 0xae, 0x203c, 0x2049, 0x2122, 0x2139: false
        case 0x2194...0x21aa, 0x25aa...0x25ab, 0x25b6, 0x25c0, 0x25fb...0x25fe: false
        case 0xa0..<0x300, 0x370..<0x483, 0x48a..<0x530, 0x1e00..<0x2000: true
        case 0x2010..<0x2028, 0x2030..<0x205f, 0x20a0..<0x20c0, 0x2100..<0x2140: true
        case 0x2190..<0x2300, 0x2500..<0x2600, 0x2800..<0x2900: true
        default: false
        }
    }

    // MARK: Scalars

    /// Whether a cluster may begin with a scalar: marks and formats need one before them.
    private static func isBase(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.value < 0x7f { return scalar.value >= 0x20 }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator, .nonspacingMark, .enclosingMark, .spacingMark:
            return false
        default:
            return !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// Whether a cluster may hold a scalar: joiners and tags may stand within, other formats not.
    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .surrogate, .lineSeparator, .paragraphSeparator: false
        case .format:
            [0x200c, 0x200d].contains(scalar.value) || (0xe0020...0xe007f).contains(scalar.value)
        default: true
        }
    }

    /// Whether a scalar makes an emoji of one that is shown as text by itself.
    private static func makesEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value == 0x200d || scalar.value == 0xfe0f || scalar.value == 0x20e3
            || scalar.properties.isEmojiModifier
    }

    /// The width of what is no emoji: East Asian Wide and Fullwidth of Unicode's annex 11, by
    /// blocks.
    private static func width(_ scalar: Unicode.Scalar) -> GlyphKind {
        switch scalar.value {
        case 0..<0x1100: .narrow
        case 0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x4dbf, 0x4e00...0xa4cf: .wide
        case 0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe30...0xfe6f: .wide
        case 0xff01...0xff60, 0xffe0...0xffe6, 0x16fe0...0x18aff, 0x1aff0...0x1b2ff: .wide
        case 0x1f200...0x1f2ff, 0x20000...0x3fffd: .wide
        default: .narrow
        }
    }
}
