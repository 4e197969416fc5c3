/// The timer, which the driver fires.
extension EventLoop {
    /// Reads `now` anew.
    package func refreshClock() { now = Self.readClock() }

    /// The world's time.
    static func readClock() -> UInt64 { SimulatedClock.milliseconds }

    /// Sets the timer to whatever comes first.
    func armTimer() { timerAt = min(tickAt, alarmAt) }
}
