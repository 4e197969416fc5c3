/// Base64 with padding (RFC 4648, section 4).
enum Base64 {
    /// Checks a whole text and decodes its first bytes.
    ///
    /// - Returns: at most `count` bytes; nil when the text is not base64.
    static func prefix(of text: String, count: Int) -> [UInt8]? {
        var decoded: [UInt8] = []
        var bits: UInt32 = 0
        var characters = 0
        var padding = 0
        for byte in text.utf8 {
            characters += 1
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let value = value(of: byte) else { return nil }
            bits = bits << 6 | value
            let pending = characters * 6 % 8
            if pending != 6, decoded.count < count {
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(pending)))
            }
        }
        return characters.isMultiple(of: 4) && padding <= 2 ? decoded : nil
    }

    private static func value(of byte: UInt8) -> UInt32? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(byte - UInt8(ascii: "A"))
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(byte - UInt8(ascii: "a")) + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte - UInt8(ascii: "0")) + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
