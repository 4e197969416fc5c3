internal import Hosting
internal import Logging
internal import Store
internal import Transport
internal import WebSockets

// What is looked at now and then: the certificate, the disk, and addresses that want too much.
extension Upkeep {
    private static let second: UInt64 = 1_000
    private static let minute = 60 * second
    private static let day = 1_440 * minute

    /// How long before its end a certificate is warned of; who renews by program does it earlier.
    private static let certificateDaysLeast = 14

    /// When the certificate ends, in seconds since 1970; nil without TLS.
    var certificateExpiresAt: Int? { server.entrance.listener?.identity?.expiresAt }

    /// Warns of a certificate that has ended or soon will: at the start, and once a day.
    func checkCertificate() {
        guard let end = certificateExpiresAt else { return }
        let seconds = end - Clock.milliseconds / 1_000
        let metadata: Logger.Metadata = ["days": "\(seconds / 86_400)"]
        if seconds <= 0 {
            server.log.error("certificate expired: clients refuse it", metadata: metadata)
        } else if seconds < Self.certificateDaysLeast * 86_400 {
            server.log.warning("certificate expires soon: renew it", metadata: metadata)
        }
        certificateAlarm.set(at: server.now + Self.day)
    }

    /// Shows another certificate from now on; connections that are open go on as they are.
    func adopt(_ identity: TLSIdentity) {
        guard let listener = server.entrance.listener, listener.adopt(identity) else {
            let metadata: Logger.Metadata = ["cause": "TLS refuses it"]
            return server.log.error("certificate not reloaded", metadata: metadata)
        }
        server.log.notice("certificate reloaded", metadata: ["expires": "\(identity.expiresAt)"])
        checkCertificate()
    }

    /// Tells all loops when the reserve of the disk is used up (CN25), so that edits have to wait,
    /// and when they may go on.
    func checkDisk() {
        diskAlarm.set(at: server.now + Self.second)
        let reserve = options.diskReserveMebibytes << 20
        guard reserve > 0 || server.holds.isDiskLow, let free = server.journal.freeBytes() else {
            return
        }
        // A little more has to be free before edits go on, or they would go on and off.
        let isLow = free < (server.holds.isDiskLow ? reserve + reserve / 16 : reserve)
        guard isLow != server.holds.isDiskLow else { return }
        let figures: Logger.Metadata = [
            "free_mebibytes": "\(free >> 20)",
            "disk_reserve_mebibytes": "\(options.diskReserveMebibytes)",
        ]
        if isLow {
            server.log.error("disk nearly full: edits wait, free some space", metadata: figures)
        } else {
            server.log.notice("disk has space again: no edits wait", metadata: figures)
        }
        server.onAllLoops { $0.noteDisk(isLow: isLow) }
    }

    /// Names the addresses that were turned away for too many connections, at most once a minute.
    func tellExcess() {
        let excess = server.group.admissions.takeExcess()
        excessAlarm.set(at: server.now + (excess.isEmpty ? Self.second : Self.minute))
        guard let first = excess.first else { return }
        var metadata: Logger.Metadata = ["address": "\(first.address)", "count": "\(first.count)"]
        if excess.count > 1 { metadata["other_addresses"] = "\(excess.count - 1)" }
        server.log.notice(
            "too many connections from one address were turned away",
            metadata: metadata
        )
    }
}
