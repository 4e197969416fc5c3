/// The rates of one server connection's input, and of the work that it makes.
struct InboundMeter {
    private var bytes: TokenBucket
    private var messages: TokenBucket
    private var work: TokenBucket
    private var control: TokenBucket
    private var overhead: TokenBucket
    /// Bytes of chunks and of the longest headers that they can have had.
    private var explained = 0
    /// Bytes that were read and not explained, when that was last looked at.
    private var unexplained = 0
    var masks: MaskCheck

    /// Begins with what was read when the connection opened; nil when the kernel does not tell.
    init(limits: ConnectionLimits, bytesRead: UInt64?, now: UInt64) {
        masks = MaskCheck(bytesRead: bytesRead)
        func bucket(_ perSecond: Int, burst: Int) -> TokenBucket {
            TokenBucket(perSecond: perSecond, burst: burst, now: now)
        }
        bytes = bucket(limits.inboundBytesPerSecond, burst: limits.inboundBytesBurst)
        messages = bucket(limits.inboundMessagesPerSecond, burst: limits.inboundMessagesBurst)
        work = bucket(limits.inboundWorkPerSecond, burst: limits.inboundWorkBurst)
        let controlMax = limits.controlFramesPerSecondMax
        control = bucket(controlMax, burst: 2 * controlMax)
        overhead = bucket(controlMax * Self.controlFrameBytesMax, burst: Self.slackBytes)
    }

    /// Counts a chunk of a frame that announces `remaining` bytes more; false when reading shall
    /// pause.
    mutating func takeChunk(
        _ count: Int,
        remaining: UInt,
        endsMessage: Bool,
        now: UInt64
    ) -> Bool {
        masks.takeChunk(count, remaining: remaining)
        explained += count + FrameHeader.bytesMax
        let bytesLast = bytes.take(count, now: now)
        let messagesLast = messages.take(endsMessage ? 1 : 0, now: now)
        return bytesLast && messagesLast
    }

    /// Counts the microseconds that a message cost; false when reading shall pause.
    mutating func takeWork(_ microseconds: Int, now: UInt64) -> Bool {
        work.take(microseconds, now: now)
    }

    /// Counts a ping or a pong; false when they come too fast.
    mutating func takeControlFrame(now: UInt64) -> Bool { control.take(1, now: now) }

    /// Compares what was read from the kernel with what came of it; false when the rest is more
    /// than the control frames that are allowed.
    ///
    /// libwebsockets tells of a ping only by the turn that follows its pong, and a peer that is
    /// quick enough takes that turn away with its next ping: a flood of them is seen by its bytes.
    mutating func takeBytesRead(_ count: UInt64?, now: UInt64) -> Bool {
        guard let count else { return true }
        let rest = Int(clamping: count) - explained
        defer { unexplained = rest }
        return overhead.take(rest - unexplained, now: now)
    }

    /// Bytes of the longest control frame: 6 of header, 125 of payload.
    private static let controlFrameBytesMax = 131
    /// What libwebsockets may have read and not handed on yet, and the request before the upgrade.
    private static let slackBytes = 65_536

    mutating func isSolvent(now: UInt64) -> Bool {
        bytes.isSolvent(now: now) && messages.isSolvent(now: now) && work.isSolvent(now: now)
    }
}
