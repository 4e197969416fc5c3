internal import CLibwebsockets
internal import Glibc

/// One timerfd drives the second hand, the alarm, and with its wake-ups lws's own timeouts, which
/// stand still on an idle libev loop. What it drives is in EventLoop+Tick.swift.
extension EventLoop {
    /// Reads `now` anew, for a callback that waited: for the process to be continued, say.
    package func refreshClock() { now = Self.readClock() }

    /// CLOCK_MONOTONIC in milliseconds.
    static func readClock() -> UInt64 { readNanoseconds() / 1_000_000 }

    /// CLOCK_MONOTONIC in nanoseconds, for how long something takes.
    package static func readNanoseconds() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    /// Sets the timer to whatever comes first.
    func armTimer() {
        let next = min(tickAt, alarmAt)
        guard next != timerAt else { return }
        timerAt = next
        _ = shim_timer_set(timer, next)
    }

    /// The timer fired.
    func serviceTimer() {
        var expirations: UInt64 = 0
        unsafe _ = read(timer, &expirations, MemoryLayout<UInt64>.size)
        fireTimer()
    }
}
