// JSON's values, written where there is room for them already: a writer that asks an array for room
// byte by byte takes three times the instructions.
extension OutputSpan<UInt8> {
    /// Bytes that an integer takes at most.
    package static var integerBytesMax: Int { 20 }

    /// Bytes that an emoji's id takes at most, with its quotes.
    package static var emojiIDBytesMax: Int { 23 }

    /// Bytes that a string takes at most, with its quotes.
    package static func bytesMax(of text: String) -> Int { 6 * text.utf8.count + 2 }

    /// Appends text that is JSON already: braces, commas, keys with their quotes.
    ///
    /// Inlined into other modules, so that the bytes of a literal are known there.
    @inlinable @inline(__always)
    package mutating func raw(_ json: String) {
        for byte in json.utf8 { append(byte) }
    }

    /// Appends an integer.
    package mutating func integer(_ value: Whole) {
        if value < 0 { append(UInt8(ascii: "-")) }
        natural(value.magnitude)
    }

    /// Appends an integer of another type.
    package mutating func integer(_ value: some BinaryInteger) { integer(Whole(value)) }

    mutating func natural(_ value: Whole.Magnitude) {
        if value < 10 { return append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
        let (above, below) = value.quotientAndRemainder(dividingBy: 100_000_000)
        if above > 0 { natural(above) }
        digits(DecimalDigits(below), least: above > 0 ? 8 : 1)
    }

    /// Appends the lowest digits: without zeros before them, but `least` digits at least.
    mutating func digits(_ digits: DecimalDigits, least: Int) {
        let count = max(least, digits.count)
        var rest = digits.text >> UInt64(8 * (8 - count))
        for _ in 0..<count {
            append(UInt8(truncatingIfNeeded: rest))
            rest >>= 8
        }
    }

    /// Appends a string with its quotes.
    package mutating func string(_ text: String) {
        append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20:
                raw("\\u00")
                hexadecimal(UInt64(byte), digits: 2)
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }

    /// Appends the lowest hexadecimal digits of a word.
    package mutating func hexadecimal(_ value: UInt64, digits: Int) {
        for place in stride(from: 4 * (digits - 1), through: 0, by: -4) {
            let digit = UInt8(value >> UInt64(place) & 0xf)
            append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }

    /// Appends an emoji's id with quotes.
    package mutating func emojiID(_ id: EmojiID) {
        append(UInt8(ascii: "\""))
        integer(id.client)
        append(UInt8(ascii: "."))
        integer(id.counter)
        append(UInt8(ascii: "\""))
    }
}
