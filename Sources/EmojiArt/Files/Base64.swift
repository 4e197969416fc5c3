/// Base64 with padding (RFC 4648, section 4), and the form for URLs without (section 5).
package enum Base64 {
    private static let alphabet = Array(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8
    )

    /// Decodes the form for URLs, in which each text has one meaning and each meaning one text.
    ///
    /// - Returns: the bytes; nil for padding, for bits that are left over and set, and for any byte
    ///   outside the alphabet.
    /// - Complexity: O(bytes).
    package static func decodeURL(_ text: some Collection<UInt8>) -> [UInt8]? {
        let plain = text.map { byte in
            switch byte {
            case UInt8(ascii: "-"): UInt8(ascii: "+")
            case UInt8(ascii: "_"): UInt8(ascii: "/")
            default: byte
            }
        }
        let padding = String(repeating: "=", count: (4 - text.count % 4) % 4)
        let padded = String(decoding: plain, as: UTF8.self) + padding
        guard let bytes = decode(padded[...], atMost: text.count) else { return nil }
        return encodeURL(bytes).utf8.elementsEqual(text) ? bytes : nil
    }

    /// Encodes bytes in the form for URLs.
    package static func encodeURL(_ bytes: [UInt8]) -> String {
        let text = encode(bytes).utf8.prefix { $0 != UInt8(ascii: "=") }.map { byte in
            switch byte {
            case UInt8(ascii: "+"): UInt8(ascii: "-")
            case UInt8(ascii: "/"): UInt8(ascii: "_")
            default: byte
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Decodes a text.
    ///
    /// - Returns: the bytes; nil when the text is not base64, or of more than `bytesMax` bytes.
    package static func decode(_ text: Substring, atMost bytesMax: Int) -> [UInt8]? {
        let count = text.utf8.count
        guard count.isMultiple(of: 4), count / 4 * 3 <= bytesMax + 2 else { return nil }
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count / 4 * 3)
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
            if pending != 6 {
                decoded.append(UInt8(truncatingIfNeeded: bits >> UInt32(pending)))
            }
        }
        return padding <= 2 && decoded.count <= bytesMax ? decoded : nil
    }

    /// Encodes bytes.
    package static func encode(_ bytes: [UInt8]) -> String {
        var text: [UInt8] = []
        text.reserveCapacity((bytes.count + 2) / 3 * 4)
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let count = min(3, bytes.count - start)
            var bits = 0
            for offset in 0..<3 {
                bits = bits << 8 | (offset < count ? Int(bytes[start + offset]) : 0)
            }
            for place in 0..<4 {
                let isPadding = place > count
                text.append(isPadding ? 0x3D : alphabet[bits >> (18 - 6 * place) & 63])
            }
        }
        return String(decoding: text, as: UTF8.self)
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
