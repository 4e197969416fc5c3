internal import Hosting
internal import Logging
internal import WebSockets

/// The log's word about who has more connections than one address may have.
///
/// Event-loop thread only.
final class ExcessLog {
    /// Milliseconds from one line to the next, and from one look to the next.
    private static let interval: UInt64 = 60_000
    private static let lookInterval: UInt64 = 1_000

    private unowned let server: Server
    private lazy var alarm = Alarm(server.alarms) { [unowned self] _ in tell() }

    init(of server: Server) { self.server = server }

    /// Names the addresses that were turned away, at most once a minute.
    func tell() {
        let excess = server.group.admissions.takeExcess()
        alarm.set(at: server.now + (excess.isEmpty ? Self.lookInterval : Self.interval))
        guard let first = excess.first else { return }
        var metadata: Logger.Metadata = ["address": "\(first.address)", "count": "\(first.count)"]
        if excess.count > 1 { metadata["other_addresses"] = "\(excess.count - 1)" }
        server.log.notice(
            "too many connections from one address were turned away",
            metadata: metadata
        )
    }
}
