internal import EmojiArt

/// The rule for a member's name.
package enum MemberName {
    /// Whether a text may be a member's name: at most `Limits.memberNameBytesMax` bytes, and no
    /// control characters, which could speak to the terminal that shows it.
    ///
    /// One that is not empty shows something: a member cannot be without a name among others.
    package static func isValid(_ text: String) -> Bool {
        text.utf8.count <= Limits.memberNameBytesMax
            && !text.unicodeScalars.contains { $0.isControl }
            && (text.isEmpty || text.unicodeScalars.contains { $0.isSeen })
    }
}

extension Unicode.Scalar {
    /// True for a scalar that is visible: not a space, not a blank of another script, and not one
    /// that only changes how other scalars look.
    fileprivate var isSeen: Bool {
        !isSpace && !isIgnorable && value != 0x2800
    }

    /// Whether the scalar is a control character or turns the direction of text.
    package var isControl: Bool {
        switch value {
        case 0..<0x20, 0x7F...0x9F, 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
