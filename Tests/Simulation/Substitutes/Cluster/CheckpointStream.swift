/// The newest checkpoint of each document, at the simulated brokers.
package struct CheckpointStream: Sendable {
    /// What is said of a checkpoint.
    package struct Head: Equatable, Sendable {
        package let place: Int
        package let previous: Int
        package let byteCount: Int

        package init(place: Int, previous: Int, byteCount: Int) {
            self.place = place
            self.previous = previous
            self.byteCount = byteCount
        }
    }

    private let broker: Broker

    /// Makes the stream known.
    package init(_ broker: Broker, of order: String, replicas: Int) { self.broker = broker }

    /// Makes the stream, which is always there.
    package func prepare(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Void, BrokerError>) -> Void
    ) {
        broker.ask(until: deadline, completion) { _ in .success(()) }
    }

    /// Tells what the newest checkpoint of a document is; nobody can without a leader.
    package func head(
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Head?, BrokerError>) -> Void
    ) {
        broker.ask(until: deadline, completion) { brokers in
            guard brokers.vacancy == nil else { return .failure(.unavailable) }
            return .success(brokers.order.checkpoints[document]?.head)
        }
    }

    /// Reads a checkpoint.
    package func read(
        _ head: Head,
        of document: String,
        clock: @escaping @Sendable () -> UInt64,
        patience: UInt64,
        completion: @escaping @Sendable (Result<[UInt8], BrokerError>) -> Void
    ) {
        broker.ask(until: clock() + patience, completion) { brokers in
            guard let kept = brokers.order.checkpoints[document], kept.head == head else {
                return .failure(.unavailable)
            }
            return .success(kept.bytes)
        }
    }

    /// Writes a checkpoint; its answer may be lost, and so may it.
    package func write(
        _ bytes: [UInt8],
        _ head: Head,
        of document: String,
        clock: @escaping @Sendable () -> UInt64,
        patience: UInt64,
        completion: @escaping @Sendable (Result<Void, BrokerError>) -> Void
    ) {
        let connection = broker.connection
        broker.ask(until: clock() + patience, completion) { brokers in
            guard brokers.vacancy == nil else { return .failure(.unavailable) }
            // Each has a head of its own, and the newest counts.
            if head.place > brokers.order.checkpoints[document]?.head.place ?? 0 {
                brokers.order.checkpoints[document] = (head, bytes)
            }
            return connection.losesAnswer() ? nil : .success(())
        }
    }

    /// Lets all of a document go, whatever its name goes on with.
    package func remove(_ document: String, until deadline: UInt64) {
        let ignore: @Sendable (Result<Void, BrokerError>) -> Void = { _ in }
        broker.ask(until: deadline, ignore) { brokers in
            let keys = brokers.order.checkpoints.keys.filter { $0.hasPrefix("\(document).") }
            for key in keys { brokers.order.checkpoints[key] = nil }
            return .success(())
        }
    }
}
