/// The stream of the simulated brokers, as a node asks for it.
package struct OrderStream: Sendable {
    /// The stream as its brokers have it.
    package struct State: Equatable, Sendable {
        package let identity: String
        package var created: String { identity }
        package let lastSequence: Int
        package let replicas: Int
        package let count = 1
        package let messageCount = 0
        package let byteCount = 0
        package let leader: String? = nil
        package let followers: [Follower] = []
    }

    /// A broker that keeps a copy.
    package struct Follower: Equatable, Sendable {
        package let name: String
        package let isCurrent: Bool
        package let isHeard: Bool
        package let lag: Int
    }

    /// A batch at its place.
    package struct Found: Equatable, Sendable {
        package let bytes: [UInt8]
        package let sequence: Int
    }

    private let broker: Broker
    private let replicas: Int

    /// Makes a stream known.
    package init(_ broker: Broker, name: String, replicas: Int, among count: Int) {
        self.broker = broker
        self.replicas = replicas
    }

    /// Tells how the stream stands; nobody can without a leader.
    package func prepare(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<State, BrokerError>) -> Void
    ) {
        broker.ask(until: deadline, completion) { [replicas] brokers in
            guard brokers.vacancy == nil else { return .failure(.unavailable) }
            let order = brokers.order
            return .success(
                State(
                    identity: order.created,
                    lastSequence: order.lastSequence,
                    replicas: replicas
                )
            )
        }
    }

    /// Appends a batch to an order.
    package func append(
        _ batch: [UInt8],
        to document: String,
        id: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        let connection = broker.connection
        broker.ask(until: deadline, completion) { brokers in
            let result = brokers.append(batch, to: document, id: id)
            return connection.losesAnswer() ? nil : result
        }
    }

    /// Reads the first batch after a place, of what the broker has that is asked.
    package func next(
        after sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        let connection = broker.connection
        broker.ask(until: deadline, completion) { brokers in
            let count = connection.knownAtBroker ?? brokers.order.lastSequence
            return .success(brokers.order.next(after: sequence, of: document, among: count))
        }
    }

    /// Reads batches after a place, in two parts: what is in the order may go in between.
    package func series(
        after sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<[Found], BrokerError>) -> Void
    ) {
        part(after: sequence, of: document, until: deadline) { [self] result in
            guard case .success(let first) = result, let last = first.last else {
                return completion(result)
            }
            part(after: last.sequence, of: document, until: deadline) { result in
                completion(.success(first + ((try? result.get()) ?? [])))
            }
        }
    }

    private func part(
        after sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<[Found], BrokerError>) -> Void
    ) {
        let connection = broker.connection
        broker.ask(until: deadline, completion) { brokers in
            let count = connection.knownAtBroker ?? brokers.order.lastSequence
            var found: [Found] = []
            while found.count < Self.partMax,
                let next = brokers.order.next(
                    after: found.last?.sequence ?? sequence,
                    of: document,
                    among: count
                )
            {
                found.append(next)
            }
            return .success(found)
        }
    }

    /// Batches in each part of a series.
    private static let partMax = 3

    /// Tells how the stream stands.
    package func state(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<State, BrokerError>) -> Void
    ) {
        prepare(until: deadline, completion: completion)
    }

    /// Reads the first batch from a place on, of all that there is; nobody can without a leader.
    package func first(
        from sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        broker.ask(until: deadline, completion) { brokers in
            guard brokers.vacancy == nil else { return .failure(.unavailable) }
            let order = brokers.order
            return .success(
                order.next(after: sequence - 1, of: document, among: order.lastSequence)
            )
        }
    }

    /// Lets batches go that are before a place, or all of them.
    package func trim(
        _ document: String,
        before sequence: Int?,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        broker.ask(until: deadline, completion) { brokers in
            .success(brokers.order.trim(document, before: sequence))
        }
    }

    /// Has a closure told of each batch when it is appended.
    package func follow(
        _ document: String,
        _ receive: @escaping @Sendable (_ batch: Found, _ previous: Int) -> Void
    ) throws(BrokerError) -> Broker.Subscription {
        Broker.Subscription(broker.connection, document, receive)
    }
}
