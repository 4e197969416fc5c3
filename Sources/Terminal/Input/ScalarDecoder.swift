/// Decodes a character of several bytes of UTF-8, byte by byte.
///
/// Each byte is checked when it comes (Unicode 16, table 3-7), so what is no UTF-8 ends at once and
/// takes no byte along that means something of its own.
struct ScalarDecoder {
    /// What stands for bytes that are no character.
    static let replacement: Unicode.Scalar = "\u{fffd}"

    private var value: UInt32 = 0
    private var missing = 0
    private var allowed = Self.continuation

    private static let continuation: ClosedRange<UInt8> = 0x80...0xbf

    enum Step: Equatable {
        case unfinished
        case scalar(Unicode.Scalar)
        /// What came before is no character, and the byte is no part of it.
        case malformed
    }

    /// Takes the first byte of a character; whether it is one, of several.
    mutating func begin(_ byte: UInt8) -> Bool {
        allowed = Self.continuation
        switch byte {
        case 0xc2...0xdf: begin(byte & 0x1f, missing: 1)
        case 0xe0...0xef:
            begin(byte & 0x0f, missing: 2)
            // No longer than needed, and no surrogates.
            if byte == 0xe0 { allowed = 0xa0...0xbf }
            if byte == 0xed { allowed = 0x80...0x9f }
        case 0xf0...0xf4:
            begin(byte & 0x07, missing: 3)
            // No longer than needed, and not over U+10FFFF.
            if byte == 0xf0 { allowed = 0x90...0xbf }
            if byte == 0xf4 { allowed = 0x80...0x8f }
        default: return false
        }
        return true
    }

    mutating func receive(_ byte: UInt8) -> Step {
        guard missing > 0, allowed.contains(byte) else { return .malformed }
        allowed = Self.continuation
        value = value << 6 | UInt32(byte & 0x3f)
        missing -= 1
        guard missing == 0 else { return .unfinished }
        return Unicode.Scalar(value).map(Step.scalar) ?? .malformed
    }

    private mutating func begin(_ bits: UInt8, missing: Int) {
        value = UInt32(bits)
        self.missing = missing
    }
}
