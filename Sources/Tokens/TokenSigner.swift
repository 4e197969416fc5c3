package import Cryptography
internal import EmojiArt

/// Signs new tokens: with a secret that servers share, or with a private key of Ed25519.
package enum TokenSigner {
    /// For HS256: at least `TokenKeys.secretBytesMin` bytes.
    case secret([UInt8])
    /// For EdDSA, with the id by which key sets name it.
    case key(Ed25519Key, id: String)

    /// A token in its compact form (RFC 7515, section 7.1).
    package func sign(_ claims: TokenClaims) -> String {
        var header = JSONWriter()
        switch self {
        case .secret: header.raw(#"{"alg":"HS256","typ":"JWT"}"#)
        case .key(_, let id):
            header.raw(#"{"alg":"EdDSA","typ":"JWT","kid":"#)
            header.string(id)
            header.raw("}")
        }
        let signed = [header.bytes, claims.json].map(Base64.encodeURL).joined(separator: ".")
        let signature =
            switch self {
            case .secret(let secret): HMACSHA256(secret: secret).code(of: Array(signed.utf8))
            case .key(let key, _): key.signature(of: Array(signed.utf8))
            }
        return signed + "." + Base64.encodeURL(signature)
    }
}
