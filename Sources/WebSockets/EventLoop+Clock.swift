internal import CLibwebsockets
internal import Glibc

/// One timerfd drives the second hand, the alarm, and with its wake-ups lws's own timeouts, which
/// stand still on an idle libev loop.
extension EventLoop {
    /// Milliseconds between ticks; each looks at one tenth of all connections.
    private static let tickMilliseconds: UInt64 = 100
    private static let tickSlices = 10

    /// Has `onAlarm` called at a time of `now`'s clock; the earliest alarm that is set wins.
    package func setAlarm(at time: UInt64) {
        guard time < alarmAt else { return }
        alarmAt = time
        armTimer()
    }

    /// Reads `now` anew, for a callback that waited: for the process to be continued, say.
    package func refreshClock() { now = Self.readClock() }

    /// CLOCK_MONOTONIC in milliseconds.
    static func readClock() -> UInt64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000 + UInt64(time.tv_nsec) / 1_000_000
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
        timerAt = .max
        if now >= tickAt {
            tickAt = now + Self.tickMilliseconds
            tick()
        }
        if now >= alarmAt {
            alarmAt = .max
            onAlarm?(now)
            isTurnDue = true
        }
        armTimer()
        if isTurnDue { turn() }
    }

    private func tick() {
        paused.removeAll { $0.resumeIfSolvent(now: now) }
        var index = tickSlice
        while index < peers.slotCount {
            if let peer = peers.element(at: index) { tick(peer) }
            index += Self.tickSlices
        }
        tickSlice = (tickSlice + 1) % Self.tickSlices
    }

    private func tick(_ peer: Peer) {
        switch peer.role {
        case .socket(let socket):
            socket.tick(now: now)
        case .waiting, .upgrading, .exchange, .connecting:
            guard now >= peer.deadline else { return }
            condemn(peer.handle)
        }
    }
}
