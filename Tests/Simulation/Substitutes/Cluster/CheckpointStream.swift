/// The newest checkpoint of each document, at a simulated broker.
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

    /// Makes the stream known.
    package init(_ broker: Broker, of order: String, replicas: Int) {}

    /// Makes the stream, which is always there.
    package func prepare(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Void, BrokerError>) -> Void
    ) {
        SimulatedOrder.jobs.append { completion(.success(())) }
    }

    /// Tells what the newest checkpoint of a document is.
    package func head(
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Head?, BrokerError>) -> Void
    ) {
        SimulatedOrder.jobs.append {
            completion(.success(SimulatedOrder.checkpoints[document]?.head))
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
        SimulatedOrder.jobs.append {
            let kept = SimulatedOrder.checkpoints[document]
            let isIt = kept?.head == head
            completion(isIt ? .success(kept?.bytes ?? []) : .failure(.unavailable))
        }
    }

    /// Writes a checkpoint.
    package func write(
        _ bytes: [UInt8],
        _ head: Head,
        of document: String,
        clock: @escaping @Sendable () -> UInt64,
        patience: UInt64,
        completion: @escaping @Sendable (Result<Void, BrokerError>) -> Void
    ) {
        SimulatedOrder.jobs.append {
            SimulatedOrder.checkpoints[document] = (head, bytes)
            completion(.success(()))
        }
    }

    /// Lets all of a document go.
    package func remove(_ document: String, until deadline: UInt64) {
        SimulatedOrder.checkpoints[document] = nil
    }
}
