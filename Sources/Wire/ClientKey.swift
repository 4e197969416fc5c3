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
    public var text: String { high.digits + low.digits }
}

extension String {
    /// The digits with zeros before them, `count` at least.
    func padded(to count: Int) -> String {
        String(repeating: "0", count: max(0, count - utf8.count)) + self
    }
}

extension UInt64 {
    /// 16 hexadecimal digits, as the protocol writes 64 bits.
    package var digits: String { String(self, radix: 16).padded(to: 16) }

    /// Reads 1 to 16 lowercase hexadecimal digits; nil for anything else.
    package init?(hexadecimal digits: some Collection<UInt8>) {
        guard (1...16).contains(digits.count) else { return nil }
        var value: UInt64 = 0
        for digit in digits {
            guard value.append(hexadecimal: digit) else { return nil }
        }
        self = value
    }

    /// Appends a lowercase hexadecimal digit; false when it is none.
    mutating func append(hexadecimal digit: UInt8) -> Bool {
        switch digit {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): self = self << 4 | UInt64(digit - 0x30)
        case UInt8(ascii: "a")...UInt8(ascii: "f"): self = self << 4 | UInt64(digit - 0x57)
        default: return false
        }
        return true
    }
}
