internal import Logging
internal import WebSockets

// The certificate ends one day, and nobody looks at it until then.
extension Server {
    /// How long before its end a certificate is warned of; who renews by program does it earlier.
    private static let certificateDaysLeast = 14
    private static let day: UInt64 = 86_400_000

    /// When the certificate ends, in seconds since 1970; nil without TLS.
    var certificateExpiresAt: Int? { listener?.identity?.expiresAt }

    /// Warns of a certificate that has ended or soon will: at the start, and once a day.
    func checkCertificate() {
        guard let end = certificateExpiresAt else { return }
        if now >= certificateCheckAt {
            certificateCheckAt = now + Self.day
            let seconds = end - Clock.milliseconds / 1_000
            let metadata: Logger.Metadata = ["days": "\(seconds / 86_400)"]
            if seconds <= 0 {
                log.error("certificate expired: clients refuse it", metadata: metadata)
            } else if seconds < Self.certificateDaysLeast * 86_400 {
                log.warning("certificate expires soon: renew it", metadata: metadata)
            }
        }
        loop.setAlarm(at: certificateCheckAt)
    }

    /// Shows another certificate from now on; connections that are open go on as they are.
    func adopt(_ identity: TLSIdentity) {
        guard let listener, listener.adopt(identity) else {
            log.error("certificate not reloaded", metadata: ["cause": "TLS refuses it"])
            return
        }
        log.notice("certificate reloaded", metadata: ["expires": "\(identity.expiresAt)"])
        certificateCheckAt = 0
        checkCertificate()
    }
}
