/// Appends JSON to bytes.
///
/// The caller keeps keys and commas in order.
///
/// Output is compact: no spaces, keys in the order they are written, text as plain UTF-8 with only
/// the escapes that JSON demands.
package struct JSONWriter: Sendable {
    /// What was written.
    package private(set) var bytes: [UInt8]

    /// Makes a writer with room for a typical message.
    package init(capacity: Int = 256) {
        bytes = []
        bytes.reserveCapacity(capacity)
    }

    /// Appends text that is JSON already: braces, commas, keys with their quotes.
    package mutating func raw(_ json: String) {
        bytes.append(contentsOf: json.utf8)
    }

    /// Appends bytes that are JSON already.
    package mutating func raw(_ json: [UInt8]) {
        bytes.append(contentsOf: json)
    }

    /// Appends an integer.
    package mutating func integer(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        digits(value.magnitude, least: 1)
    }

    /// Appends at least `least` decimal digits.
    private mutating func digits(_ value: UInt, least: Int) {
        // A word is a stack of 16 digits: the lowest goes in first and comes out last.
        let (above, below) = value.quotientAndRemainder(dividingBy: 10_000_000_000_000_000)
        if above > 0 { digits(above, least: 1) }
        let least = above > 0 ? 16 : least
        var stack: UInt64 = 0
        var count = 0
        var rest = UInt64(below)
        while rest > 0 || count < least {
            stack = stack << 4 | rest % 10
            rest /= 10
            count += 1
        }
        for _ in 0..<count {
            bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: stack & 0xf))
            stack >>= 4
        }
    }

    /// Appends a number of millionths as a decimal in its shortest form.
    package mutating func millionths(_ value: Int) {
        if value < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        digits(whole, least: 1)
        guard part > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        digits(part, least: 6)
        while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }

    /// Appends a string with its quotes.
    package mutating func string(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                bytes.append(UInt8(ascii: "\\"))
                bytes.append(byte)
            case 0..<0x20:
                raw("\\u00")
                hexadecimal(UInt64(byte), digits: 2)
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends a 64-bit word as 16 hexadecimal digits with quotes.
    package mutating func word(_ value: UInt64) {
        bytes.append(UInt8(ascii: "\""))
        hexadecimal(value, digits: 16)
        bytes.append(UInt8(ascii: "\""))
    }

    private mutating func hexadecimal(_ value: UInt64, digits: Int) {
        for place in stride(from: 4 * (digits - 1), through: 0, by: -4) {
            let digit = UInt8(value >> UInt64(place) & 0xf)
            bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") - 10 + digit)
        }
    }

    /// Appends an emoji's id with quotes.
    package mutating func emojiID(_ id: EmojiID) {
        bytes.append(UInt8(ascii: "\""))
        integer(id.client)
        bytes.append(UInt8(ascii: "."))
        integer(id.counter)
        bytes.append(UInt8(ascii: "\""))
    }

    /// Appends an array of emojis' ids.
    package mutating func emojiIDs(_ ids: [EmojiID]) {
        array(ids) { writer, id in writer.emojiID(id) }
    }

    /// Appends an array, with commas between the items.
    package mutating func array<Item>(
        _ items: some Sequence<Item>,
        _ write: (inout JSONWriter, Item) -> Void
    ) {
        bytes.append(UInt8(ascii: "["))
        var isFirst = true
        for item in items {
            if !isFirst { bytes.append(UInt8(ascii: ",")) }
            isFirst = false
            write(&self, item)
        }
        bytes.append(UInt8(ascii: "]"))
    }
}
