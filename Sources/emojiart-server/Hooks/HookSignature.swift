internal import Crypto
internal import Foundation

/// Proves to whoever gets a hook's request that this server sent it.
///
/// `Emojiart-Signature: t=SECONDS,v1=HEX`, an HMAC-SHA256 of `SECONDS.BODY` with a secret that both
/// know. The time is signed with it, so that an old request cannot be sent again unnoticed.
struct HookSignature: Sendable {
    static let header = "Emojiart-Signature"

    private let key: SymmetricKey

    /// Makes signatures with a secret.
    init(secret: [UInt8]) { key = SymmetricKey(data: secret) }

    /// The value of the header for a body that is sent at a time.
    ///
    /// - Parameters:
    ///   - body: What is signed with the time.
    ///   - seconds: Since 1970.
    /// - Returns: `t=SECONDS,v1=DIGITS`.
    func value(of body: [UInt8], at seconds: Int) -> String {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Data("\(seconds).".utf8))
        code.update(data: body)
        let digits = code.finalize().map { byte in
            let text = String(byte, radix: 16)
            return text.count == 1 ? "0" + text : text
        }
        return "t=\(seconds),v1=\(digits.joined())"
    }
}
