internal import Hosting
internal import Store
internal import Transport

/// What the service manager hears of this server: that it is ready, reads its settings, ends, and
/// is alive.
///
/// Alive is fed by no timer alone. The loop asks the journal's thread, then all other loops, and
/// their answers are what is passed on: if one hangs, such as in a disk that never answers, nothing
/// more is sent, and the manager restarts the server. Event-loop thread only.
package final class Supervisor {
    private let link: SupervisorLink
    /// Milliseconds between two signs of life; nil when the manager asks for none.
    private let interval: UInt64?
    private unowned let server: Server
    private lazy var alarm = Alarm(server.alarms) { [unowned self] _ in ask() }

    /// Finds the manager in the environment; nil when none started this process, as variables may
    /// be inherited that were meant for another.
    init?(of server: Server, environment: [String: String], processID: Int32) {
        guard let path = environment["NOTIFY_SOCKET"], let link = SupervisorLink(path: path) else {
            return nil
        }
        self.link = link
        self.server = server
        let isMeant = environment["WATCHDOG_PID"].map { $0 == String(processID) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
        // Three times within the time that the manager waits.
        interval = isMeant && microseconds > 0 ? max(1, microseconds / 3_000) : nil
        if interval != nil { ask() }
    }

    /// The server listens, or has read its settings.
    package func isReady(_ status: String) { link.send("READY=1\nSTATUS=\(status)") }

    /// The server reads its settings; `isReady` follows.
    package func isReloading() {
        link.send("RELOADING=1\nMONOTONIC_USEC=\(Clock.nanoseconds / 1_000)")
    }

    func isStopping(_ status: String) { link.send("STOPPING=1\nSTATUS=\(status)") }

    private func ask() {
        let journal = server.journal
        server.perform { (done: @escaping @Sendable (Bool) -> Void) in
            journal.probe { done(true) }
        } then: { [unowned self] _ in
            server.gather {
                $0.index
            } completion: { [unowned self] _ in
                link.send("WATCHDOG=1")
                if let interval { alarm.set(at: server.now + interval) }
            }
        }
    }
}
