/// The broker of a simulated world: the orders that it keeps, and what it has yet to say.
package enum SimulatedOrder {
    /// Is told of each batch, its place, and the place before it.
    package typealias Follower = @Sendable (OrderStream.Found, _ previous: Int) -> Void

    /// What the broker says, when the driver has it speak.
    ///
    /// One thread runs a world, and a process has one world: so with all that is here.
    @safe package nonisolated(unsafe) static var jobs: [@Sendable () -> Void] = []
    @safe private nonisolated(unsafe) static var batches: [(subject: String, bytes: [UInt8])] = []
    @safe private nonisolated(unsafe) static var places: [String: Int] = [:]
    @safe private nonisolated(unsafe) static var followers: [Int: (String, Follower)] = [:]
    @safe private nonisolated(unsafe) static var nextNumber = 1

    /// The last place.
    static var lastSequence: Int { batches.count }

    static func follow(_ subject: String, _ follower: @escaping Follower) -> Int {
        defer { nextNumber += 1 }
        followers[nextNumber] = (subject, follower)
        return nextNumber
    }

    static func leave(_ number: Int) { followers[number] = nil }

    /// Appends a batch, unless its id is known, and has its followers told.
    static func append(_ bytes: [UInt8], to subject: String, id: String) -> Int {
        if let place = places[id] { return place }
        let previous = batches.lastIndex { $0.subject == subject }.map { $0 + 1 } ?? 0
        batches.append((subject, bytes))
        let found = OrderStream.Found(bytes: bytes, sequence: batches.count)
        places[id] = found.sequence
        tell(found, after: previous, to: subject)
        return found.sequence
    }

    /// Passes on what is not kept.
    static func tell(_ message: BrokerMessage, to subject: String) {
        tell(OrderStream.Found(bytes: message.payload, sequence: 0), after: 0, to: subject)
    }

    private static func tell(
        _ found: OrderStream.Found,
        after previous: Int,
        to subject: String
    ) {
        for number in followers.keys.sorted() {
            guard let (followed, follower) = followers[number], followed == subject else {
                continue
            }
            jobs.append { follower(found, previous) }
        }
    }

    /// The first batch after a place.
    static func next(after sequence: Int, of subject: String) -> OrderStream.Found? {
        for index in batches.indices.dropFirst(sequence) where batches[index].subject == subject {
            return OrderStream.Found(bytes: batches[index].bytes, sequence: index + 1)
        }
        return nil
    }

    /// Lets the batches of an order go that are before a place, or all of them.
    static func trim(_ subject: String, before place: Int?) {
        for index in batches.indices.prefix(place.map { $0 - 1 } ?? .max)
        where batches[index].subject == subject {
            batches[index].subject = ""
        }
    }

    /// The newest checkpoint of each document.
    @safe static nonisolated(unsafe) var checkpoints:
        [String: (head: CheckpointStream.Head, bytes: [UInt8])] = [:]

    /// Another world begins.
    package static func reset() {
        jobs = []
        batches = []
        places = [:]
        followers = [:]
        checkpoints = [:]
    }
}
