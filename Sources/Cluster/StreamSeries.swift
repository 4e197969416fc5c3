internal import Foundation
internal import Synchronization

/// What a subject has from a place on, many messages at once: by a consumer of its own that the
/// broker keeps in memory, and that ends with the answer.
///
/// ```
/// create ─► name ─► pull ─► message, message, ... the last one ─► delete
/// ```
///
/// NATS's page "Consumers"; that one is let go by itself when nobody asks it for some seconds.
final class StreamSeries: Sendable {
    /// Messages of one answer: what they bring waits in memory.
    static let countMax = 4_096
    /// Bytes of one answer, about; a message of more than these is not in any.
    private static let byteMax = 1_048_576
    /// How long the broker keeps a consumer that nobody asks, in nanoseconds.
    private static let idleMax = 5_000_000_000

    private let found = Mutex<[OrderStream.Found]>([])

    /// What has come, in order, with nothing between.
    var all: [OrderStream.Found] { found.withLock { $0 } }

    /// Asks for a consumer of a stream that begins at a place of a subject.
    static func consumer(of stream: String, from place: Int, on subject: String) -> [UInt8] {
        Array(
            """
            {"stream_name":"\(stream)","config":{"deliver_policy":"by_start_sequence",\
            "opt_start_seq":\(place),"ack_policy":"none","replay_policy":"instant",\
            "filter_subject":"\(subject)","mem_storage":true,"num_replicas":1,\
            "inactive_threshold":\(idleMax)}}
            """.utf8
        )
    }

    /// Asks a consumer for what it has, and no more.
    static var pull: [UInt8] {
        Array("{\"batch\":\(countMax),\"max_bytes\":\(byteMax),\"no_wait\":true}".utf8)
    }

    /// Takes a message.
    ///
    /// - Returns: whether it is the last: it says that there is no more, or does not follow.
    func receive(_ message: BrokerMessage) -> Bool {
        guard message.status == 0, let place = Place(message.reply) else { return true }
        return found.withLock { found in
            // Others after one that was lost on its way would leave a gap.
            guard place.number == found.count + 1 else { return true }
            found.append(OrderStream.Found(bytes: message.payload, sequence: place.sequence))
            return place.pendingCount == 0 || found.count == Self.countMax
        }
    }

    /// What a consumer's message says of itself, as the subject of its acknowledgement.
    ///
    /// NATS's decision record 15: after two words that say so come the stream's and the consumer's
    /// names, newer brokers' domain and account before them, and five numbers.
    private struct Place {
        /// The place in the stream.
        let sequence: Int
        /// Its number among those of this consumer.
        let number: Int
        /// How many come after it.
        let pendingCount: Int

        init?(_ reply: String) {
            let words = reply.split(separator: ".")
            // Newer brokers may add a word at the end as well.
            let last = words.count == 9 ? 8 : 10
            guard words.count == 9 || words.count >= 11, words.starts(with: ["$JS", "ACK"]),
                let sequence = Int(words[last - 3]), let number = Int(words[last - 2]),
                let pendingCount = Int(words[last])
            else { return nil }
            self.sequence = sequence
            self.number = number
            self.pendingCount = pendingCount
        }
    }
}

extension StreamAccess {
    /// Reads the messages of a subject from a place on, as many as come at once; the completion
    /// gets none when there is none, or the broker that has them has none yet.
    func readSeries(
        from place: Int,
        of subject: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<[Found], BrokerError>) -> Void
    ) {
        let asked = StreamSeries.consumer(of: name, from: place, on: subject)
        let create = "$JS.API.CONSUMER.CREATE.\(name)"
        broker.request(create, asked, until: deadline) { [self] result in
            switch result.flatMap({ Self.read($0, as: Consumer.self) }) {
            case .failure(let error): completion(.failure(error))
            case .success(let consumer):
                readSeries(of: consumer.name, until: deadline, completion: completion)
            }
        }
    }

    private struct Consumer: Decodable { let name: String }

    private func readSeries(
        of consumer: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<[Found], BrokerError>) -> Void
    ) {
        let series = StreamSeries()
        broker.gather(
            "$JS.API.CONSUMER.MSG.NEXT.\(name).\(consumer)",
            StreamSeries.pull,
            until: deadline,
            receive: { series.receive($0) },
            completion: { [self] result in
                // Else it would be kept for some seconds; whether it was there makes no difference.
                let delete = "$JS.API.CONSUMER.DELETE.\(name).\(consumer)"
                broker.request(delete, [], until: deadline) { _ in }
                // What has come counts, whatever became of the rest.
                completion(
                    result.map { _ in series.all }.flatMapError { error in
                        series.all.isEmpty ? .failure(error) : .success(series.all)
                    }
                )
            }
        )
    }
}
