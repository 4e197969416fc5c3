internal import DequeModule
internal import Transport

extension EventLoop {
    /// Makes sure that a turn ends before the loop waits: `onTurnEnd` runs and output is flushed.
    func requestTurn() { isTurnDue = true }

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

    /// Mail has come; nothing when there is none, or none any more.
    func deliverMail() {
        guard !isStopping else { return }
        now = Self.readClock()
        // By index: mail may make mailboxes.
        var index = 0
        while index < mailboxes.count {
            if !mailboxes[index].isEmpty() {
                isTurnDue = true
                mailboxes[index].deliver()
            }
            index += 1
        }
    }

    /// Whether the loop looks for more input before it ends the turn: only when some came since it
    /// looked last, and not more than `inputPerTurnMax`.
    ///
    /// A peer that sends many messages in a row is read in pieces. If each of them ended a turn, it
    /// would be a commit and a send to every follower of its own; and to look costs no system call
    /// more, as lws has the loop look once more after input anyhow.
    func gathersInput() -> Bool {
        guard inputCount > inputSeen, inputCount < Self.inputPerTurnMax else { return false }
        inputSeen = inputCount
        return true
    }

    /// Messages after which a turn ends although there are more.
    private static let inputPerTurnMax = 64

    /// Ends a turn: what the callbacks caused is decided, then written.
    func turn() {
        now = Self.readClock()
        (inputCount, inputSeen) = (0, 0)
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
        if flushQueue.isEmpty { onFlushed?() }
        if queuedBytes > limits.queuedBytesTotalMax { shed() }
        executeCondemned()
        if !flushQueue.isEmpty || !changedLogs.isEmpty { requestTurn() }
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
