/// Checks UTF-8 as it comes, in chunks that may end within a character (RFC 3629 section 4).
///
/// Ours, because that of libwebsockets 4.1.6 also looks at a client's pongs, which are no text, and
/// overlooks a character that is cut short when an empty frame ends the message.
struct UTF8Check {
    /// Continuation bytes that the last character still lacks.
    private var missing = 0
    /// What the next of them may be: the first one rules out overlong forms, surrogates, and what
    /// lies beyond Unicode.
    private var low: UInt8 = 0x80
    private var high: UInt8 = 0xBF

    /// Whether no character is begun and not ended.
    var isBetweenCharacters: Bool { missing == 0 }

    /// Takes the next bytes; false when they are not UTF-8, whatever follows.
    mutating func take(_ bytes: Span<UInt8>) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            var index = 0
            while index < bytes.count {
                // Most text is ASCII: eight bytes at once, without their highest bits.
                if missing == 0, index + 8 <= bytes.count,
                    unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                        & 0x8080_8080_8080_8080 == 0
                {
                    index += 8
                    continue
                }
                guard unsafe take(bytes[index]) else { return false }
                index += 1
            }
            return true
        }
    }

    private mutating func take(_ byte: UInt8) -> Bool {
        if missing > 0 {
            guard byte >= low, byte <= high else { return false }
            missing -= 1
            (low, high) = (0x80, 0xBF)
            return true
        }
        switch byte {
        case ..<0x80: return true
        case 0xC2...0xDF: missing = 1
        case 0xE0: (missing, low) = (2, 0xA0)
        case 0xED: (missing, high) = (2, 0x9F)
        case 0xE1...0xEF: missing = 2
        case 0xF0: (missing, low) = (3, 0x90)
        case 0xF4: (missing, high) = (3, 0x8F)
        case 0xF1...0xF3: missing = 3
        default: return false
        }
        return true
    }
}
