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

    /// Appends what is written where there is room for it.
    ///
    /// - Parameters:
    ///   - bytesMax: how many bytes `write` appends at most; one more is a programmer's error.
    ///   - write: appends them.
    package mutating func record(bytesMax: Int, _ write: (inout OutputSpan<UInt8>) -> Void) {
        bytes.append(addingCapacity: bytesMax, initializingWith: write)
    }

    /// Appends an integer.
    package mutating func integer(_ value: Whole) {
        record(bytesMax: OutputSpan<UInt8>.integerBytesMax) { $0.integer(value) }
    }

    /// Appends an integer of another type.
    package mutating func integer(_ value: some BinaryInteger) { integer(Whole(value)) }

    /// Appends a key, with what stands before it, and an integer.
    package mutating func integer(_ key: String, _ value: Whole) {
        raw(key)
        integer(value)
    }

    /// Appends a key, with what stands before it, and an integer of another type.
    package mutating func integer(_ key: String, _ value: some BinaryInteger) {
        integer(key, Whole(value))
    }

    /// Appends a number of millionths as a decimal in its shortest form.
    package mutating func millionths(_ value: Whole) {
        record(bytesMax: OutputSpan<UInt8>.integerBytesMax + 1) { span in
            if value < 0 { span.append(UInt8(ascii: "-")) }
            let (whole, part) = value.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
            span.natural(whole)
            guard part > 0 else { return }
            span.append(UInt8(ascii: "."))
            span.digits(DecimalDigits(part), least: 6)
            while span.span[span.count - 1] == UInt8(ascii: "0") { _ = span.removeLast() }
        }
    }

    /// Appends a string with its quotes.
    package mutating func string(_ text: String) {
        record(bytesMax: OutputSpan<UInt8>.bytesMax(of: text)) { $0.string(text) }
    }

    /// Appends a key, with what stands before it, and a string.
    package mutating func string(_ key: String, _ text: String) {
        raw(key)
        string(text)
    }

    /// Appends a 64-bit word as 16 hexadecimal digits with quotes.
    package mutating func word(_ value: UInt64) {
        record(bytesMax: 18) { span in
            span.append(UInt8(ascii: "\""))
            span.hexadecimal(value, digits: 16)
            span.append(UInt8(ascii: "\""))
        }
    }

    /// Appends a key, with what stands before it, and a 64-bit word.
    package mutating func word(_ key: String, _ value: UInt64) {
        raw(key)
        word(value)
    }

    /// Appends an emoji's id with quotes.
    package mutating func emojiID(_ id: EmojiID) {
        record(bytesMax: OutputSpan<UInt8>.emojiIDBytesMax) { $0.emojiID(id) }
    }

    /// Appends an array of emojis' ids.
    package mutating func emojiIDs(_ ids: [EmojiID]) {
        record(bytesMax: (OutputSpan<UInt8>.emojiIDBytesMax + 1) * ids.count + 2) { span in
            span.append(UInt8(ascii: "["))
            var isFirst = true
            for id in ids {
                if !isFirst { span.append(UInt8(ascii: ",")) }
                isFirst = false
                span.emojiID(id)
            }
            span.append(UInt8(ascii: "]"))
        }
    }

    /// Appends a key, with what stands before it, and an array.
    package mutating func array<Item>(
        _ key: String,
        _ items: some Sequence<Item>,
        _ write: (inout JSONWriter, Item) -> Void
    ) {
        raw(key)
        array(items, write)
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
