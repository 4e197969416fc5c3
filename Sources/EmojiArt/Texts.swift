// Texts are compared as bytes, as in JavaScript and in the journal. `==` compares what Unicode
// takes for the same text, and brings tables that a browser would have to fetch.
extension String {
    /// True when both texts have the same bytes.
    package func hasBytes(of other: String) -> Bool { utf8.elementsEqual(other.utf8) }
}

extension String? {
    /// True when both texts have the same bytes, or both are nil.
    package func hasBytes(of other: String?) -> Bool {
        switch (self, other) {
        case (let one?, let other?): one.hasBytes(of: other)
        case (nil, nil): true
        default: false
        }
    }
}

extension RawRepresentable where Self: CaseIterable, RawValue == String {
    /// The case whose raw value has the bytes of a text; nil for none.
    package init?(bytesOf text: String) {
        guard let match = Self.allCases.first(where: { $0.rawValue.hasBytes(of: text) }) else {
            return nil
        }
        self = match
    }
}

// Few and settled: by the tables of the standard library a browser would fetch 20 KB for them.
extension Unicode.Scalar {
    /// True for a space (White_Space).
    package var isSpace: Bool {
        switch value {
        case 0x9...0xD, 0x20, 0x85, 0xA0, 0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F, 0x205F,
            0x3000:
            true
        default: false
        }
    }

    /// True for a scalar that fonts draw as nothing (Default_Ignorable_Code_Point).
    package var isIgnorable: Bool {
        switch value {
        case 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
            0x200B...0x200F, 0x202A...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF,
            0xFFA0, 0xFFF0...0xFFF8, 0x1BCA0...0x1BCA3, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            true
        default: false
        }
    }
}
