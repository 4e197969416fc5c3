internal import Cryptography

/// Proves to whoever gets a hook's request that this server sent it.
///
/// `Emojiart-Signature: t=SECONDS,v1=HEX`, an HMAC-SHA256 of `SECONDS.BODY` with a secret that both
/// know. The time is signed with it, so that an old request cannot be sent again unnoticed.
struct HookSignature: Sendable {
    static let header = "Emojiart-Signature"

    private let codes: HMACSHA256

    /// Makes signatures with a secret.
    init(secret: [UInt8]) { codes = HMACSHA256(secret: secret) }

    /// The value of the header for a body that is sent at a time.
    ///
    /// - Parameters:
    ///   - body: What is signed with the time.
    ///   - seconds: Since 1970.
    /// - Returns: `t=SECONDS,v1=DIGITS`.
    func value(of body: [UInt8], at seconds: Int) -> String {
        let code = codes.code(of: Array("\(seconds).".utf8) + body)
        return "t=\(seconds),v1=\(SHA256Digest.hexadecimal(code))"
    }
}
