/// The escapes of a JSON string (RFC 8259, section 7).
enum JSONEscape {
    /// Reads the escape at `offset`, a backslash, and steps over it; returns its scalar.
    ///
    /// - Throws: `JSONError` for an unknown escape and for half a surrogate pair, which other
    ///   parsers turn into different texts.
    static func read(
        _ bytes: borrowing Span<UInt8>,
        at offset: inout Int
    ) throws(JSONError) -> Unicode.Scalar {
        guard offset + 1 < bytes.count else {
            throw JSONError(reason: .unexpectedEnd, offset: offset)
        }
        let kind = bytes[offset + 1]
        switch kind {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"):
            offset += 2
            return Unicode.Scalar(kind)
        case UInt8(ascii: "b"): return step(&offset, "\u{08}")
        case UInt8(ascii: "f"): return step(&offset, "\u{0C}")
        case UInt8(ascii: "n"): return step(&offset, "\n")
        case UInt8(ascii: "r"): return step(&offset, "\r")
        case UInt8(ascii: "t"): return step(&offset, "\t")
        case UInt8(ascii: "u"): return try readUnicode(bytes, at: &offset)
        default: throw JSONError(reason: .invalidString, offset: offset)
        }
    }

    private static func step(_ offset: inout Int, _ scalar: Unicode.Scalar) -> Unicode.Scalar {
        offset += 2
        return scalar
    }

    private static func readUnicode(
        _ bytes: borrowing Span<UInt8>,
        at offset: inout Int
    ) throws(JSONError) -> Unicode.Scalar {
        let start = offset
        let first = try readUnit(bytes, at: &offset)
        if let scalar = Unicode.Scalar(first) { return scalar }
        guard (0xD800..<0xDC00).contains(first), offset < bytes.count,
            bytes[offset] == UInt8(ascii: "\\")
        else { throw JSONError(reason: .invalidString, offset: start) }
        let second = try readUnit(bytes, at: &offset)
        guard (0xDC00..<0xE000).contains(second),
            let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
        else { throw JSONError(reason: .invalidString, offset: start) }
        return scalar
    }

    /// Reads `\uXXXX`.
    private static func readUnit(
        _ bytes: borrowing Span<UInt8>,
        at offset: inout Int
    ) throws(JSONError) -> UInt32 {
        var unit: UInt32 = 0
        for position in (offset + 1)..<(offset + 6) {
            guard position < bytes.count else {
                throw JSONError(reason: .unexpectedEnd, offset: offset)
            }
            if position == offset + 1, bytes[position] == UInt8(ascii: "u") { continue }
            guard position > offset + 1,
                let digit = Unicode.Scalar(bytes[position]).hexadecimalValue
            else { throw JSONError(reason: .invalidString, offset: position) }
            unit = unit << 4 | digit
        }
        offset += 6
        return unit
    }
}

extension Unicode.Scalar {
    fileprivate var hexadecimalValue: UInt32? {
        switch self {
        case "0"..."9": value - 0x30
        case "a"..."f": value - 0x61 + 10
        case "A"..."F": value - 0x41 + 10
        default: nil
        }
    }
}
