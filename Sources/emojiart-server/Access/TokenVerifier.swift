internal import EmojiArt
internal import Foundation
internal import JWTKit
internal import Wire

/// Judges tokens: by their signature, their time, and what was revoked.
///
/// Synchronous: an HS256 signature takes some 20 microseconds, EdDSA some 60, less than a join.
struct TokenVerifier {
    /// Seconds by which the clocks of issuer and server may differ.
    static let leewaySeconds = 60.0

    private let keys: TokenKeys
    private let audience: String
    private let parser = DefaultJWTParser()

    /// Makes a verifier.
    ///
    /// - Parameters:
    ///   - keys: By which tokens are signed.
    ///   - audience: What `aud` has to name; empty for a server that does not ask for it.
    init(keys: TokenKeys, audience: String) {
        self.keys = keys
        self.audience = audience
    }

    /// Makes the verifier that an operator asked for.
    ///
    /// - Throws: when a file of keys cannot be used.
    static func make(_ options: ServerOptions) throws(ConfigurationError) -> TokenVerifier {
        // The concurrency runtime needs descriptors, which a server without tokens can do without.
        guard !(options.tokenSecret.isEmpty && options.tokenKeys.isEmpty) else {
            return TokenVerifier(keys: TokenKeys(), audience: "")
        }
        let keys = try AsyncWait.result { () async throws(ConfigurationError) in
            try await TokenKeys(secretFile: options.tokenSecret, keySetFile: options.tokenKeys)
        }
        return TokenVerifier(keys: keys, audience: options.tokenAudience)
    }

    /// Whether tokens are asked for at all.
    var isRequired: Bool { !keys.isEmpty }

    /// Reads a token and judges it.
    ///
    /// - Parameters:
    ///   - token: As it came: untrusted, at most `Limits.tokenBytesMax` bytes.
    ///   - revocations: What is refused although it is signed.
    ///   - milliseconds: The time, since 1970.
    /// - Returns: What the token grants.
    /// - Throws: What is wrong with it.
    func verify(
        _ token: String,
        revocations: Revocations,
        now milliseconds: Int
    ) throws(TokenFault) -> Grant {
        guard !token.isEmpty else { throw .missing }
        guard token.utf8.count <= Limits.tokenBytesMax else { throw .malformed("it is too long") }
        let bytes = Array(token.utf8)
        let (header, claims, signature) = try parse(bytes)
        guard let algorithm = keys.algorithm(id: header.kid, name: header.alg),
            let end = bytes.lastIndex(of: UInt8(ascii: ".")),
            (try? algorithm.verify(signature, signs: bytes[..<end])) == true
        else { throw .badSignature }
        let now = Double(milliseconds) / 1_000
        // Written so that a claim that is no number of a time counts as bad.
        guard claims.exp + Self.leewaySeconds > now else { throw .expired }
        if let start = claims.nbf, !(start - Self.leewaySeconds <= now) { throw .notYetValid }
        if !audience.isEmpty, claims.aud?.value.contains(audience) != true {
            throw .wrongAudience
        }
        let grant = try Self.grant(claims)
        guard !revocations.cover(grant) else { throw .revoked }
        return grant
    }

    private func parse(
        _ bytes: [UInt8]
    ) throws(TokenFault) -> (JWTHeader, TokenClaims, Data) {
        do {
            let parsed = try parser.parse(bytes, as: TokenClaims.self)
            // Extensions that must be understood (RFC 7515, section 4.1.11): there are none here.
            guard parsed.header.crit == nil else { throw TokenFault.malformed("crit") }
            return (parsed.header, parsed.payload, parsed.signature)
        } catch let fault as TokenFault {
            throw fault
        } catch {
            throw .malformed("not a JWT with documents, role and exp")
        }
    }

    private static func grant(_ claims: TokenClaims) throws(TokenFault) -> Grant {
        guard let role = Role(rawValue: claims.role) else {
            throw .malformed("role is not viewer, editor or owner")
        }
        guard claims.documents.count <= DocumentPattern.countMax else {
            throw .malformed("documents are too many")
        }
        var patterns: [DocumentPattern] = []
        for text in claims.documents {
            guard let pattern = DocumentPattern(text) else {
                throw .malformed("documents has a name that none can have")
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
