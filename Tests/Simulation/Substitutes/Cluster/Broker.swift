/// What a simulated broker passes on.
package struct BrokerMessage: Sendable {
    package let payload: [UInt8]
    package let reply = ""
}

/// A simulated node's connection to the simulated broker.
package final class Broker: Sendable {
    /// A follower of a document's order, until it is let go of.
    package final class Subscription: Sendable {
        private let number: Int

        init(_ subject: String, _ follower: @escaping SimulatedOrder.Follower) {
            number = SimulatedOrder.follow(subject, follower)
        }

        deinit { SimulatedOrder.leave(number) }
    }

    private let onEvent: @Sendable (BrokerEvent) -> Void

    /// Begins to connect; the driver says when that is done.
    package init(
        _ options: BrokerOptions,
        onEvent: @escaping @Sendable (BrokerEvent) -> Void
    ) throws(BrokerError) {
        self.onEvent = onEvent
        SimulatedOrder.jobs.append { onEvent(.connected) }
    }

    /// Whether there is a connection: it is told.
    package var isConnected: Bool { false }

    /// Asks for something, which nobody answers.
    package func request(
        _ subject: String,
        _ payload: [UInt8],
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<BrokerMessage, BrokerError>) -> Void
    ) {
        SimulatedOrder.jobs.append { completion(.failure(.unavailable)) }
    }

    /// Tells whoever has subscribed, unless the driver loses it.
    package func publish(_ payload: [UInt8], to subject: String) {
        SimulatedOrder.tell(BrokerMessage(payload: payload), to: subject)
    }

    /// Has a closure told of messages.
    package func subscribe(
        _ subject: String,
        _ receive: @escaping @Sendable (BrokerMessage) -> Void
    ) throws(BrokerError) -> Subscription {
        Subscription(subject) { found, _ in receive(BrokerMessage(payload: found.bytes)) }
    }

    /// No answer is late here: it comes, or never.
    package func expire(now: UInt64) {}

    /// Ends the connection.
    package func close() {}
}
