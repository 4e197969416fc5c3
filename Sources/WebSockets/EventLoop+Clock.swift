internal import Transport

/// One timerfd drives the second hand, the alarm, and with its wake-ups lws's own timeouts, which
/// stand still on an idle libev loop. What it drives is in EventLoop+Tick.swift.
extension EventLoop {
    /// Reads `now` anew, for a callback that waited: for the process to be continued, say.
    package func refreshClock() { now = Self.readClock() }

    /// CLOCK_MONOTONIC in milliseconds.
    static func readClock() -> UInt64 { readNanoseconds() / 1_000_000 }

    /// CLOCK_MONOTONIC in nanoseconds, for how long something takes.
    package static func readNanoseconds() -> UInt64 { Clock.nanoseconds }

    /// Sets the timer to whatever comes first.
    func armTimer() {
        let next = min(tickAt, alarmAt)
        guard next != timerAt else { return }
        timerAt = next
        native?.setTimer(at: next)
    }
}
