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
        for byte in name.utf8 { append(byte) }
    }

    /// Appends a byte.
    mutating func append(_ byte: UInt8) {
        let count = low & 0xff
        switch count {
        case 0..<8: high |= UInt64(byte) << (56 - 8 * count)
        case 8..<15: low |= UInt64(byte) << (56 - 8 * (count - 8))
        default:
            low |= 255
            return
        }
        low += 1
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
