internal import Logging
internal import WebSockets

// Who has more connections than one address may have.
extension Server {
    /// Milliseconds from one line of the log about it to the next.
    private static let excessInterval: UInt64 = 60_000

    /// Names the addresses that were turned away, at most once a minute.
    func tellExcess() {
        guard index == 0, now >= excessDue else { return }
        loop.setAlarm(at: now + 1_000)
        let excess = group.admissions.takeExcess()
        guard let first = excess.first else { return }
        excessDue = now + Self.excessInterval
        loop.setAlarm(at: excessDue)
        var metadata: Logger.Metadata = ["address": "\(first.address)", "count": "\(first.count)"]
        if excess.count > 1 { metadata["other_addresses"] = "\(excess.count - 1)" }
        log.notice("too many connections from one address were turned away", metadata: metadata)
    }
}
