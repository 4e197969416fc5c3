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

    /// Waits for the disk at the end of a turn, from `onTurnEnd`.
    ///
    /// If that takes long, another thread goes on with the loop meanwhile, and turns go by: all
    /// that the loop calls is called there. On return the calling thread has the loop again. Those
    /// turns lend it no second time.
    package func lend(during wait: () -> Void) {
        guard let deputy else { return wait() }
        deputy.lend(wait) { wake.raise() }
        // A turn that went by has ended the time that is counted.
        if wokenAt == 0 { wokenAt = Self.readNanoseconds() }
    }

    /// Runs the loop at an address on the deputy's thread, within the run of its own thread.
    static func takeOver(_ address: UInt) {
        guard let pointer = unsafe UnsafeRawPointer(bitPattern: address) else { return }
        let loop = unsafe Unmanaged<EventLoop>.fromOpaque(pointer).takeUnretainedValue()
        loop.isTaken = true
        loop.native?.run()
        loop.isTaken = false
    }

    private func executeCondemned() {
        // A handler that hears of the end may condemn more.
        while let handle = condemned.popLast() {
            guard let peer = peers[handle] else { continue }
            peer.isCut = true
            peer.native?.kill()
        }
    }

    /// Connects outside of the clients' `init`, whose callers are not yet ready for the result.
    private func startConnects() {
        while !connects.isEmpty {
            let starting = connects
            connects = []
            for client in starting { start(client) }
        }
    }

    /// Makes a mailbox whose mail `receive` gets on the loop's thread, in order.
    package func makeMailbox<Mail: Sendable>(
        of: Mail.Type = Mail.self,
        receive: @escaping (Mail) -> Void
    ) -> Mailbox<Mail> {
        let mailbox = Mailbox<Mail>(wake: wake)
        mailboxes.append(
            (
                isEmpty: { mailbox.isEmpty },
                deliver: { for mail in mailbox.take() { receive(mail) } }
            )
        )
        return mailbox
    }

    /// Whether another large answer may begin.
    var hasRoomForOutput: Bool { queuedBytes <= limits.queuedBytesTotalMax }

    /// Cuts those who read a large answer slowly, the slowest first, and then closes those with the
    /// most bytes in their private queues, until an eighth is free again.
    ///
    /// Each queue has a bound of its own; without this one, thousands of peers that ask for large
    /// documents and read nothing would fill the memory below it. They come back and go on where
    /// they were.
    ///
    /// - Complexity: O(n log n) for n connections.
    func shed() {
        let aim = limits.queuedBytesTotalMax / 8 * 7
        cutSlowReaders(downTo: aim)
        var sockets: [Socket] = []
        for index in 0..<peers.slotCount {
            guard case .socket(let socket) = peers.element(at: index)?.role, socket.meter != nil,
                socket.queuedBytes + socket.sharedBytes > 0
            else { continue }
            sockets.append(socket)
        }
        sockets.sort { $0.queuedBytes + $0.sharedBytes > $1.queuedBytes + $1.sharedBytes }
        for socket in sockets {
            guard queuedBytes > aim else { return }
            socket.giveUp("too many bytes are queued for all clients")
        }
    }

    private func cutSlowReaders(downTo aim: Int) {
        var readers: [(rate: Int, peer: Peer, exchange: HTTPExchange)] = []
        for index in 0..<peers.slotCount {
            guard let peer = peers.element(at: index), case .exchange(let exchange) = peer.role,
                let rate = exchange.readingRate(now: now),
                rate < HTTPExchange.bytesPerSecondMin
            else { continue }
            readers.append((rate, peer, exchange))
        }
        for (_, peer, exchange) in readers.sorted(by: { $0.rate < $1.rate }) {
            guard queuedBytes > aim else { return }
            exchange.abandon()
            condemn(peer.handle)
        }
    }
}
