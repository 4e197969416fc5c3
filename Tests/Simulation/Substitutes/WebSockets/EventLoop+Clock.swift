/// The timer, which the driver fires.
extension EventLoop {
    /// Reads `now` anew.
    package func refreshClock() { now = Self.readClock() }

    /// The world's time.
    static func readClock() -> UInt64 { SimulatedClock.milliseconds }

    /// The same in nanoseconds.
    package static func readNanoseconds() -> UInt64 { readClock() * 1_000_000 }

    /// Sets the timer to whatever comes first.
    func armTimer() { timerAt = min(tickAt, alarmAt) }
}
