internal import EmojiArt
internal import Wire

/// Judges tokens: by their signature, then by what they claim.
package struct TokenVerifier: Sendable {
    /// Seconds by which the clocks of issuer and server may differ.
    package static let leewaySeconds = 60.0

    private let keys: TokenKeys
    private let audience: String

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - keys: By which tokens are signed.
    ///   - audience: What `aud` has to name; empty for a server that does not ask for it.
    package init(keys: TokenKeys, audience: String = "") {
        self.keys = keys
        self.audience = audience
    }

    /// True when the server asks for tokens.
    package var isRequired: Bool { !keys.isEmpty }

    /// Checks a token.
    ///
    /// - Parameters:
    ///   - token: As it came: untrusted, at most `Limits.tokenBytesMax` bytes.
    ///   - milliseconds: The time, since 1970.
    /// - Returns: What the token grants, unless it was revoked.
    /// - Throws: What is wrong with it.
    /// - Complexity: O(bytes), some 10 µs for HS256; see `TokenKeys.payload(of:)`.
    package func verify(_ token: String, now milliseconds: Int) throws(TokenFault) -> Grant {
        guard !token.isEmpty else { throw .missing }
        guard token.utf8.count <= Limits.tokenBytesMax else { throw .malformed("it is too long") }
        let claims = try TokenClaims(try keys.payload(of: Array(token.utf8)))
        let grant = try Self.grant(claims)
        let leeway = Int(Self.leewaySeconds * 1_000)
        guard grant.expires + leeway > milliseconds else { throw .expired }
        if let start = claims.nbf, !(start - Self.leewaySeconds <= Double(milliseconds) / 1_000) {
            throw .notYetValid
        }
        // A token of the future would outlive the word that revokes its user's tokens.
        if let issued = grant.issued, issued > milliseconds + leeway { throw .notYetValid }
        guard audience.isEmpty || claims.aud?.contains(audience) == true else {
            throw .wrongAudience
        }
        return grant
    }

    private static func grant(_ claims: TokenClaims) throws(TokenFault) -> Grant {
        guard let role = Role(rawValue: claims.role) else {
            throw .malformed("role is not viewer, editor or owner")
        }
        guard claims.documents.count <= DocumentPattern.countMax else {
            throw .malformed("too many documents")
        }
        var patterns: [DocumentPattern] = []
        for text in claims.documents {
            guard let pattern = DocumentPattern(text) else {
                throw .malformed("documents has an invalid name")
            }
            patterns.append(pattern)
        }
        if let user = claims.sub {
            guard user.utf8.count <= Limits.userBytesMax,
                !user.unicodeScalars.contains(where: { $0.isControl })
            else { throw .malformed("sub is too long, or has control characters") }
        }
        if let name = claims.name, !MemberName.isValid(name) {
            throw .malformed("name is too long, or has control characters")
        }
        guard let expires = milliseconds(claims.exp) else { throw .malformed("exp") }
        return Grant(
            user: claims.sub,
            name: claims.name,
            role: role,
            documents: patterns,
            expires: expires,
            issued: claims.iat.flatMap(milliseconds),
            id: claims.jti
        )
    }

    /// Seconds since 1970 as milliseconds; nil beyond what messages can say.
    private static func milliseconds(_ seconds: Double) -> Int? {
        let value = (seconds * 1_000).rounded()
        return (0...Double(Limits.stackMax)).contains(value) ? Int(value) : nil
    }
}
