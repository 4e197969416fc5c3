package import Cryptography
internal import EmojiArt

/// The keys that tokens are signed with: each has one algorithm, which no token can choose.
package struct TokenKeys: Sendable {
    /// Bytes that a shared secret has at least: as many as its digest (RFC 7518, section 3.2).
    package static let secretBytesMin = 32

    private let named: [(id: String, key: PublicKey)]
    private let secret: HMACSHA256?

    /// Makes the keys of a server: bytes shared with the issuer for HS256, at least
    /// `secretBytesMin`, and a JSON Web Key Set (RFC 7517).
    ///
    /// Without either, nobody is asked for a token.
    ///
    /// - Throws: What is wrong with the set.
    package init(secret: [UInt8]? = nil, keySet: [UInt8]? = nil) throws(KeySet.Fault) {
        precondition(secret?.count ?? .max >= Self.secretBytesMin, "A secret is not short.")
        self.secret = secret.map { HMACSHA256(secret: $0) }
        named = try keySet.map { set throws(KeySet.Fault) in try KeySet.read(set) } ?? []
    }

    /// True when there are no keys: then the server asks for no token.
    package var isEmpty: Bool { secret == nil && named.isEmpty }

    /// Checks the signature of a token in its compact form (RFC 7515, section 7.1), and only then
    /// reads its header.
    ///
    /// - Returns: The payload, which a holder of a key has signed.
    /// - Throws: `TokenFault.badSignature` when no key signed it, or its header names another key
    ///   or algorithm; `malformed` for another form, and for extensions that must be understood.
    /// - Complexity: O(bytes); one check for each key whose signatures have that length.
    package func payload(of token: [UInt8]) throws(TokenFault) -> [UInt8] {
        let parts = token.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 3, let signature = Base64.decodeURL(parts[2]) else {
            throw .malformed("not a JWT")
        }
        let signed = Array(token[..<parts[1].endIndex])
        var fault = TokenFault.badSignature
        for signer in signers(of: signed, signature) {
            guard let header = Base64.decodeURL(parts[0]), let payload = Base64.decodeURL(parts[1])
            else { throw .malformed("not a JWT") }
            do throws(TokenFault) {
                try judge(header, signer.algorithm, signer.id)
                return payload
            } catch {
                fault = error
            }
        }
        throw fault
    }

    /// The algorithms of the keys that made a signature, each with the key's id, if it has one.
    ///
    /// They are more than one if a set names a key twice.
    private func signers(
        of signed: [UInt8],
        _ signature: [UInt8]
    ) -> [(algorithm: String, id: String?)] {
        // A secret has no id of its own: its issuer may write any.
        if let secret, secret.isCode(signature, of: signed) { return [("HS256", nil)] }
        return named.filter { $0.key.isSignature(signature, of: signed) }
            .map { ($0.key.algorithm.rawValue, $0.id) }
    }

    /// Checks what a header says against the key that signed it.
    private func judge(
        _ header: [UInt8],
        _ algorithm: String,
        _ own: String?
    ) throws(TokenFault) {
        let (said, id, isExtended): (String?, String?, Bool)
        do throws(KeySet.Fault) {
            let json = try TokenJSON(header)
            said = try json.string("alg")
            id = try json.string("kid")
            isExtended = json.has("crit")
        } catch {
            throw .malformed("header: \(error.text)")
        }
        let isMeant = own.map { own in id?.utf8.elementsEqual(own.utf8) ?? (named.count == 1) }
        guard said == algorithm, isMeant ?? true else { throw .badSignature }
        // Extensions that must be understood (RFC 7515, section 4.1.11): there are none here.
        guard !isExtended else { throw .malformed("crit") }
    }
}

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
            header.string(#"{"alg":"EdDSA","typ":"JWT","kid":"#, id)
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
