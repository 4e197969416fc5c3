/// What the brokers of a simulated world keep: the orders of all subjects, in one stream.
///
/// A quorum keeps it, so it outlives what happens to one broker; `rollBack` and `wipe` are what
/// brokers must not do, and do all the same when their disks lie or are lost.
package final class SimulatedOrder {
    private var batches: [(subject: String, bytes: [UInt8])] = []
    private var places: [String: Int] = [:]
    private var streamNumber = 1
    /// The newest checkpoint of each document, in a stream of their own.
    var checkpoints: [String: (head: CheckpointStream.Head, bytes: [UInt8])] = [:]
    /// Whether a batch that is sent again is known by its id.
    package var remembersIDs = true

    /// A batch's place.
    struct Place {
        let sequence: Int
        /// The place of the batch before it of its subject; 0 for none.
        let previous: Int
        /// Whether the batch was not there before.
        let isNew: Bool
    }

    /// When the stream was made.
    var created: String { "stream \(streamNumber)" }

    /// The last place.
    package var lastSequence: Int { batches.count }

    /// Appends a batch, unless its id is known.
    func append(_ bytes: [UInt8], to subject: String, id: String) -> Place {
        if remembersIDs, let place = places[id] {
            return Place(sequence: place, previous: 0, isNew: false)
        }
        let previous = batches.lastIndex { $0.subject == subject }.map { $0 + 1 } ?? 0
        batches.append((subject, bytes))
        places[id] = batches.count
        return Place(sequence: batches.count, previous: previous, isNew: true)
    }

    /// The first batch after a place, as a broker has it that knows no more than the first ones.
    func next(after sequence: Int, of subject: String, among count: Int) -> OrderStream.Found? {
        for index in batches.indices.prefix(count).dropFirst(sequence)
        where batches[index].subject == subject {
            return OrderStream.Found(bytes: batches[index].bytes, sequence: index + 1)
        }
        return nil
    }

    /// Lets the batches of an order go that are before a place, or all of them.
    ///
    /// - Returns: how many there were.
    func trim(_ subject: String, before place: Int?) -> Int {
        var count = 0
        for index in batches.indices.prefix(place.map { $0 - 1 } ?? .max)
        where batches[index].subject == subject {
            batches[index].subject = ""
            count += 1
        }
        return count
    }

    /// Loses the last batches, whose places are given anew; returns how many there were.
    package func rollBack(_ count: Int) -> Int {
        let count = min(count, batches.count)
        batches.removeLast(count)
        places = places.filter { $0.value <= batches.count }
        return count
    }

    /// Loses all, and begins another stream; returns how many batches there were.
    package func wipe() -> Int {
        defer {
            batches = []
            places = [:]
            checkpoints = [:]
            streamNumber += 1
        }
        return batches.count
    }
}
