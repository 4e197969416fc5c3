internal import Cryptography
internal import EmojiArt
internal import Tokens

/// Tokens and key sets from anybody: what no key signed is refused before it is read, and what one
/// signed is a grant within its bounds, or refused with a cause.
enum TokenTrial {
    private static let secret = [UInt8](0..<32)
    private static let now = 1_800_000_000_000

    /// The first byte says how the rest is meant.
    static func run(_ bytes: [UInt8]) throws(Finding) {
        guard let kind = bytes.first else { return }
        let rest = Array(bytes.dropFirst())
        switch kind % 4 {
        case 0: try unsigned(rest)
        case 1: try signed(rest)
        case 2: try issued(rest)
        default: try keySet(rest)
        }
    }

    /// All keys at once: an answer for each kind of signature.
    private static func verifier() throws(Finding) -> TokenVerifier {
        guard let key = Ed25519Key(secret: secret) else { throw Finding("32 bytes are no key") }
        let set =
            #"{"keys":[{"kty":"OKP","crv":"Ed25519","kid":"a","x":""#
            + Base64.encodeURL(key.publicBytes) + #""}]}"#
        do throws(KeySet.Fault) {
            return TokenVerifier(keys: try TokenKeys(secret: secret, keySet: Array(set.utf8)))
        } catch {
            throw Finding("a good key set is refused: \(error.text)")
        }
    }

    /// Bytes as they came: nobody can guess a signature.
    private static func unsigned(_ bytes: [UInt8]) throws(Finding) {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let fault = fault(of: text, try verifier()) else {
            throw Finding("a token that no key signed is good")
        }
        switch fault {
        case .missing: try promise(text.isEmpty, "\(text.count) characters are missing")
        case .badSignature, .malformed: break
        default: throw Finding("an unsigned token was read: \(fault.text)")
        }
    }

    /// Any header and any claims under a good signature, parted by a line end.
    private static func signed(_ bytes: [UInt8]) throws(Finding) {
        let parts = bytes.split(separator: 0x0A, maxSplits: 1, omittingEmptySubsequences: false)
        let texts = (parts + [[]]).prefix(2).map { Base64.encodeURL(Array($0)) }
        let text = texts.joined(separator: ".")
        let code = HMACSHA256(secret: secret).code(of: Array(text.utf8))
        try judge(text + "." + Base64.encodeURL(code))
        // The same under a signature that is none.
        try unsigned(Array((text + "." + Base64.encodeURL(code.reversed())).utf8))
    }

    /// Any claims under a good header, of a secret and of a key.
    private static func issued(_ bytes: [UInt8]) throws(Finding) {
        guard let key = Ed25519Key(secret: secret), let claims = try? TokenClaims(bytes) else {
            return
        }
        guard abs(claims.exp) < 1e15, abs(claims.nbf ?? 0) < 1e15, abs(claims.iat ?? 0) < 1e15
        else { return }
        let again = try? TokenClaims(claims.json)
        try promise(again?.documents == claims.documents, "claims change when they are written")
        try promise(again?.sub == claims.sub && again?.aud == claims.aud, "a claim changes")
        try judge(TokenSigner.secret(secret).sign(claims))
        try judge(TokenSigner.key(key, id: "a").sign(claims))
    }

    private static func judge(_ token: String) throws(Finding) {
        let verifier = try verifier()
        guard let grant = try? verifier.verify(token, now: now) else { return }
        try promise(grant.expires > now - 60_000, "a token that has ended is good")
        try promise(grant.documents.count <= DocumentPattern.countMax, "too many patterns")
        try promise(grant.user?.utf8.count ?? 0 <= Limits.userBytesMax, "a user is too long")
    }

    private static func fault(of token: String, _ verifier: TokenVerifier) -> TokenFault? {
        do throws(TokenFault) {
            _ = try verifier.verify(token, now: now)
            return nil
        } catch {
            return error
        }
    }

    /// A set that is accepted has keys, and one that is refused a cause.
    private static func keySet(_ bytes: [UInt8]) throws(Finding) {
        let keys: TokenKeys
        do throws(KeySet.Fault) {
            keys = try TokenKeys(keySet: bytes)
        } catch {
            return try promise(!error.text.isEmpty, "a set is refused without a cause")
        }
        try promise(!keys.isEmpty, "a set without keys is accepted")
    }
}
