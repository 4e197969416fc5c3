import Testing

@testable import Cryptography

/// Digests and codes, by the examples of their standards.
struct DigestTests {
    /// FIPS 180-4's examples.
    @Test func `HT12 a digest is the SHA-256`() {
        #expect(
            SHA256Digest.of(Array("abc".utf8))
                == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        )
        #expect(
            SHA256Digest.of([])
                == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
        )
    }

    /// RFC 4231, sections 4.3 and 4.7: a short secret, and one that is longer than a block.
    @Test(arguments: [
        (
            Array("Jefe".utf8), "what do ya want for nothing?",
            "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
        ),
        (
            [UInt8](repeating: 0xAA, count: 131),
            "Test Using Larger Than Block-Size Key - Hash Key First",
            "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
        ),
    ])
    func `AC2 a code is the HMAC`(secret: [UInt8], text: String, code: String) {
        let codes = HMACSHA256(secret: secret)
        let found = codes.code(of: Array(text.utf8))
        #expect(SHA256Digest.hexadecimal(found) == code)
        #expect(codes.isCode(found, of: Array(text.utf8)))
        #expect(!codes.isCode(found, of: Array((text + ".").utf8)))
        #expect(!codes.isCode(Array(found.dropLast()), of: Array(text.utf8)))
        #expect(!codes.isCode([], of: Array(text.utf8)))
    }

    @Test func `HT12 a digest of pieces is that of the whole`() {
        let digest = StreamDigest()
        for piece in ["a", "", "bc"] { digest.add(Array(piece.utf8)) }
        #expect(digest.finish() == SHA256Digest.of(Array("abc".utf8)))
    }
}
