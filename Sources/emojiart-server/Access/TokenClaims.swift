internal import JWTKit

/// What a token says (RFC 7519, and `documents`, `role` and `name` of our own).
struct TokenClaims: JWTPayload {
    var sub: String?
    var name: String?
    var documents: [String]
    var role: String
    /// Seconds since 1970, as are `nbf` and `iat`.
    var exp: Double
    var nbf: Double?
    var iat: Double?
    var jti: String?
    var aud: AudienceClaim?

    /// Judged by `TokenVerifier`, which knows the time and what was revoked.
    func verify(using algorithm: some JWTAlgorithm) {}
}
