/// The brokers of a simulated world, as one: what they keep, and who is connected.
///
/// ```
/// node ─ Broker ─► up ···► hear ─► SimulatedOrder ─► lanes ···► say ─► node
/// ```
///
/// The driver says when what is on its way arrives, in either direction.
package final class SimulatedBrokers {
    /// Those that a node reaches which connects now.
    ///
    /// Safe: one thread runs a world, and a process has one world at a time.
    @safe nonisolated(unsafe) package static var reachable = SimulatedBrokers()

    /// What is kept.
    package let order = SimulatedOrder()
    /// What becomes of an append while there is no leader.
    package enum Vacancy { case refuses, isSilent }
    /// Nil while there is a leader.
    package var vacancy: Vacancy?
    /// Whether an append is heard once more, later.
    package var copies: () -> Bool = { false }
    /// Appends that are heard once more, whatever became of who sent them.
    package var strays: [() -> Void] = []
    /// The connections of all nodes that run.
    package private(set) var connections: [SimulatedConnection] = []

    /// Makes brokers that keep nothing yet.
    package init() {}

    func add(_ connection: SimulatedConnection) { connections.append(connection) }

    func remove(_ connection: SimulatedConnection) {
        connections.removeAll { $0 === connection }
    }

    /// Appends a batch and has it told; nil for no answer.
    func append(_ bytes: [UInt8], to subject: String, id: String) -> Result<Int, BrokerError>? {
        switch vacancy {
        case .refuses: return .failure(.unavailable)
        case .isSilent: return nil
        case nil: break
        }
        if copies() {
            strays.append { [unowned self] in
                if vacancy == nil { _ = keep(bytes, to: subject, id: id) }
            }
        }
        return .success(keep(bytes, to: subject, id: id))
    }

    private func keep(_ bytes: [UInt8], to subject: String, id: String) -> Int {
        let place = order.append(bytes, to: subject, id: id)
        guard place.isNew else { return place.sequence }
        let found = OrderStream.Found(bytes: bytes, sequence: place.sequence)
        for connection in connections {
            connection.tell(found, after: place.previous, to: subject, as: .told)
        }
        return place.sequence
    }

    /// Passes on what is not kept.
    func pass(_ bytes: [UInt8], to subject: String) {
        let found = OrderStream.Found(bytes: bytes, sequence: 0)
        for connection in connections {
            connection.tell(found, after: 0, to: subject, as: .passed)
        }
    }
}
