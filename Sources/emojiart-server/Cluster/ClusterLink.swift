internal import Cluster
internal import Logging
internal import Storage
internal import Synchronization
internal import WebSockets

/// This node's way to the order that all nodes share, for all its loops.
///
/// It looks for a broker, then for the stream, and tells the loops when the order can be reached
/// and when not. Any thread may call it.
final class ClusterLink: Sendable {
    /// How far the way reaches: to all streams of the order, or to the first that is not reached.
    typealias Standing = StreamCourse.Standing

    private struct State {
        var broker: Broker?
        /// The streams that documents are dealt out to; the first one has the names as well.
        var courses: [StreamCourse] = []
        /// What was warned of.
        var warnings: Set<String> = []
        /// Connections so far: what an earlier one was asked for means nothing any more.
        var connection = 0

        var standing: Standing {
            courses.first { !$0.standing.isReady }?.standing ?? courses.first?.standing ?? .alone
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
    /// How often `tick()` is to be called, in milliseconds.
    static let tickMilliseconds: UInt64 = 250

    /// Which brokers of each stream are not heard of.
    let copies: Mutex<[CopyWatch]>
    /// The streams that the journal followed last, by their identities, and the last places of
    /// them that it knows; empty for none.
    private let followed: (identities: [String], places: [Int])

    /// Makes a link that reaches nothing before `start()`.
    ///
    /// - Parameters:
    ///   - options: where the brokers are.
    ///   - identity: the streams that the journal followed last; nil for none.
    ///   - places: the last places of them that the journal knows.
    ///   - group: the loops that are told.
    init(
        _ options: ClusterOptions,
        following identity: String?,
        upTo places: [Int],
        for group: LoopGroup
    ) {
        self.options = options
        self.group = group
        node = Chance.epoch()
        followed = (identity?.split(separator: Self.separator).map { String($0) } ?? [], places)
        state = Mutex(State())
        copies = Mutex(Array(repeating: CopyWatch(), count: options.streams))
    }

    /// Between the identities of streams, where they are written down as one.
    private static let separator: Character = ","

    /// The monotonic clock of deadlines, in milliseconds.
    static var now: UInt64 { EventLoop.readNanoseconds() / 1_000_000 }

    /// How far the way reaches now.
    var standing: Standing { state.withLock { $0.standing } }

    /// Whether the order can be reached.
    var isReady: Bool { standing.isReady }

    /// The streams that this node follows, by their identities; nil before there were some.
    var identity: String? {
        let all = state.withLock { $0.courses.compactMap(\.identity) }
        return all.count == options.streams ? all.joined(separator: "\(Self.separator)") : nil
    }

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
        let courses = (0..<options.streams).map { index in
            let name = options.name(ofStream: index)
            return StreamCourse(
                OrderStream(
                    broker,
                    name: name,
                    replicas: options.replicas,
                    among: options.streams
                ),
                CheckpointStream(broker, of: name, replicas: options.replicas),
                among: options.streams,
                following: followed.identities.dropFirst(index).first,
                upTo: followed.places.dropFirst(index).first ?? 0
            )
        }
        state.withLock {
            $0.broker = broker
            $0.courses = courses
        }
        // The library was connected before there was something to ask.
        if broker.isConnected, state.withLock({ $0.connection == 0 }) { receive(.connected) }
    }

    /// Ends the connection, once, when no loop runs any more that could still use it.
    func close() {
        let broker = state.withLock { state in
            defer { (state.broker, state.courses) = (nil, []) }
            return state.broker
        }
        broker?.close()
    }

    /// The way to a subject's order; nil before it began, and when it has ended.
    func stream(of subject: String) -> OrderStream? { course(of: subject)?.stream }

    /// The way to what is kept of a document beside its order; nil as that is.
    func checkpoints(of subject: String) -> CheckpointStream? { course(of: subject)?.checkpoints }

    /// Which stream has a subject's order, by its identity; empty before it was found.
    func identity(of subject: String) -> String { course(of: subject)?.identity ?? "" }

    private func course(of subject: String) -> StreamCourse? {
        state.withLock { $0.courses.dropFirst(index(of: subject)).first }
    }

    /// Which stream has a subject's order.
    private func index(of subject: String) -> Int {
        UInt64(subject, radix: 16)
            .map { StoredPlace.stream(of: $0, among: options.streams) } ?? 0
    }

