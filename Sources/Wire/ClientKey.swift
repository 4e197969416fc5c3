/// The 128-bit random key by which a client is known for good.
///
/// Written as 32 hexadecimal digits.
///
/// Whoever holds a key can undo what its client did: it is never shown to others.
public struct ClientKey: Hashable, Sendable {
    /// The upper 64 bits.
    public let high: UInt64
    /// The lower 64 bits.
    public let low: UInt64

    /// Makes a key.
    public init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    /// Makes a random key.
    public init(using generator: inout some RandomNumberGenerator) {
        self.init(high: generator.next(), low: generator.next())
    }

    /// Reads a key of 32 lowercase hexadecimal digits; nil for anything else.
    public init?(_ text: String) {
        guard text.utf8.count == 32 else { return nil }
        guard
            let high = UInt64(hexadecimal: text.utf8.prefix(16)),
            let low = UInt64(hexadecimal: text.utf8.suffix(16))
        else { return nil }
        self.init(high: high, low: low)
    }

    /// The key as 32 lowercase hexadecimal digits.
    public var text: String { Self.hexadecimal(high) + Self.hexadecimal(low) }

    private static func hexadecimal(_ word: UInt64) -> String {
        let digits = String(word, radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}

extension UInt64 {
    /// Reads 1 to 16 lowercase hexadecimal digits; nil for anything else.
    package init?(hexadecimal digits: some Collection<UInt8>) {
        guard (1...16).contains(digits.count) else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            switch digit {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | UInt64(digit - 0x30)
            case UInt8(ascii: "a")...UInt8(ascii: "f"): value = value << 4 | UInt64(digit - 0x57)
            default: return nil
            }
        }
        self = value
    }
}
