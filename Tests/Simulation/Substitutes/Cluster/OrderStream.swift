/// The stream of a simulated broker.
package struct OrderStream: Sendable {
    /// The stream as its broker has it.
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

    private let replicas: Int

    /// Makes a stream known.
    package init(_ broker: Broker, name: String, replicas: Int) { self.replicas = replicas }

    /// Tells how the stream stands.
    package func prepare(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<State, BrokerError>) -> Void
    ) {
        SimulatedOrder.jobs.append { [replicas] in
            let last = SimulatedOrder.lastSequence
            let state = State(created: "simulated", lastSequence: last, replicas: replicas)
            completion(.success(state))
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
        SimulatedOrder.jobs.append {
            let place = SimulatedOrder.append(batch, to: document, id: id)
            SimulatedOrder.jobs.append { completion(.success(place)) }
        }
    }

    /// Reads the first batch after a place.
    package func next(
        after sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        SimulatedOrder.jobs.append {
            let found = SimulatedOrder.next(after: sequence, of: document)
            SimulatedOrder.jobs.append { completion(.success(found)) }
        }
    }

    /// Reads the first batch from a place on.
    package func first(
        from sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        next(after: sequence - 1, of: document, until: deadline, completion: completion)
    }

    /// Lets batches go that are before a place, or all of them.
    package func trim(
        _ document: String,
        before sequence: Int?,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        SimulatedOrder.jobs.append {
            SimulatedOrder.trim(document, before: sequence)
            completion(.success(0))
        }
    }

    /// Has a closure told of each batch when it is appended.
    package func follow(
        _ document: String,
        _ receive: @escaping @Sendable (_ batch: Found, _ previous: Int) -> Void
    ) throws(BrokerError) -> Broker.Subscription {
        Broker.Subscription(document, receive)
    }
}
