/// A short name as two words, so that finding a member is a comparison of integers.
///
/// Holds 1 to 15 bytes exactly and their count; longer names are kept by their first 15 bytes and
/// a count of 255, and must be compared byte for byte (see `JSONReader`).
package struct JSONKey: Equatable, Sendable, ExpressibleByStringLiteral {
    @usableFromInline var high: UInt64 = 0
    @usableFromInline var low: UInt64 = 0

    static let longest = 15

    /// Whether the name did not fit.
    var isCut: Bool { low & 0xff == 255 }

    init() {}

    /// Makes a key of a literal of 1 to 15 ASCII bytes.
    ///
    /// A call, as what it does would stand in a hundred places of the page's core.
    @inline(never)
    package init(stringLiteral name: String) {
        self.init(name)
    }

    /// Makes a key of a name.
    package init(_ name: String) {
        let bytes = name.utf8.span
        self.init(bytes, from: 0, to: bytes.count)
    }

    /// Makes a key of the bytes of a text from `start` to before `end`.
    init(_ bytes: borrowing Span<UInt8>, from start: Int, to end: Int) {
        let cut = start + min(end - start, Self.longest)
        let middle = min(start + 8, cut)
        high = Self.pack(bytes, from: start, to: middle)
        low = Self.pack(bytes, from: middle, to: cut)
        low |= cut < end ? 255 : UInt64(truncatingIfNeeded: end - start)
    }

    /// The bytes, at most eight, in one word, the first highest.
    private static func pack(
        _ bytes: borrowing Span<UInt8>,
        from start: Int,
        to end: Int
    ) -> UInt64 {
        let part = bytes.extracting(start..<end)
        var (word, shift) = (UInt64(0), UInt64(64))
        for place in part.indices {
            shift &-= 8
            word |= UInt64(part[place]) &<< shift
        }
        return word
    }

    /// Equality of two words each.
    @inlinable package static func == (left: JSONKey, right: JSONKey) -> Bool {
        left.high == right.high && left.low == right.low
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
