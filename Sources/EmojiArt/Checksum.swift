/// A sum of digests, lane by lane: adding and removing a part costs the same as hashing it.
///
/// Written as 16 hexadecimal digits, the high lane first.
public struct Checksum: Hashable, Sendable {
    /// The high 32 bits.
    public private(set) var high: UInt32
    /// The low 32 bits.
    public private(set) var low: UInt32

    /// The checksum of an empty document.
    public static let zero = Checksum(high: 0, low: 0)

    /// Makes a checksum from its lanes.
    public init(high: UInt32, low: UInt32) {
        self.high = high
        self.low = low
    }

    /// Makes a checksum from 64 bits.
    public init(_ bits: UInt64) {
        self.init(high: UInt32(bits >> 32), low: UInt32(truncatingIfNeeded: bits))
    }

    /// Both lanes in one word.
    public var bits: UInt64 { UInt64(high) << 32 | UInt64(low) }

    /// Adds a part; lanes wrap.
    public static func += (left: inout Checksum, right: Checksum) {
        left.high &+= right.high
        left.low &+= right.low
    }

    /// Removes a part; lanes wrap.
    public static func -= (left: inout Checksum, right: Checksum) {
        left.high &-= right.high
        left.low &-= right.low
    }
}
