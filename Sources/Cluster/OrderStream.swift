/// A stream in which the order of documents is: one subject for each.
///
/// What is appended is told at once, to whoever follows the document, by another subject.
package struct OrderStream: Sendable {
    /// The stream as its brokers have it.
    package struct State: Equatable, Sendable {
        /// Which stream it is: another one's is another.
        package let identity: String
        /// When it was made, in a broker's words.
        package let created: String
        /// Its last place.
        package let lastSequence: Int
        /// What it holds now.
        package let messageCount: Int
        /// The bytes of that, with their heads.
        package let byteCount: Int
        /// Copies that are kept of it.
        package let replicas: Int
        /// How many streams there are that documents are dealt out to, of which it is one.
        package let count: Int
        /// The name of the broker that puts batches in order; nil while there is none, and of a
        /// broker that is alone.
        package let leader: String?
        /// The brokers that follow it.
        package let followers: [Follower]
    }

    /// A broker that keeps a copy.
    package struct Follower: Equatable, Sendable {
        /// Its name.
        package let name: String
        /// Whether it has what the leader has, or nearly.
        package let isCurrent: Bool
        /// Whether the leader has heard of it in the last ten seconds.
        package let isHeard: Bool
        /// How many batches it has yet to get.
        package let lag: Int
    }

    /// A batch at its place.
    package struct Found: Equatable, Sendable {
        /// The bytes.
        package let bytes: [UInt8]
        /// The place.
        package let sequence: Int
    }

    private let access: StreamAccess
    private let replicas: Int
    private let count: Int

    /// Where a document's batches are kept, and where they are told.
    private var kept: String { "\(access.name).order." }
    private var told: String { "\(access.name).told." }

    /// The broker's own memory of ids, in which a batch that is sent again counts once.
    private static let duplicateWindow = 120_000_000_000

    /// Makes a stream of that name known; `prepare` makes it.
    ///
    /// - Parameters:
    ///   - broker: the way to it.
    ///   - name: its name at the brokers.
    ///   - replicas: copies that are kept of it, on as many brokers.
    ///   - count: how many streams documents are dealt out to, of which it is one.
    package init(
        _ broker: Broker,
        name: String = "EMOJIART",
        replicas: Int,
        among count: Int = 1
    ) {
        access = StreamAccess(broker: broker, name: name)
        self.replicas = replicas
        self.count = count
    }

    /// Makes the stream, unless it is there, and tells how it stands.
    package func prepare(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<State, BrokerError>) -> Void
    ) {
        let configuration: [String: Any] = [
            "name": access.name, "subjects": [kept + ">"], "retention": "limits",
            "storage": "file", "discard": "new", "num_replicas": replicas, "allow_direct": true,
            "deny_delete": true, "duplicate_window": Self.duplicateWindow,
            "republish": ["src": kept + ">", "dest": told + ">"],
        ]
        access.create(configuration, among: count, until: deadline, completion: completion)
    }

    /// Tells how the stream stands.
    package func state(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<State, BrokerError>) -> Void
    ) {
        access.state(until: deadline, completion: completion)
    }

    /// Appends a batch to a document's order.
    ///
    /// - Parameters:
    ///   - batch: its bytes.
    ///   - document: the document's name in the order: letters and digits.
    ///   - id: equal for equal batches: a second one within two minutes is not stored.
    ///   - deadline: until when the answer is waited for.
    ///   - completion: gets the place, once a quorum of brokers has the batch.
    package func append(
        _ batch: [UInt8],
        to document: String,
        id: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        let subject = kept + document
        access.append(batch, to: subject, id: id, until: deadline, completion: completion)
    }

    /// Reads the first batch of a document after a place.
    ///
    /// - Parameters:
    ///   - sequence: the place.
    ///   - document: the document's name in the order.
    ///   - deadline: until when the answer is waited for.
    ///   - completion: nil when there is none, or the broker that was asked has none yet.
    package func next(
        after sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        access.read(
            .first(from: sequence + 1),
            of: kept + document,
            until: deadline,
            completion: completion
        )
    }

    /// Reads batches of a document after a place, as many as come at once: what takes the broker
    /// longer to begin than `next`, and is worth it where there are many.
    ///
    /// - Parameters:
    ///   - sequence: the place.
    ///   - document: the document's name in the order.
    ///   - deadline: until when each answer is waited for.
    ///   - completion: gets them in order, with nothing between; none when there is none, or the
    ///     broker that was asked has none yet.
    package func series(
        after sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<[Found], BrokerError>) -> Void
    ) {
        access.readSeries(
            from: sequence + 1,
            of: kept + document,
            until: deadline,
            completion: completion
        )
    }

    /// Reads the first batch of a document from a place on, by the word of the broker that puts
    /// them in order; the completion gets nil when there is none.
    package func first(
        from sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        access.readAtLeader(
            .first(from: sequence),
            of: kept + document,
            until: deadline,
            completion: completion
        )
    }

    /// Lets the batches of a document go that are before a place, or all of them.
    package func trim(
        _ document: String,
        before sequence: Int?,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        access.purge(kept + document, before: sequence, until: deadline, completion: completion)
    }

    /// Has a closure told of each batch of a document when it is appended, or not told of some.
    ///
    /// - Parameters:
    ///   - document: the document's name in the order.
    ///   - receive: is given the batch, its place and the place before it.
    /// - Returns: the subscription; to let go of it ends it.
    /// - Throws: `failed`.
    package func follow(
        _ document: String,
        _ receive: @escaping @Sendable (_ batch: Found, _ previous: Int) -> Void
    ) throws(BrokerError) -> Broker.Subscription {
        try access.broker.subscribe(told + document) { message in
            guard message.sequence > 0 else { return }
            receive(Found(bytes: message.payload, sequence: message.sequence), message.previous)
        }
    }
}
