/// One connection through the proxy: the client's end, the server's end, and the two ways between.
struct ProxyLink {
    /// What becomes of it.
    private enum Phase: Equatable {
        case open
        /// Closed in good order: the rest is read and dropped until both ends have closed.
        case closing(until: UInt64)
        /// The client's end has gone; the rest goes to the server at this time, .max when it is
        /// released.
        case orphaned(until: UInt64)
    }

    /// How long an end is given to see that the other one has closed, in milliseconds.
    private static let closingTime: UInt64 = 1_000
    /// Most bytes that are kept for a server whose client has gone.
    private static let orphanedMax = 65_536

    private(set) var client: ProxySocket
    private(set) var server: ProxySocket
    private var up: ProxyFlow
    private var down: ProxyFlow
    private var phase = Phase.open

    init(client: ProxySocket, server: ProxySocket, steps: [FaultStep]) {
        self.client = client
        self.server = server
        up = ProxyFlow(.up, steps: steps)
        down = ProxyFlow(.down, steps: steps)
    }

    var isOver: Bool { !client.isOpen && !server.isOpen }

    mutating func arm(_ step: FaultStep) {
        switch step.direction {
        case .up: up.arm(step)
        case .down: down.arm(step)
        }
    }

    /// No fault is left; a connection that lost bytes cannot go on and is reset.
    mutating func heal() {
        if up.isSwallowing || down.isSwallowing { return close(abruptly: true) }
        up.heal()
        down.heal()
    }

    /// Hands to the server what the client had sent before it went.
    mutating func release() {
        if case .orphaned = phase { phase = .orphaned(until: 0) }
    }

    mutating func close(abruptly: Bool) {
        client.close(abruptly: abruptly)
        server.close(abruptly: abruptly)
    }

    /// Which ends wait for input and for output.
    func interest(
        _ now: UInt64
    ) -> (clientIn: Bool, clientOut: Bool, serverIn: Bool, serverOut: Bool) {
        switch phase {
        case .open:
            (
                up.wantsInput(now), down.wantsOutput(now), down.wantsInput(now),
                up.wantsOutput(now)
            )
        case .closing: (!up.sourceHasEnded, false, !down.sourceHasEnded, false)
        case .orphaned: (false, false, !down.sourceHasEnded, false)
        }
    }

    /// When there is something to do without a byte; nil if never.
    func alarm(_ now: UInt64) -> UInt64? {
        switch phase {
        case .open: [up.alarm(now), down.alarm(now)].compactMap { $0 }.min()
        case .closing(let time): time
        case .orphaned(let time): time == .max ? nil : time
        }
    }

    /// Does all that can be done now.
    mutating func turn(_ now: UInt64, _ counts: inout FaultCounts) {
        switch phase {
        case .open:
            read(now, &counts)
            let upward = up.pump(into: server, now, &counts)
            carryOut(upward, now)
            guard phase == .open, client.isOpen else { return }
            let downward = down.pump(into: client, now, &counts)
            carryOut(downward, now)
            if up.isOver, down.isOver { close(abruptly: false) }
        case .closing(let time):
            drain()
            if time <= now || up.sourceHasEnded && down.sourceHasEnded { close(abruptly: false) }
        case .orphaned(let time):
            drain()
            guard time <= now else { return }
            _ = server.write(up.held[...])
            server.endWriting()
            up.endSource()
            phase = .closing(until: now + Self.closingTime)
        }
    }

    private mutating func read(_ now: UInt64, _ counts: inout FaultCounts) {
        Self.read(client, into: &up, now, &counts)
        Self.read(server, into: &down, now, &counts)
    }

    private static func read(
        _ source: ProxySocket,
        into flow: inout ProxyFlow,
        _ now: UInt64,
        _ counts: inout FaultCounts
    ) {
        guard flow.wantsInput(now) else { return }
        let (outcome, bytes) = source.read(ProxyFlow.heldMax)
        switch outcome {
        case .count: flow.take(bytes, now, &counts)
        case .later: break
        case .end, .failed: flow.endSource()
        }
    }

    private mutating func carryOut(_ verdict: ProxyFlow.Verdict, _ now: UInt64) {
        switch verdict {
        case .none: break
        case .close(let abruptly):
            guard !abruptly else { return close(abruptly: true) }
            client.endWriting()
            server.endWriting()
            phase = .closing(until: now + Self.closingTime)
        case .orphan(let time):
            // All that the client has said up to now comes late.
            while up.held.count < Self.orphanedMax {
                let (outcome, bytes) = client.read(ProxyFlow.heldMax)
                guard case .count = outcome else { break }
                up.hold(bytes)
            }
            client.close(abruptly: false)
            phase = .orphaned(until: time.map { now + UInt64($0) } ?? .max)
        }
    }

    /// Reads on, so that an end which is closed has nothing left to be reset for.
    private mutating func drain() {
        if !up.sourceHasEnded, !client.isOpen || Self.isOver(client.read(ProxyFlow.heldMax).0) {
            up.endSource()
        }
        if !down.sourceHasEnded, Self.isOver(server.read(ProxyFlow.heldMax).0) { down.endSource() }
    }

    private static func isOver(_ outcome: ProxySocket.Outcome) -> Bool {
        switch outcome {
        case .end, .failed: true
        case .count, .later: false
        }
    }
}
