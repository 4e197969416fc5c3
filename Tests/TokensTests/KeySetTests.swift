import EmojiArt
import Foundation
import Testing

@testable import Cryptography
@testable import Tokens

/// Keys of issuers: which of them a server uses, and which it refuses to start with.
struct KeySetTests {
    private static let x = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"

    /// A set of one key of Ed25519, with members that are changed or added.
    private static func set(_ more: String = "", kid: String? = "a") -> String {
        #"{"keys":[{"kty":"OKP","crv":"Ed25519","x":"\#(x)""#
            + (kid.map { #","kid":"\#($0)""# } ?? "") + more + "}]}"
    }

    private func fault(_ set: String) -> String? {
        do throws(KeySet.Fault) {
            _ = try KeySet.read(Array(set.utf8))
            return nil
        } catch {
            return error.text
        }
    }

    @Test(arguments: [
        "", #","use":"sig""#, #","key_ops":["verify"]"#, #","alg":"EdDSA","x5t":"y""#,
    ])
    func `AC2 a key that verifies is used`(more: String) {
        #expect(fault(Self.set(more)) == nil)
    }

    @Test(arguments: [#","use":"enc""#, #","key_ops":["encrypt"]"#, #","alg":"ES256""#])
    func `AC2 a key for something else is left out, and none left is an error`(more: String) {
        #expect(fault(Self.set(more))?.contains("0 keys") == true)
    }

    @Test(arguments: [
        ("", "not JSON"), ("[]", "not a JSON object"), ("{}", "no keys member"),
        (#"{"keys":{}}"#, "not an array"), (#"{"keys":[1]}"#, "not an object"),
        (#"{"keys":[]}"#, "0 keys"),
        (#"{"keys":[],"keys":[]}"#, "duplicate key"),
        (#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a"}]}"#, "valid Ed25519 key of 32 bytes"),
        (#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"11qY"}]}"#, "valid Ed25519 key"),
        (#"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":"!"}]}"#, "valid Ed25519 key"),
        (#"{"keys":[{"kty":"RSA","kid":"a","n":"AQAB","e":"AQAB"}]}"#, "2048"),
        (#"{"keys":[{"kty":"RSA","kid":"a"}]}"#, "2048"),
        (#"{"keys":[{"kty":"EC","crv":"P-256","kid":"a","x":"AA","y":"AA"}]}"#, "P-256"),
    ])
    func `AC2 a set that is broken is refused with the cause`(set: String, cause: String) {
        let found = fault(set)
        #expect(found?.contains(cause) == true, "\(found ?? "used")")
    }

    @Test func `AC2 keys have ids, each its own, and are not too many`() {
        #expect(fault(Self.set(kid: nil))?.contains("number 1 has no kid") == true)
        let key = #"{"kty":"OKP","crv":"Ed25519","x":"\#(Self.x)","kid":"#
        #expect(fault(#"{"keys":[\#(key)"a"},\#(key)"a"}]}"#)?.contains("kid a") == true)
        // Canonically equal, and other bytes: two keys.
        #expect(fault(#"{"keys":[\#(key)"\#u{E9}"},\#(key)"e\#u{301}"}]}"#) == nil)
        let many = (0...KeySet.keysMax).map { "\(key)\"\($0)\"}" }
        #expect(fault(#"{"keys":[\#(many.joined(separator: ","))]}"#)?.contains("17 keys") == true)
        #expect(fault(#"{"keys":[\#(many.dropFirst().joined(separator: ","))]}"#) == nil)
    }

    @Test func `AC2 a point beside the curve and an odd modulus are no keys`() {
        let one = [UInt8](repeating: 1, count: 32)
        #expect(PublicKey(p256X: one, y: one) == nil)
        #expect(PublicKey(p256X: [], y: []) == nil)
        #expect(PublicKey(ed25519: Array(one.dropLast())) == nil)
        let even = [0x80] + [UInt8](repeating: 0, count: 255)
        #expect(PublicKey(rsaModulus: even, exponent: [1, 0, 1]) == nil)
        let large = [UInt8](repeating: 0xFF, count: PublicKey.rsaBits.upperBound / 8 + 1)
        #expect(PublicKey(rsaModulus: large, exponent: [1, 0, 1]) == nil)
        #expect(PublicKey(rsaModulus: [], exponent: []) == nil)
        #expect(ErrorQueue.isEmpty)
    }

    @Test func `AC2 keys of a set are told apart by their ids`() throws {
        let pair = try #require(Ed25519Key(secret: Array(0..<32)))
        let other = try #require(Ed25519Key(secret: Array(1...32)))
        let x = Base64.encodeURL(pair.publicBytes)
        let y = Base64.encodeURL(other.publicBytes)
        let first = #"{"kty":"OKP","crv":"Ed25519","kid":"own","x":"\#(x)"}"#
        let second = #"{"kty":"OKP","crv":"Ed25519","kid":"other","x":"\#(y)"}"#
        let renamed = first.replacing("own", with: "new")
        let claims = try TokenClaims(Array(Signed.claims().utf8))
        for (keys, id, isGood) in [
            (first, "own", true), (first, "other", false), ("\(first),\(second)", "own", true),
            ("\(first),\(second)", "other", false), (second, "own", false),
            // An issuer that renames a key publishes it under both names.
            ("\(first),\(renamed)", "own", true), ("\(first),\(renamed)", "new", true),
        ] {
            let token = TokenSigner.key(pair, id: id).sign(claims)
            let set = Array(#"{"keys":[\#(keys)]}"#.utf8)
            let verifier = TokenVerifier(keys: try TokenKeys(keySet: set))
            #expect(((try? verifier.verify(token, now: Signed.now)) != nil) == isGood, "\(id)")
        }
        // The public key, known to all, is no secret to sign with.
        let set = Array(#"{"keys":[\#(first)]}"#.utf8)
        let verifier = TokenVerifier(keys: try TokenKeys(keySet: set))
        for secret in [set, pair.publicBytes, Array(x.utf8)] {
            for name in ["HS256", "EdDSA"] {
                let confused = Signed.token(
                    Signed.claims(),
                    header: #"{"alg":"\#(name)","kid":"own"}"#,
                    secret: secret
                )
                #expect(throws: TokenFault.badSignature) {
                    _ = try verifier.verify(confused, now: Signed.now)
                }
            }
        }
        #expect(ErrorQueue.isEmpty, "libssl would read it as an error of its own")
    }
}

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
