/// The rates of one server connection's input, and of the work that it makes.
struct InboundMeter {
    private var bytes: TokenBucket
    private var messages: TokenBucket
    private var work: TokenBucket
    private var control: TokenBucket

    init(limits: ConnectionLimits, now: UInt64) {
        bytes = TokenBucket(
            perSecond: limits.inboundBytesPerSecond,
            burst: limits.inboundBytesBurst,
            now: now
        )
        messages = TokenBucket(
            perSecond: limits.inboundMessagesPerSecond,
            burst: limits.inboundMessagesBurst,
            now: now
        )
        work = TokenBucket(
            perSecond: limits.inboundWorkPerSecond,
            burst: limits.inboundWorkBurst,
            now: now
        )
        control = TokenBucket(
            perSecond: limits.controlFramesPerSecondMax,
            burst: 2 * limits.controlFramesPerSecondMax,
            now: now
        )
    }

    /// Counts a chunk; false when reading shall pause.
    mutating func takeChunk(_ count: Int, endsMessage: Bool, now: UInt64) -> Bool {
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

    /// Whether reading may go on.
    mutating func isSolvent(now: UInt64) -> Bool {
        bytes.isSolvent(now: now) && messages.isSolvent(now: now) && work.isSolvent(now: now)
    }
}