    /// All streams of the order, by their names.
    var streams: [(name: String, stream: OrderStream)] {
        let streams = state.withLock { $0.courses.map(\.stream) }
        return streams.enumerated().map { (options.name(ofStream: $0), $1) }
    }

    /// Whether something was not warned of yet.
    func isFirstWarning(_ text: String) -> Bool {
        state.withLock { $0.warnings.insert(text).inserted }
    }

    /// The last places that this node knows of, of all streams together.
    var known: Int { state.withLock { $0.courses.reduce(0) { $0 + $1.known } } }

    /// This node has applied what is at a place.
    func note(_ place: Int, of subject: String) {
        let index = index(of: subject)
        state.withLock { state in
            if state.courses.indices.contains(index) { state.courses[index].note(place) }
        }
    }

    /// Takes the streams that are there, whatever became of them; the loops are told.
    ///
    /// - Returns: whether one is another than this node followed; nil when one is not there.
    func accept() -> Bool? {
        let isNew: Bool? = state.withLock { state in
            var (courses, isNew) = (state.courses, false)
            for index in courses.indices {
                guard let isOther = courses[index].accept() else { return nil }
                isNew = isNew || isOther
            }
            state.courses = courses
            return courses.isEmpty ? nil : isNew
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
        guard let stream = stream(of: subject) else {
            return completion(.failure(.disconnected))
        }
        let deadline = Self.now + Self.patience
        stream.append(batch, to: subject, id: id, until: deadline, completion: completion)
    }

    /// Has a closure told of batches as they are appended, until what is returned is let go of.
    func follow(
        _ subject: String,
        _ receive: @escaping @Sendable (OrderStream.Found, _ previous: Int) -> Void
    ) -> Broker.Subscription? {
        guard let stream = stream(of: subject) else { return nil }
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
                guard !state.courses.isEmpty else { return true }
                state.connection += 1
                for index in state.courses.indices { state.courses[index].begin() }
                return false
            }
            if isEarly { return }
            log.notice("a broker was found")
            // The first one says how many there are.
            askForStream(0)
            judgeBrokers()
        case .disconnected:
            let wasAlone = state.withLock { state in
                defer { for index in state.courses.indices { state.courses[index].lose() } }
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
        let due = state.withLock { state in
            state.courses.indices.filter { state.courses[$0].takeQuestion(now: Self.now) }
        }
        for index in due { askForStream(index) }
        lookAtCopies()
    }

    private func askForStream(_ index: Int) {
        let (course, connection) = state.withLock { state in
            (state.courses.dropFirst(index).first, state.connection)
        }
        guard let course else { return }
        course.stream.prepare(until: Self.now + Self.patience) { [weak self] result in
            // Both, or none: a node that could not leave checkpoints would hold up all.
            guard let self, case .success = result else {
                self?.found(result, at: index, by: connection)
                return
            }
            course.checkpoints.prepare(until: Self.now + Self.patience) { [weak self] other in
                self?.found(other.flatMap { _ in result }, at: index, by: connection)
            }
        }
    }

    private func found(
        _ result: Result<OrderStream.State, BrokerError>,
        at index: Int,
        by connection: Int
    ) {
        let (standing, isReached): (Standing?, Bool) = state.withLock { state in
            guard state.connection == connection, state.courses.indices.contains(index),
                state.courses[index].found(result, now: Self.now)
            else { return (nil, false) }
            return (state.courses[index].standing, state.standing.isReady)
        }
        let name = options.name(ofStream: index)
        switch standing {
        case nil, .alone: break
        case .waiting(let cause):
            log.warning("the order waits", metadata: ["stream": "\(name)", "cause": "\(cause)"])
        case .ready(let stream):
            if index == 0 { for other in 1..<options.streams { askForStream(other) } }
            guard isReached else { return }
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
                metadata: ["stream": "\(name)", "identity": "\(stream.identity)"]
            )
        case .rolledBack(let stream):
            log.error(
                "the brokers have lost the end of the stream that this node followed",
                metadata: ["stream": "\(name)", "sequence": "\(stream.lastSequence)"]
            )
        }
    }

    private func tellLoops(_ errand: @escaping Server.Errand) {
        for index in 0..<group.count { group.mailbox(index)?.post(.errand(errand)) }
    }
}
