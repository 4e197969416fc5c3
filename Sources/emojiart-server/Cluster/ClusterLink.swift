internal import Cluster
internal import Logging
internal import Synchronization
internal import WebSockets

/// This node's way to the order that all nodes share, for all its loops.
///
/// It looks for a broker, then for the stream, and tells the loops when the order can be reached
/// and when not. Any thread may call it.
final class ClusterLink: Sendable {
    /// How far the way reaches.
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
    }

    private struct State {
        var broker: Broker?
        var stream: OrderStream?
        var checkpoints: CheckpointStream?
        var standing = Standing.alone
        /// The stream that this node follows, by its identity; nil before the first one.
        var identity: String?
        /// The last place that this node knows of.
        var known: Int
        /// The stream that ends before it, and since when; nil when none does.
        var behind: (stream: OrderStream.State, since: UInt64)?
        /// What was warned of.
        var warnings: Set<String> = []
        /// Connections so far: what an earlier one was asked for means nothing any more.
        var connection = 0
        /// When the stream is asked for again; nil while it is.
        var askAt: UInt64?

        /// Takes a stream for the one that this node follows from now on.
        ///
        /// - Returns: whether it is another one than before.
        mutating func take(_ stream: OrderStream.State) -> Bool {
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

    /// A number that no other node, and no earlier life of this one, has.
    let node: UInt64
    /// Where the brokers are.
    let options: ClusterOptions
    private let group: LoopGroup
    let log = Logger(label: "emojiart-server")
    private let state: Mutex<State>

    /// How long a broker may take for an answer; what waits is asked again after as long.
    static let patience: UInt64 = 2_000
    /// How long the stream may seem shorter than it was: who has just begun to lead may not know
    /// all yet.
    private static let behindPatience: UInt64 = 10_000
    /// How often `tick()` is to be called, in milliseconds.
    static let tickMilliseconds: UInt64 = 250

    /// Makes a link that reaches nothing before `start()`.
    ///
    /// - Parameters:
    ///   - options: where the brokers are.
    ///   - identity: the stream that the journal followed last; nil for none.
    ///   - known: the last place of it that the journal knows.
    ///   - group: the loops that are told.
    init(
        _ options: ClusterOptions,
        following identity: String?,
        upTo known: Int,
        for group: LoopGroup
    ) {
        self.options = options
        self.group = group
        node = Chance.epoch()
        state = Mutex(State(identity: identity, known: known))
    }

    /// The monotonic clock of deadlines, in milliseconds.
    static var now: UInt64 { EventLoop.readNanoseconds() / 1_000_000 }

    /// How far the way reaches now.
    var standing: Standing { state.withLock { $0.standing } }

    /// Whether the order can be reached.
    var isReady: Bool { if case .ready = standing { true } else { false } }

    /// The stream that this node follows, by its identity; nil before there was one.
    var identity: String? { state.withLock { $0.identity } }

    /// Begins to look for brokers; the loops can be told by now.
    ///
    /// - Throws: `BrokerError.failed` when the options are none.
    func start() throws(BrokerError) {
        var brokerOptions = BrokerOptions(
            urls: options.urls,
            name: "emojiart-server \(String(node, radix: 16))"
        )
        brokerOptions.credentials = options.credentials
        brokerOptions.authorities = options.authorities
        let broker = try Broker(brokerOptions) { [weak self] in self?.receive($0) }
        let stream = OrderStream(broker, name: options.stream, replicas: options.replicas)
        let checkpoints = CheckpointStream(broker, of: options.stream, replicas: options.replicas)
        state.withLock {
            $0.broker = broker
            $0.stream = stream
            $0.checkpoints = checkpoints
        }
        // The library was connected before there was something to ask.
        if broker.isConnected, state.withLock({ $0.connection == 0 }) { receive(.connected) }
    }

    /// Ends the connection, once, when no loop runs any more that could still use it.
    func close() {
        let broker = state.withLock { state in
            defer { (state.broker, state.stream, state.checkpoints) = (nil, nil, nil) }
            return state.broker
        }
        broker?.close()
    }

    /// The way to the order, and to what is kept of documents beside it; nil before it began, and
    /// when it has ended.
    var stream: OrderStream? { state.withLock { $0.stream } }
    var checkpoints: CheckpointStream? { state.withLock { $0.checkpoints } }

    /// Whether something was not warned of yet.
    func isFirstWarning(_ text: String) -> Bool {
        state.withLock { $0.warnings.insert(text).inserted }
    }

    /// The last place that this node knows of.
    var known: Int { state.withLock { $0.known } }

    /// This node has applied what is at a place.
    func note(_ place: Int) { state.withLock { $0.known = max($0.known, place) } }

    /// Takes the stream that is there, whatever became of it; the loops are told.
    ///
    /// - Returns: whether it is another one than this node followed; nil when none is there.
    func accept() -> Bool? {
        let isNew: Bool? = state.withLock { state in
            switch state.standing {
            case .ready: return false
            case .alone: return nil
            case .waiting:
                guard let (stream, _) = state.behind else { return nil }
                return state.take(stream)
            case .replaced(let stream), .rolledBack(let stream): return state.take(stream)
            }
        }
        guard isNew != nil else { return nil }
        tellLoops { $0.orderIsReachable() }
        return isNew
    }

    // MARK: The order

    /// Appends a batch; the completion gets its place, or why it may have none.
    func append(
        _ batch: [UInt8],
        to subject: String,
        id: String,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        guard let stream else { return completion(.failure(.disconnected)) }
        let deadline = Self.now + Self.patience
        stream.append(batch, to: subject, id: id, until: deadline, completion: completion)
    }

    /// Reads the first batch after a place; the completion gets nil when there is none yet.
    func next(
        after sequence: Int,
        of subject: String,
        completion: @escaping @Sendable (Result<OrderStream.Found?, BrokerError>) -> Void
    ) {
        guard let stream else { return completion(.failure(.disconnected)) }
        let deadline = Self.now + Self.patience
        stream.next(after: sequence, of: subject, until: deadline, completion: completion)
    }

    /// Has a closure told of batches as they are appended, until what is returned is let go of.
    func follow(
        _ subject: String,
        _ receive: @escaping @Sendable (OrderStream.Found, _ previous: Int) -> Void
    ) -> Broker.Subscription? {
        guard let stream else { return nil }
        do throws(BrokerError) {
            return try stream.follow(subject, receive)
        } catch {
            // What is not told is read, only later: see `Sequencer`.
            log.error("cannot follow an order", metadata: ["cause": "\(error)"])
            return nil
        }
    }

    // MARK: What is not kept

    /// Tells whoever hears it; nobody when no broker is there.
    func tell(_ bytes: [UInt8], to subject: String) {
        state.withLock { $0.broker }?.publish(bytes, to: "\(options.stream).\(subject)")
    }

    /// Has a closure told of what is told to a subject, until what is returned is let go of.
    func hear(
        _ subject: String,
        _ receive: @escaping @Sendable ([UInt8]) -> Void
    ) -> Broker.Subscription? {
        // Without it members of other nodes are not seen, and all else is well.
        try? state.withLock { $0.broker }?
            .subscribe("\(options.stream).\(subject)") { receive($0.payload) }
    }

    /// Asks whoever answers to a subject; the completion gets the first answer.
    func ask(
        _ subject: String,
        _ question: [UInt8],
        completion: @escaping @Sendable (Result<[UInt8], BrokerError>) -> Void
    ) {
        guard let broker = state.withLock({ $0.broker }) else {
            return completion(.failure(.disconnected))
        }
        let deadline = Self.now + Self.patience
        broker.request("\(options.stream).\(subject)", question, until: deadline) { result in
            completion(result.map(\.payload))
        }
    }

    /// Has a closure asked what is asked of a subject, until what is returned is let go of; it may
    /// answer, on any thread.
    func answer(
        _ subject: String,
        _ handler:
            @escaping @Sendable (
                _ question: [UInt8], _ respond: @escaping @Sendable ([UInt8]) -> Void
            ) -> Void
    ) -> Broker.Subscription? {
        guard let broker = state.withLock({ $0.broker }) else { return nil }
        return try? broker.subscribe("\(options.stream).\(subject)") { [weak self] message in
            let reply = message.reply
            handler(message.payload) { [weak self] answer in
                self?.state.withLock { $0.broker }?.publish(answer, to: reply)
            }
        }
    }

    // MARK: The way there

    private func receive(_ event: BrokerEvent) {
        switch event {
        case .connected:
            let isEarly = state.withLock { state in
                guard state.stream != nil else { return true }
                state.connection += 1
                state.standing = .waiting("The stream was not found yet.")
                state.askAt = nil
                return false
            }
            if isEarly { return }
            log.notice("a broker was found")
            askForStream()
            judgeBrokers()
        case .disconnected:
            let wasAlone = state.withLock { state in
                defer { state.standing = .alone }
                return state.standing == .alone
            }
            guard !wasAlone else { return }
            log.warning("no broker: edits wait at their clients until there is one")
            tellLoops { $0.orderIsLost() }
        }
    }

    /// Gives up on answers that did not come, and asks again for what is not there yet.
    func tick() {
        let broker = state.withLock { $0.broker }
        broker?.expire(now: Self.now)
        let isDue = state.withLock { state in
            guard let askAt = state.askAt, askAt <= Self.now else { return false }
            state.askAt = nil
            return true
        }
        if isDue { askForStream() }
    }

    private func askForStream() {
        let (stream, connection) = state.withLock { ($0.stream, $0.connection) }
        stream?.prepare(until: Self.now + Self.patience) { [weak self] result in
            // Both, or none: a node that could not leave checkpoints would hold up all.
            guard let self, case .success = result, let checkpoints else {
                self?.found(result, by: connection)
                return
            }
            checkpoints.prepare(until: Self.now + Self.patience) { [weak self] other in
                self?.found(other.flatMap { _ in result }, by: connection)
            }
        }
    }

    private func found(_ result: Result<OrderStream.State, BrokerError>, by connection: Int) {
        let standing: Standing? = state.withLock { state in
            guard state.connection == connection, state.standing != .alone else { return nil }
            switch result {
            case .success(let stream) where state.identity ?? stream.identity == stream.identity:
                state.identity = stream.identity
                guard stream.lastSequence >= state.known else {
                    return Self.miss(stream, &state)
                }
                state.behind = nil
                state.standing = .ready(stream)
            case .success(let stream): state.standing = .replaced(by: stream)
            case .failure(let error):
                state.askAt = Self.now + 1_000
                let standing = Standing.waiting("\(error)")
                // Once is enough.
                if state.standing == standing { return nil }
                state.standing = standing
            }
            return state.standing
        }
        switch standing {
        case nil, .alone: break
        case .waiting(let cause): log.warning("the order waits", metadata: ["cause": "\(cause)"])
        case .ready(let stream):
            log.notice(
                "the order can be reached",
                metadata: [
                    "sequence": "\(stream.lastSequence)", "replicas": "\(stream.replicas)",
                ]
            )
            tellLoops { $0.orderIsReachable() }
        case .replaced(let stream):
            log.error(
                "the brokers have another stream than the one that this node followed",
                metadata: ["stream": "\(stream.identity)", "followed": "\(identity ?? "")"]
            )
        case .rolledBack(let stream):
            log.error(
                "the brokers have lost the end of the stream that this node followed",
                metadata: ["sequence": "\(stream.lastSequence)"]
            )
        }
    }

    /// The stream ends before what this node knows of it.
    ///
    /// - Returns: how far the way reaches then; nil when that was told before.
    private static func miss(_ stream: OrderStream.State, _ state: inout State) -> Standing? {
        let since = state.behind?.since ?? now
        state.behind = (stream, since)
        // Also when it was told: a leader may still find what it had.
        state.askAt = now + 1_000
        let standing: Standing =
            now < since + behindPatience
            ? .waiting("Its last place is \(stream.lastSequence), and was \(state.known).")
            : .rolledBack(to: stream)
        if state.standing == standing { return nil }
        state.standing = standing
        return standing
    }

    private func tellLoops(_ errand: @escaping Server.Errand) {
        for index in 0..<group.count { group.mailbox(index)?.post(.errand(errand)) }
    }
}
