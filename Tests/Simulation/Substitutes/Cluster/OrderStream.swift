/// The stream of the simulated brokers, as a node asks for it.
package struct OrderStream: Sendable {
    /// The stream as its brokers have it.
    package struct State: Equatable, Sendable {
        package let created: String
        package let lastSequence: Int
        package let replicas: Int
    }

    /// A batch at its place.
    package struct Found: Equatable, Sendable {
        package let bytes: [UInt8]
        package let sequence: Int
    }

    private let broker: Broker
    private let replicas: Int

    /// Makes a stream known.
    package init(_ broker: Broker, name: String, replicas: Int) {
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
                    created: order.created,
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

    /// Has a closure told of each batch when it is appended.
    package func follow(
        _ document: String,
        _ receive: @escaping @Sendable (_ batch: Found, _ previous: Int) -> Void
    ) throws(BrokerError) -> Broker.Subscription {
        Broker.Subscription(broker.connection, document, receive)
    }
}
