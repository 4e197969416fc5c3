internal import Hosting
internal import Logging
internal import Store
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

/// How much of the disk is free: a reserve stays (CN25).
///
/// Event-loop thread only.
final class DiskWatch {
    private static let interval: UInt64 = 1_000

    private unowned let upkeep: Upkeep
    private var server: Server { upkeep.server }
    private lazy var alarm = Alarm(upkeep.server.alarms) { [unowned self] _ in check() }

    init(of upkeep: Upkeep) { self.upkeep = upkeep }

    /// Looks, tells all loops when edits have to wait or may go on, and looks again.
    func check() {
        alarm.set(at: server.now + Self.interval)
        let reserve = upkeep.options.diskReserveMebibytes << 20
        guard reserve > 0 || server.holds.isDiskLow, let free = server.journal.freeBytes() else {
            return
        }
        // A little more has to be free before edits go on, or they would go on and off.
        let isLow = free < (server.holds.isDiskLow ? reserve + reserve / 16 : reserve)
        guard isLow != server.holds.isDiskLow else { return }
        let figures: Logger.Metadata = [
            "free_mebibytes": "\(free >> 20)",
            "disk_reserve_mebibytes": "\(upkeep.options.diskReserveMebibytes)",
        ]
        if isLow {
            server.log.error("disk nearly full: edits wait, free some space", metadata: figures)
        } else {
            server.log.notice("disk has space again: no edits wait", metadata: figures)
        }
        server.onAllLoops { $0.noteDisk(isLow: isLow) }
    }
}

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
