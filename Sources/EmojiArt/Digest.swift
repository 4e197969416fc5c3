/// A 64-bit digest in two 32-bit lanes, the same in Swift and JavaScript.
///
/// Each lane is MurmurHash3_x86_32 with its own seed; JavaScript computes it with `Math.imul`.
/// It finds accidents (a diverged replica, a flipped bit), not forgeries.
public struct Digest: Sendable {
    private var low: UInt32 = 0x454d_4f4a  // "EMOJ"
    private var high: UInt32 = 0x4941_5254  // "IART"
    private var words: UInt32 = 0

    /// Starts an empty digest.
    public init() {}

    /// Takes in one word.
    public mutating func combine(_ word: UInt32) {
        var key = word &* 0xcc9e_2d51
        key = (key << 15 | key >> 17) &* 0x1b87_3593
        low = Self.round(low ^ key)
        high = Self.round(high ^ key)
        words &+= 1
    }

    /// Takes in a signed integer of at most 53 bits as two words, the low one first.
    public mutating func combine(_ integer: Whole) {
        combine(UInt32(truncatingIfNeeded: integer))
        combine(UInt32(truncatingIfNeeded: integer >> 32))
    }

    /// Takes in a text's UTF-8 bytes as `combine(bytes:)` does.
    public mutating func combine(_ text: String) {
        let bytes = text.utf8.span
        combine(bytes: bytes)
    }

    /// Takes in bytes, four to a word, the first lowest, then their count as one word.
    public mutating func combine(bytes: Span<UInt8>) {
        let whole = bytes.count & ~3
        var index = 0
        while index < whole {
            let word = bytes.extracting(index..<index &+ 4)
            combine(
                UInt32(word[0]) | UInt32(word[1]) << 8 | UInt32(word[2]) << 16
                    | UInt32(word[3]) << 24
            )
            index &+= 4
        }
        if index < bytes.count {
            var word: UInt32 = 0
            for offset in 0..<(bytes.count - index) {
                word |= UInt32(bytes[index + offset]) << (8 * UInt32(offset))
            }
            combine(word)
        }
        combine(UInt32(truncatingIfNeeded: bytes.count))
    }

    /// The two lanes of the digest of all that was taken in.
    public var value: Checksum {
        Checksum(high: Self.finish(high ^ words), low: Self.finish(low ^ words))
    }

    private static func round(_ lane: UInt32) -> UInt32 {
        (lane << 13 | lane >> 19) &* 5 &+ 0xe654_6b64
    }

    private static func finish(_ lane: UInt32) -> UInt32 {
        var lane = lane
        lane = (lane ^ lane >> 16) &* 0x85eb_ca6b
        lane = (lane ^ lane >> 13) &* 0xc2b2_ae35
        return lane ^ lane >> 16
    }
}
