internal import Cluster

/// What a node knows of one stream of the order, and what became of that.
struct StreamCourse {
    /// How far the way to it reaches.
    enum Standing: Equatable, Sendable {
        /// No broker answers.
        case alone
        /// A broker is there, but the stream cannot be had yet; why, in a sentence.
        case waiting(String)
        /// The order can be reached.
        case ready(OrderStream.State)
        /// There is another stream than the one that this node followed: it was lost, or is
        /// another cluster's.
        case replaced(by: OrderStream.State)
        /// The stream ends before what this node has of it: brokers lost it.
        case rolledBack(to: OrderStream.State)

        /// Whether the order can be reached.
        var isReady: Bool { if case .ready = self { true } else { false } }
    }

    /// The way to it.
    let stream: OrderStream
    /// The way to what is kept of its documents beside their order.
    let checkpoints: CheckpointStream
    /// The stream that this node follows, by its identity; nil before the first one.
    private(set) var identity: String?
    /// The last place that this node knows of.
    private(set) var known: Int
    private(set) var standing = Standing.alone
    /// How many streams this node deals the orders out to.
    private let count: Int
    /// The stream that ends before that place, and since when; nil when none does.
    private var behind: (stream: OrderStream.State, since: UInt64)?
    /// When the stream is asked for again; nil while it is.
    private var askAt: UInt64?

    /// How long the stream may seem shorter than it was: who has just begun to lead may not know
    /// all yet.
    private static let behindPatience: UInt64 = 10_000
    private static let pause: UInt64 = 1_000

    /// Follows a stream, of which this node knows as much.
    init(
        _ stream: OrderStream,
        _ checkpoints: CheckpointStream,
        among count: Int,
        following identity: String?,
        upTo known: Int
    ) {
        self.stream = stream
        self.checkpoints = checkpoints
        self.count = count
        self.identity = identity
        self.known = known
    }

    /// A broker was found, which is asked for the stream.
    mutating func begin() {
        standing = .waiting("The stream was not found yet.")
        askAt = nil
    }

    /// No broker answers any more.
    mutating func lose() { standing = .alone }

    /// This node has applied what is at a place.
    mutating func note(_ place: Int) { known = max(known, place) }

    /// Whether the stream is to be asked for again now.
    mutating func takeQuestion(now: UInt64) -> Bool {
        guard let askAt, askAt <= now else { return false }
        self.askAt = nil
        return true
    }

    /// The brokers say how the stream stands, or why they cannot.
    ///
    /// - Returns: whether it stands another way than before.
    mutating func found(_ result: Result<OrderStream.State, BrokerError>, now: UInt64) -> Bool {
        guard standing != .alone else { return false }
        let before = standing
        switch result {
        case .success(let stream) where stream.count != count:
            // The orders are where another number has put them.
            wait("The cluster has \(stream.count) streams: set cluster-streams to that.", now)
        case .success(let stream) where identity ?? stream.identity != stream.identity:
            standing = .replaced(by: stream)
        case .success(let stream) where stream.lastSequence < known: miss(stream, now)
        case .success(let stream):
            identity = stream.identity
            behind = nil
            standing = .ready(stream)
        case .failure(let error): wait("\(error)", now)
        }
        return standing != before
    }

    private mutating func wait(_ cause: String, _ now: UInt64) {
        askAt = now + Self.pause
        standing = .waiting(cause)
    }

    /// The stream ends before what this node knows of it.
    private mutating func miss(_ stream: OrderStream.State, _ now: UInt64) {
        let since = behind?.since ?? now
        behind = (stream, since)
        // Also when it was told: a leader may still find what it had.
        askAt = now + Self.pause
        standing =
            now < since + Self.behindPatience
            ? .waiting("Its last place is \(stream.lastSequence), and was \(known).")
            : .rolledBack(to: stream)
    }

    /// Takes the stream that is there, whatever became of it.
    ///
    /// - Returns: whether it is another one than this node followed; nil when none is there.
    mutating func accept() -> Bool? {
        switch standing {
        case .ready: return false
        case .alone: return nil
        case .waiting:
            guard let stream = behind?.stream else { return nil }
            return take(stream)
        case .replaced(let stream), .rolledBack(let stream): return take(stream)
        }
    }

    private mutating func take(_ stream: OrderStream.State) -> Bool {
        defer {
            identity = stream.identity
            known = 0
            behind = nil
            askAt = nil
            standing = .ready(stream)
        }
        return identity != stream.identity
    }
}
