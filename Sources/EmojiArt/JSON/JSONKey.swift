/// A short name as two words, so that finding a member is a comparison of integers.
///
/// Holds 1 to 15 bytes exactly and their count; longer names are kept by their first 15 bytes and
/// a count of 255, and must be compared byte for byte (see `JSONReader`).
package struct JSONKey: Equatable, Sendable, ExpressibleByStringLiteral {
    private var high: UInt64 = 0
    private var low: UInt64 = 0

    static let longest = 15

    /// Whether the name did not fit.
    var isCut: Bool { low & 0xff == 255 }

    init() {}

    /// Makes a key of a literal of 1 to 15 ASCII bytes.
    package init(stringLiteral name: String) {
        self.init(name)
    }

    /// Makes a key of a name.
    package init(_ name: String) {
        var count = 0
        for byte in name.utf8.prefix(Self.longest + 1) {
            put(byte, at: count)
            count += 1
        }
        close(count)
    }

    /// Makes a key of the bytes of a text from `start` to before `end`.
    init(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) {
        for place in 0..<min(end - start, Self.longest) { put(bytes[start + place], at: place) }
        close(end - start)
    }

    /// Puts a byte at a place; what does not fit is left out.
    private mutating func put(_ byte: UInt8, at place: Int) {
        if place < 8 {
            high |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 56 - 8 * place)
        } else if place < Self.longest {
            low |= UInt64(byte) &<< UInt64(truncatingIfNeeded: 120 - 8 * place)
        }
    }

    private mutating func close(_ count: Int) {
        low |= count > Self.longest ? 255 : UInt64(truncatingIfNeeded: count)
    }
}

extension JSONKey: CustomStringConvertible {
    /// The name; a name that was cut ends in an ellipsis.
    package var description: String {
        var bytes: [UInt8] = []
        for place in 0..<min(Int(low & 0xff), Self.longest) {
            let word = place < 8 ? high : low
            bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(56 - 8 * (place % 8))))
        }
        return String(decoding: bytes, as: UTF8.self) + (isCut ? "…" : "")
    }
}
