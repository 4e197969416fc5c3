internal import Transport

extension EventLoop {
    /// Milliseconds between ticks; each looks at one tenth of the connections that are due.
    private static let tickMilliseconds: UInt64 = 100
    private static let tickSlices = 10

    /// Has `onAlarm` called at a time of `now`'s clock; the earliest alarm that is set wins.
    package func setAlarm(at time: UInt64) {
        guard time < alarmAt else { return }
        alarmAt = time
        armTimer()
    }

    func fireTimer() {
        timerAt = .max
        if now >= tickAt {
            tickAt = now + Self.tickMilliseconds
            tick()
        }
        if now >= alarmAt {
            alarmAt = .max
            onAlarm?(now)
            requestTurn()
        }
        armTimer()
    }

    private func tick() {
        paused.removeAll { $0.resumeIfSolvent(now: now) }
        resumeDelayed()
        noteInputs()
        var index = tickSlice
        while index < peers.slotCount {
            if let peer = peers.element(at: index, dueAt: now) { tick(peer) }
            index += Self.tickSlices
        }
        tickSlice = (tickSlice + 1) % Self.tickSlices
        if tickSlice == 0 {
            admissions.forgetAddresses(now: now)
            lobby?.cutLate(now: now)
            forgetSilent()
        }
    }

    /// Notes on which connections something came: those that are silent are not asked.
    private func noteInputs() {
        guard let inputs else { return }
        var count = SocketWatch.batch
        while count == SocketWatch.batch {
            let names = inputs.ready()
            count = names.count
            for name in names {
                guard case .socket(let socket) = peers[UInt(name)]?.role else { continue }
                socket.hasInput = true
                peers.setDue(UInt(name), at: 0)
            }
        }
    }

    private func tick(_ peer: Peer) {
        switch peer.role {
        case .socket(let socket):
            socket.tick(now: now)
            peers.setDue(peer.handle, at: socket.isDueAt)
        case .exchange(let exchange):
            if exchange.dribbles(now: now) { return condemn(peer.handle) }
            guard now >= peer.deadline else { return }
            // A peer that keeps reading a large body is not cut.
            guard exchange.goesOn() else { return condemn(peer.handle) }
            peer.deadline = now + UInt64(limits.handshakeTimeoutSeconds) * 1_000
        case .waiting, .upgrading, .connecting:
            guard now >= peer.deadline else { return }
            condemn(peer.handle)
        }
    }

    /// Reads `now` anew, for a callback that waited: for the process to be continued, say.
    package func refreshClock() { now = Self.readClock() }

    static func readClock() -> UInt64 { readNanoseconds() / 1_000_000 }

    /// CLOCK_MONOTONIC in nanoseconds, for how long something takes.
    package static func readNanoseconds() -> UInt64 { Clock.nanoseconds }

    /// Sets the one timer to whatever comes first: the second hand, or the alarm.
    ///
    /// Its wake-ups drive lws's own timeouts too, which stand still on an idle libev loop.
    func armTimer() {
        let next = min(tickAt, alarmAt)
        guard next != timerAt else { return }
        timerAt = next
        native?.setTimer(at: next)
    }
}
