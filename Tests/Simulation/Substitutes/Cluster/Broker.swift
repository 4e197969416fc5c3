/// What a simulated broker passes on.
package struct BrokerMessage: Sendable {
    package let payload: [UInt8]
    package let reply = ""
}

/// A simulated node's connection to the simulated brokers, as the rest of the room calls it.
///
/// Unchecked: one thread runs a world.
package final class Broker: @unchecked Sendable {
    /// A subscriber, until it is let go of.
    package final class Subscription: Sendable {
        private let connection: SimulatedConnection
        private let number: Int

        init(
            _ connection: SimulatedConnection,
            _ subject: String,
            _ receiver: @escaping SimulatedConnection.Receiver
        ) {
            self.connection = connection
            number = connection.subscribe(subject, receiver)
        }

        deinit { connection.leave(number) }
    }

    private let link: Link
    /// The way there, for who subscribes by a stream.
    var connection: SimulatedConnection { link.connection }

    /// What is asked and not answered; apart, since the connection's events change it.
    private final class Link: @unchecked Sendable {
        let connection: SimulatedConnection
        private(set) var isConnected = false
        private var lastNumber = 0
        private var requests: [Int: (deadline: UInt64, fail: (BrokerError) -> Void)] = [:]

        init(_ onEvent: @escaping @Sendable (BrokerEvent) -> Void) {
            connection = SimulatedConnection(.reachable)
            connection.onEvent = { [unowned self] event in
                isConnected = event == .connected
                if event == .disconnected { fail(.disconnected) { _ in true } }
                onEvent(event)
            }
        }

        func begin(until deadline: UInt64, _ fail: @escaping (BrokerError) -> Void) -> Int {
            lastNumber += 1
            requests[lastNumber] = (deadline, fail)
            return lastNumber
        }

        /// Whether a request waits still; it does so no longer.
        func take(_ number: Int) -> Bool { requests.removeValue(forKey: number) != nil }

        func fail(_ error: BrokerError, where isMeant: (UInt64) -> Bool) {
            let failed = requests.filter { isMeant($0.value.deadline) }.sorted { $0.key < $1.key }
            for (number, request) in failed {
                requests[number] = nil
                request.fail(error)
            }
        }
    }

    /// Begins to connect; the driver says when that is done.
    package init(
        _ options: BrokerOptions,
        onEvent: @escaping @Sendable (BrokerEvent) -> Void
    ) throws(BrokerError) {
        link = Link(onEvent)
    }

    /// Whether there is a connection, as far as the node was told.
    package var isConnected: Bool { link.isConnected }

    /// Asks for something, which nobody answers.
    package func request(
        _ subject: String,
        _ payload: [UInt8],
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<BrokerMessage, BrokerError>) -> Void
    ) {
        ask(until: deadline, completion) { _ in .failure(.unavailable) }
    }

    /// Asks the brokers; the completion gets what they answer, once.
    ///
    /// - Parameters:
    ///   - deadline: until when the answer is waited for.
    ///   - completion: gets the answer.
    ///   - answer: what the brokers do when they hear it; nil for no answer.
    func ask<Answer>(
        until deadline: UInt64,
        _ completion: @escaping @Sendable (Result<Answer, BrokerError>) -> Void,
        answer: @escaping (SimulatedBrokers) -> Result<Answer, BrokerError>?
    ) {
        guard isConnected else { return completion(.failure(.disconnected)) }
        let number = link.begin(until: deadline) { completion(.failure($0)) }
        connection.send { [link] brokers in
            guard let result = answer(brokers) else { return }
            link.connection.say(.answers) { if link.take(number) { completion(result) } }
        }
    }

    /// Tells whoever has subscribed; nobody when there is no connection.
    package func publish(_ payload: [UInt8], to subject: String) {
        guard isConnected else { return }
        connection.send { $0.pass(payload, to: subject) }
    }

    /// Has a closure told of messages.
    package func subscribe(
        _ subject: String,
        _ receive: @escaping @Sendable (BrokerMessage) -> Void
    ) throws(BrokerError) -> Subscription {
        Subscription(connection, subject) { found, _ in
            receive(BrokerMessage(payload: found.bytes))
        }
    }

    /// Gives up on answers that did not come in time.
    package func expire(now: UInt64) { link.fail(.timedOut) { $0 <= now } }

    /// Ends the connection.
    package func close() {
        connection.abandon()
        link.fail(.disconnected) { _ in true }
    }
}
