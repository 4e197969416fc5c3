import EmojiArt
import Testing

struct ChecksumTests {
    @Test func `CK3 lanes add and wrap on their own`() {
        var sum = Checksum(high: .max, low: .max)
        sum += Checksum(high: 1, low: 2)
        #expect(sum == Checksum(high: 0, low: 1))
        sum -= Checksum(high: 1, low: 2)
        #expect(sum.bits == UInt64.max)
        #expect(Checksum(0x0123_4567_89ab_cdef) == Checksum(high: 0x0123_4567, low: 0x89ab_cdef))
    }

    @Test func `CK1 bytes, a text and their words have one digest`() {
        let bytes = Array("Hello, world!".utf8)
        var whole = Digest()
        whole.combine(bytes: bytes.span)
        var text = Digest()
        text.combine("Hello, world!")
        #expect(whole.value == text.value)
        var words = Digest()
        for word in [0x6c6c_6548, 0x7720_2c6f, 0x646c_726f, 0x21, 13] as [UInt32] {
            words.combine(word)
        }
        #expect(whole.value == words.value)
    }

    @Test func `CK1 integers count with their sign and their high bits`() {
        let values = [0, 1, -1, 1 << 32, -(1 << 32), Limits.stackMax, -Limits.stackMax]
        let digests = values.map { value in
            var digest = Digest()
            digest.combine(value)
            return digest.value
        }
        #expect(Set(digests).count == values.count)
    }
}
