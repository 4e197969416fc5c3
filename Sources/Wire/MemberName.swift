internal import EmojiArt

/// The rule for a member's name.
package enum MemberName {
    /// Whether a text may be a member's name: at most `Limits.memberNameBytesMax` bytes, and no
    /// control characters, which could speak to the terminal that shows it.
    package static func isValid(_ text: String) -> Bool {
        text.utf8.count <= Limits.memberNameBytesMax
            && !text.unicodeScalars.contains { $0.isControl }
    }
}

extension Unicode.Scalar {
    /// Whether the scalar is a control character or turns the direction of text.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
