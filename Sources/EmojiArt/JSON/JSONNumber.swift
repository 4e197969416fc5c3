/// The numbers of JSON (RFC 8259, section 6).
enum JSONNumber {
    /// Reads the number at `offset` and steps over it.
    ///
    /// - Returns: its value when it has neither fraction nor exponent, is not `-0`, and is at most
    ///   `Limits.stackMax` either way, beyond which JavaScript's numbers are not exact; else nil.
    /// - Throws: `JSONError.invalidNumber` for another form or more than `Limits.numberBytesMax`
    ///   bytes.
    static func read(
        _ bytes: borrowing Span<UInt8>,
        at offset: inout Int
    ) throws(JSONError) -> Whole? {
        let start = offset
        let isNegative = bytes[offset] == UInt8(ascii: "-")
        if isNegative { offset += 1 }
        var magnitude: Whole = 0
        let whole = try digits(bytes, at: &offset, from: start, into: &magnitude)
        guard whole == 1 || bytes[offset - whole] != UInt8(ascii: "0") else {
            throw JSONError(reason: .invalidNumber, offset: start)
        }
        var isInteger = magnitude <= Limits.stackMax && !(isNegative && magnitude == 0)
        var ignored: Whole = 0
        if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
            isInteger = false
            offset += 1
            _ = try digits(bytes, at: &offset, from: start, into: &ignored)
        }
        if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            offset += 1
            if offset < bytes.count,
                bytes[offset] == UInt8(ascii: "+") || bytes[offset] == UInt8(ascii: "-")
            {
                offset += 1
            }
            _ = try digits(bytes, at: &offset, from: start, into: &ignored)
        }
        return isInteger ? (isNegative ? -magnitude : magnitude) : nil
    }

    /// Reads a decimal as a whole number of millionths.
    ///
    /// - Returns: nil for an exponent, more than six places, or more than `Limits.stackMax`
    ///   millionths.
    static func millionths(_ bytes: borrowing Span<UInt8>, _ range: Range<Int>) -> Whole? {
        var value: Whole = 0
        var places: Int?
        var isNegative = false
        for index in range {
            switch bytes[index] {
            case UInt8(ascii: "-"): isNegative = true
            case UInt8(ascii: "."): places = 0
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                value = value * 10 + Whole(bytes[index] - UInt8(ascii: "0"))
                places? += 1
                guard value <= Limits.stackMax, places ?? 0 <= 6 else { return nil }
            default: return nil
            }
        }
        for _ in (places ?? 0)..<6 {
            value *= 10
            guard value <= Limits.stackMax else { return nil }
        }
        return isNegative ? -value : value
    }

    /// Reads digits, at least one; the value sticks above `Limits.stackMax` instead of wrapping.
    private static func digits(
        _ bytes: borrowing Span<UInt8>,
        at offset: inout Int,
        from start: Int,
        into value: inout Whole
    ) throws(JSONError) -> Int {
        var count = 0
        while offset < bytes.count, case UInt8(ascii: "0")...UInt8(ascii: "9") = bytes[offset] {
            if value <= Limits.stackMax { value = value * 10 + Whole(bytes[offset] & 0x0f) }
            offset += 1
            count += 1
            guard offset - start <= Limits.numberBytesMax else {
                throw JSONError(reason: .invalidNumber, offset: start)
            }
        }
        guard count > 0 else { throw JSONError(reason: .invalidNumber, offset: start) }
        return count
    }
}
