/// The digest of the protocol's page (CK1 to CK7), written from the page alone.
struct HistoryDigest {
    private var low: UInt32 = 0x454d_4f4a
    private var high: UInt32 = 0x4941_5254
    private var count: UInt32 = 0

    mutating func word(_ word: UInt32) {
        var key = word &* 0xcc9e_2d51
        key = Self.rotate(key, 15) &* 0x1b87_3593
        low = Self.rotate(low ^ key, 13) &* 5 &+ 0xe654_6b64
        high = Self.rotate(high ^ key, 13) &* 5 &+ 0xe654_6b64
        count &+= 1
    }

    mutating func integer(_ integer: Int) {
        word(UInt32(truncatingIfNeeded: integer))
        word(UInt32(truncatingIfNeeded: integer >> 32))
    }

    mutating func bytes(_ bytes: some Collection<UInt8>) {
        var pending: UInt32 = 0
        var index = 0
        for byte in bytes {
            pending |= UInt32(byte) << UInt32(8 * (index % 4))
            index += 1
            if index % 4 == 0 {
                word(pending)
                pending = 0
            }
        }
        if index % 4 != 0 { word(pending) }
        word(UInt32(index))
    }

    /// The value: the high lane first.
    var value: (high: UInt32, low: UInt32) {
        (Self.finish(high ^ count), Self.finish(low ^ count))
    }

    /// Sixteen digits.
    static func text(_ value: (high: UInt32, low: UInt32)) -> String {
        let digits = String(UInt64(value.high) << 32 | UInt64(value.low), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Rule CK7: the chain after an edit of these bytes.
    static func extended(_ chain: String, by bytes: [UInt8]) -> String {
        let word = UInt64(chain, radix: 16) ?? 0
        var digest = HistoryDigest()
        digest.word(UInt32(truncatingIfNeeded: word >> 32))
        digest.word(UInt32(truncatingIfNeeded: word))
        digest.bytes(bytes)
        return text(digest.value)
    }

    private static func rotate(_ word: UInt32, _ count: UInt32) -> UInt32 {
        word << count | word >> (32 - count)
    }

    private static func finish(_ word: UInt32) -> UInt32 {
        var word = (word ^ word >> 16) &* 0x85eb_ca6b
        word = (word ^ word >> 13) &* 0xc2b2_ae35
        return word ^ word >> 16
    }
}
