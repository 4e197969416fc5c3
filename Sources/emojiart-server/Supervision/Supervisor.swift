internal import WebSockets

/// What the service manager hears of this server: that it is ready, reads its settings, ends, and
/// is alive.
///
/// Alive is fed by no timer alone. The loop asks the journal's thread, and its answer, which comes
/// as mail, is what is passed on: if either hangs, such as in a disk that never answers, nothing
/// more is sent, and the manager restarts the server.
struct Supervisor {
    private let link: SupervisorLink
    /// Milliseconds between two signs of life; nil when the manager asks for none.
    private let interval: UInt64?
    private var askAt: UInt64 = 0
    private var isAsking = false

    /// Finds the manager in the environment; nil when none started this process.
    ///
    /// - Parameters:
    ///   - environment: all variables.
    ///   - processID: this process, for variables may be inherited that were meant for another.
    init?(environment: [String: String], processID: Int32) {
        guard let path = environment["NOTIFY_SOCKET"], let link = SupervisorLink(path: path) else {
            return nil
        }
        self.link = link
        let isMeant = environment["WATCHDOG_PID"].map { $0 == String(processID) } ?? true
        let microseconds = environment["WATCHDOG_USEC"].flatMap { UInt64($0) } ?? 0
        // Three times within the time that the manager waits.
        interval = isMeant && microseconds > 0 ? max(1, microseconds / 3_000) : nil
    }

    /// The server listens, or has read its settings.
    func isReady(_ status: String) { link.send("READY=1\nSTATUS=\(status)") }

    /// The server reads its settings; `isReady` follows.
    func isReloading() {
        let time = SupervisorLink.monotonicMicroseconds
        link.send("RELOADING=1\nMONOTONIC_USEC=\(time)")
    }

    /// The server ends.
    func isStopping(_ status: String) { link.send("STOPPING=1\nSTATUS=\(status)") }

    /// Whether the journal is to be asked now.
    mutating func shallAsk(now: UInt64) -> Bool {
        guard interval != nil, !isAsking, now >= askAt else { return false }
        isAsking = true
        return true
    }

    /// The journal has answered.
    mutating func hasAnswer(now: UInt64) {
        guard let interval, isAsking else { return }
        isAsking = false
        askAt = now + interval
        link.send("WATCHDOG=1")
    }

    /// When `shallAsk` may say yes the next time; nil while an answer is waited for.
    var nextAsk: UInt64? { interval == nil || isAsking ? nil : askAt }
}
