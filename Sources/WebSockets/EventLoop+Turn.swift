internal import DequeModule

extension EventLoop {
    /// Makes sure that a turn ends soon: `onTurnEnd` runs and output is flushed.
    ///
    /// It goes through the wake's descriptor, not through lws's timer list: libev serves that list
    /// only when it is idle, which a busy loop never is, and only with a timer that stands still.
    func requestTurn() {
        isTurnDue = true
        guard !isTurning, !isWakeRaised else { return }
        isWakeRaised = true
        wake.raise()
    }

    /// Puts a socket in line for this turn's flush.
    func enqueue(_ socket: Socket) {
        if !socket.isQueued {
            socket.isQueued = true
            flushQueue.append(socket)
        }
        requestTurn()
    }

    /// Has a connection cut when this turn ends, outside of its own callbacks.
    func condemn(_ handle: UInt) {
        condemned.append(handle)
        requestTurn()
    }

    /// Notes that a log has more for its followers.
    func logChanged(_ log: FrameLog) {
        changedLogs.append(log)
        requestTurn()
    }

    /// EVENT_WAIT_CANCELLED: mail, and turns that were asked for.
    ///
    /// lws calls once per virtual host and after every accept: what was done is not done again.
    func serviceWake() {
        isWakeRaised = false
        guard !isStopping else {
            if backend == .libev { leave() }
            return
        }
        // By index: mail may make mailboxes.
        var index = 0
        while index < mailboxes.count {
            if !mailboxes[index].isEmpty() {
                isTurnDue = true
                mailboxes[index].deliver()
            }
            index += 1
        }
        if isTurnDue { turn() }
    }

    /// Whether a mailbox has mail that will be delivered.
    ///
    /// A loop that ends delivers none: mail that came too late would begin its end over and over.
    var hasMail: Bool { !isStopping && mailboxes.contains { !$0.isEmpty() } }

    /// Ends a turn: what the callbacks caused is decided, then written.
    func turn() {
        guard !isTurning else { return }
        isTurning = true
        isTurnDue = false
        startConnects()
        onTurnEnd?()
        for log in changedLogs { log.takeFollowers { enqueue($0) } }
        changedLogs.removeAll(keepingCapacity: true)
        // What onTurnEnd asked for is part of this turn; what handlers ask for below is not.
        isTurnDue = false
        var budget = limits.followersPerFlushMax
        while budget > 0, let socket = flushQueue.popFirst() {
            socket.isQueued = false
            socket.flush()
            budget -= 1
        }
        executeCondemned()
        isTurning = false
        if isTurnDue || isStopping || !flushQueue.isEmpty || !changedLogs.isEmpty {
            requestTurn()
        }
    }

    private func executeCondemned() {
        // A handler that hears of the end may condemn more.
        while let handle = condemned.popLast() {
            if let peer = peers[handle] { cut(peer) }
        }
    }

    func cut(_ peer: Peer) {
        peer.isCut = true
        peer.native?.kill()
    }

    /// Connects outside of the clients' `init`, whose callers are not yet ready for the result.
    private func startConnects() {
        while !connects.isEmpty {
            let starting = connects
            connects = []
            for client in starting { start(client) }
        }
    }
}
