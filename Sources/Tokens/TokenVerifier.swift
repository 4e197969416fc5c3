internal import EmojiArt
package import Wire

/// Judges tokens: by their signature, then by what they claim.
package struct TokenVerifier: Sendable {
    /// Seconds by which the clocks of issuer and server may differ.
    package static let leewaySeconds = 60.0

    private let keys: TokenKeys
    private let audience: String

    /// Makes a verifier; with an audience, a token must name it in `aud`.
    package init(keys: TokenKeys, audience: String = "") {
        self.keys = keys
        self.audience = audience
    }

    /// True when the server asks for tokens.
    package var isRequired: Bool { !keys.isEmpty }

    /// Checks a token as it came, which may be anything, at a time in milliseconds since 1970.
    ///
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
        let patterns = claims.documents.compactMap(DocumentPattern.init)
        guard patterns.count == claims.documents.count else {
            throw .malformed("documents has an invalid name")
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

/// Why somebody is not let in, or not any more.
package enum TokenFault: Error, Equatable, Sendable {
    case missing
    /// Not a token, or one without the claims that are asked for; says what is wrong.
    case malformed(String)
    /// Of no key of this server, or changed since it was signed.
    case badSignature
    /// For another server.
    case wrongAudience
    case notYetValid
    case expired
    case revoked
    /// Another user's, on a connection that has one.
    case otherUser
    /// Good, and not for this document.
    case otherDocument
    /// Not looked at: too many of the same address were not signed.
    case tooMany
    /// Good, and not for what is asked: the least role that would do.
    case needs(Role)

    /// The code of the close that tells it.
    package var closeCode: CloseCode {
        switch self {
        case .otherDocument, .needs, .otherUser: .forbidden
        case .tooMany: .overloaded
        default: .unauthorized
        }
    }

    /// The cause, for a close reason, an HTTP answer and the log: nothing of the token is in it.
    package var text: String {
        switch self {
        case .missing: "a token is needed"
        case .malformed(let what): "the token is malformed: \(what)"
        case .badSignature: "the token is not signed with a key of this server"
        case .wrongAudience: "the token is for another server"
        case .notYetValid: "the token is not valid yet"
        case .expired: "the token has expired"
        case .revoked: "the token was revoked"
        case .otherUser: "the token is for another user"
        case .otherDocument: "the token is not for this document"
        case .tooMany: "too many bad tokens from your address, retry_after=5000"
        case .needs(let role): "this needs the role \(role.rawValue)"
        }
    }
}
