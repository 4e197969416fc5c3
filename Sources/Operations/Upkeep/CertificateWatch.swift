internal import Hosting
internal import Logging
internal import Transport
internal import WebSockets

/// The certificate ends one day, and nobody looks at it until then.
///
/// Event-loop thread only.
final class CertificateWatch {
    /// How long before its end a certificate is warned of; who renews by program does it earlier.
    private static let daysLeast = 14
    private static let day: UInt64 = 86_400_000

    private unowned let server: Server
    private lazy var alarm = Alarm(server.alarms) { [unowned self] _ in check() }

    init(of server: Server) { self.server = server }

    /// When the certificate ends, in seconds since 1970; nil without TLS.
    var expiresAt: Int? { server.entrance.listener?.identity?.expiresAt }

    /// Warns of a certificate that has ended or soon will: at the start, and once a day.
    func check() {
        guard let end = expiresAt else { return }
        let seconds = end - Clock.milliseconds / 1_000
        let metadata: Logger.Metadata = ["days": "\(seconds / 86_400)"]
        if seconds <= 0 {
            server.log.error("certificate expired: clients refuse it", metadata: metadata)
        } else if seconds < Self.daysLeast * 86_400 {
            server.log.warning("certificate expires soon: renew it", metadata: metadata)
        }
        alarm.set(at: server.now + Self.day)
    }

    /// Shows another certificate from now on; connections that are open go on as they are.
    func adopt(_ identity: TLSIdentity) {
        guard let listener = server.entrance.listener, listener.adopt(identity) else {
            let metadata: Logger.Metadata = ["cause": "TLS refuses it"]
            return server.log.error("certificate not reloaded", metadata: metadata)
        }
        server.log.notice("certificate reloaded", metadata: ["expires": "\(identity.expiresAt)"])
        check()
    }
}
