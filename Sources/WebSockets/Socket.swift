internal import DequeModule
internal import Transport

/// One open WebSocket: what is written to it, in which order, and how it ends.
///
/// Event-loop thread only. Server and client differ in the mask and in the meter alone.
/// ```
/// send ----> queue --+
///                    +--> one raw write per flush --> lws --> kernel
/// log[cursor...] ----+
/// ```
final class Socket: Line {
    /// The life of the socket; no frame of ours follows a Close frame.
    enum Phase: Equatable {
        case open
        /// Our Close frame is queued or sent; the socket is cut at the deadline.
        case closing(until: UInt64)
        /// The peer's Close frame came first; lws answers it and ends the connection.
        case leaving(until: UInt64)
        case ended
    }

    /// Whether the peer takes what we have.
    enum Flow {
        case ready
        /// Something waits; `since` is when the peer last acknowledged a byte of it.
        case blocked(since: UInt64, acknowledged: UInt64)
    }

    unowned let loop: EventLoop
    /// Set while the socket waits for its turn to be flushed; the loop's to change.
    var isQueued = false
    var phase = Phase.open { didSet { lookSoon() } }
    /// Bytes in the queue that are this socket's alone.
    private(set) var queuedBytes = 0 { didSet { loop.queuedBytes += queuedBytes - oldValue } }
    /// Bytes in the queue that others have too.
    private(set) var sharedBytes = 0
    var heardAt: UInt64
    /// What the first Close frame said, ours or the peer's.
    var closeStatus: CloseStatus?

    var native: NativeSocket?
    var delegate: (any SocketDelegate)?
    private(set) var limits: SocketLimits
    private let isClient: Bool
    var meter: InboundMeter?
    var assembler: MessageAssembler
    private(set) var queue: Deque<QueuedFrame> = []
    var following: (log: FrameLog, place: Int, cursor: FrameLog.Cursor)?
    var flow = Flow.ready { didSet { lookSoon() } }
    /// Whether a WRITEABLE callback is ours: one nobody asked for means that lws sent a pong.
    var isArmed = false
    var isPaused = false { didSet { lookSoon() } }
    /// Whether the loop is told when something comes; and whether something has come that was not
    /// compared with what libwebsockets reported.
    var isWatched = false
    var hasInput = false
    /// Whether nothing is read from the end of the present TLS record on.
    var isPauseDue = false
    /// What its address and its user may cost; none for a client.
    var budgets: [Budget] = []
    /// Messages that came while the budgets had nothing left.
    var deferred: Deque<[UInt8]> = []
    /// Until when nothing is read, whatever the meter says.
    var restsUntil: UInt64 = 0
    var pingedAt: UInt64

    init(
        _ native: NativeSocket,
        on loop: EventLoop,
        limits: SocketLimits,
        isClient: Bool,
        meter: InboundMeter?,
        delegate: any SocketDelegate
    ) {
        self.native = native
        self.loop = loop
        self.limits = limits
        self.isClient = isClient
        self.meter = meter
        self.delegate = delegate
        assembler = MessageAssembler(
            bytesMax: limits.messageBytesMax,
            fragmentsMax: limits.fragmentsMax
        )
        heardAt = loop.now
        pingedAt = loop.now
    }

    var isOpen: Bool { phase == .open }

    var hasBacklog: Bool {
        if case .blocked = flow { return true }
        return native?.isPartiallyBuffered ?? false
    }

    var backlogBytes: Int {
        queuedBytes + sharedBytes + (following.map { $0.log.byteCount(after: $0.cursor) } ?? 0)
    }

    /// A fresh mask for a client's frame (RFC 6455 section 5.3), none for a server's.
    var mask: UInt32? { isClient ? UInt32.random(in: .min ... .max) : nil }

    /// Queues a frame; over the limit the peer is closed instead.
    func send(_ frame: Frame) {
        guard phase == .open else { return }
        enqueue(frame)
        if queuedBytes > limits.queuedBytesMax {
            giveUp("over \(limits.queuedBytesMax) bytes are queued")
        }
    }

    func count(for name: String) { budgets.append(loop.budget(named: name)) }

    func send(_ bundle: FrameBundle) {
        guard phase == .open, let last = bundle.frames.last else { return }
        for frame in bundle.frames.dropLast() {
            queue.append(QueuedFrame(frame: frame, share: .shared))
            sharedBytes += frame.bytes.count
        }
        queue.append(QueuedFrame(frame: last, share: .last(bundle)))
        sharedBytes += last.bytes.count
        bundle.enter()
        loop.enqueue(self)
    }

    func sendOrDrop(_ bundle: FrameBundle) -> Bool {
        guard isOpen, !hasBacklog else { return false }
        send(bundle)
        return true
    }

    func probe() -> Bool { isAtRest }

    /// Reads what comes without counting, and in the measures of a client.
    func trust() {
        limits = SocketLimits(ClientLimits())
        assembler = MessageAssembler(
            bytesMax: limits.messageBytesMax,
            fragmentsMax: limits.fragmentsMax
        )
        meter = nil
        budgets = []
    }

    /// Closes a peer that reads too slowly, with nothing before the Close frame.
    func giveUp(_ cause: String) {
        abandonOutput()
        guard phase == .open else {
            // A Close frame was behind what is gone now.
            if let native { loop.condemn(native.handle) }
            return
        }
        close(4430, "too_slow: \(cause)")
    }

    func follow(_ log: FrameLog, from index: Int) {
        guard phase == .open else { return }
        unfollow()
        let cursor = log.cursor(at: index)
        following = (log, log.add(self, loop: loop), cursor)
        loop.enqueue(self)
    }

    func unfollow() {
        guard let (log, place, _) = following else { return }
        following = nil
        log.removeFollower(at: place)
    }

    /// The log gave this follower another place in its list.
    func moved(to place: Int, in log: FrameLog) {
        precondition(following?.log === log, "a log moves its own followers only")
        following?.place = place
    }

    /// Queues a Close frame behind what is queued, bounded by the stall limit.
    func close(_ code: UInt16, _ reason: String) {
        guard phase == .open else { return }
        unfollow()
        resumeReading()
        let wait = queue.isEmpty ? limits.closeTimeout : limits.stallTimeout
        phase = .closing(until: loop.now + wait)
        closeStatus = CloseStatus(code: code, reason: reason)
        enqueue(.close(code, reason, mask: mask))
    }

    func enqueue(_ frame: Frame) {
        queue.append(QueuedFrame(frame: frame, share: .own))
        queuedBytes += frame.bytes.count
        loop.enqueue(self)
    }

    func dequeue() -> Frame {
        let next = queue.removeFirst()
        switch next.share {
        case .own: queuedBytes -= next.byteCount
        case .shared: sharedBytes -= next.byteCount
        case .last(let bundle):
            sharedBytes -= next.byteCount
            bundle.leave()
        }
        return next.frame
    }

    func abandonOutput() {
        while !queue.isEmpty { _ = dequeue() }
    }
}
