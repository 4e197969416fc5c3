import EmojiArt
import Tokens

@testable import Cryptography

/// Tokens with any header and any claims, signed by a secret: more than `TokenSigner` would sign.
enum Signed {
    static let secret = Array("0123456789abcdef0123456789abcdef".utf8)

    /// A token whose header and claims are given as JSON, or as what is none.
    static func token(
        _ claims: String,
        header: String = #"{"alg":"HS256","typ":"JWT"}"#,
        secret: [UInt8] = Signed.secret
    ) -> String {
        let signed = [header, claims].map { Base64.encodeURL(Array($0.utf8)) }
            .joined(separator: ".")
        let code = HMACSHA256(secret: secret).code(of: Array(signed.utf8))
        return signed + "." + Base64.encodeURL(code)
    }

    /// Claims that are good for an hour, with some of them changed or added.
    static func claims(_ more: String = "") -> String {
        #"{"sub":"ada","documents":["picnic","team-*"],"role":"editor","exp":1800003600"#
            + #","iat":1800000000,"jti":"t1""# + (more.isEmpty ? "" : "," + more) + "}"
    }

    /// The time of the tests, in milliseconds since 1970.
    static let now = 1_800_000_000_000
}
