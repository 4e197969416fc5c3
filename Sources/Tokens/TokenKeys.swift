internal import Cryptography
internal import EmojiArt

/// The keys that tokens are signed with: each has one algorithm, which no token can choose.
package struct TokenKeys: Sendable {
    /// Bytes that a shared secret has at least: as many as its digest (RFC 7518, section 3.2).
    package static let secretBytesMin = 32

    private let named: [(id: String, key: PublicKey)]
    private let secret: HMACSHA256?

    /// No keys: nobody is asked for a token.
    package init() {
        secret = nil
        named = []
    }

    /// Makes the keys of a server.
    ///
    /// - Parameters:
    ///   - secret: Bytes shared with the issuer, for HS256: at least `secretBytesMin`.
    ///   - keySet: A JSON Web Key Set (RFC 7517).
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
                try judge(header, signer)
                return payload
            } catch {
                fault = error
            }
        }
        throw fault
    }

    private enum Signer {
        case secret
        case named(id: String, PublicKey.Algorithm)
    }

    /// The keys that made a signature: more than one if a set names a key twice.
    private func signers(of signed: [UInt8], _ signature: [UInt8]) -> [Signer] {
        if let secret, secret.isCode(signature, of: signed) { return [.secret] }
        return named.filter { $0.key.isSignature(signature, of: signed) }
            .map { .named(id: $0.id, $0.key.algorithm) }
    }

    /// Checks what a header says against the key that signed it.
    private func judge(_ header: [UInt8], _ signer: Signer) throws(TokenFault) {
        let (algorithm, id, isExtended): (String?, String?, Bool)
        do throws(TokenJSON.Mismatch) {
            let json = try TokenJSON(header)
            algorithm = try json.string("alg")
            id = try json.string("kid")
            isExtended = json.has("crit")
        } catch {
            throw .malformed("header: \(error.text)")
        }
        switch signer {
        case .secret:
            // A secret has no id of its own: its issuer may write any.
            guard algorithm == "HS256" else { throw .badSignature }
        case .named(let own, let kind):
            let isMeant = id.map { $0.utf8.elementsEqual(own.utf8) } ?? (named.count == 1)
            guard algorithm == kind.rawValue, isMeant else { throw .badSignature }
        }
        // Extensions that must be understood (RFC 7515, section 4.1.11): there are none here.
        guard !isExtended else { throw .malformed("crit") }
    }
}
