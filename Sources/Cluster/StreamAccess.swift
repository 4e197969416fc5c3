internal import Foundation

/// A stream at the brokers, by JetStream's API of requests and answers (NATS's page "JetStream wire
/// API").
struct StreamAccess: Sendable {
    /// A batch, or whatever is in the stream, at its place.
    typealias Found = OrderStream.Found

    let broker: Broker
    let name: String

    // MARK: The stream

    /// Makes the stream, unless it is there, and tells how it stands.
    ///
    /// Which stream it is says its description, of whoever made it first: brokers of some versions
    /// do not agree on when a stream was made that several nodes asked for at once. It says as well
    /// among how many streams it is, if there are others.
    func create(
        _ configuration: [String: Any],
        among count: Int = 1,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<OrderStream.State, BrokerError>) -> Void
    ) {
        var configuration = configuration
        let identity = String(UInt64.random(in: .min ... .max), radix: 16)
        configuration["description"] =
            count == 1 ? identity : "\(identity)\(StreamInfo.countMark)\(count)"
        let payload = (try? JSONSerialization.data(withJSONObject: configuration)) ?? Data()
        state(until: deadline) { [self] found in
            guard case .failure(.refused(Self.isMissingCode, _)) = found else {
                return completion(found)
            }
            let create = "$JS.API.STREAM.CREATE.\(name)"
            broker.request(create, [UInt8](payload), until: deadline) { [self] result in
                let made = result.flatMap { Self.read($0, as: StreamInfo.self) }
                if case .failure(.refused(Self.isThereCode, _)) = made {
                    // Another node was first.
                    return state(until: deadline, completion: completion)
                }
                completion(made.map(\.standing))
            }
        }
    }

    /// Tells how the stream stands.
    func state(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<OrderStream.State, BrokerError>) -> Void
    ) {
        broker.request("$JS.API.STREAM.INFO.\(name)", [], until: deadline) { result in
            completion(result.flatMap { Self.read($0, as: StreamInfo.self) }.map(\.standing))
        }
    }

    /// Tells which subjects have something, of those that a filter lets through.
    func subjects(
        _ filter: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<[String], BrokerError>) -> Void
    ) {
        let asked = Array("{\"subjects_filter\":\"\(filter)\"}".utf8)
        broker.request("$JS.API.STREAM.INFO.\(name)", asked, until: deadline) { result in
            let info = result.flatMap { Self.read($0, as: StreamInfo.self) }
            completion(info.map { $0.state.subjects.map { Array($0.keys) } ?? [] })
        }
    }

    // MARK: What is in it

    /// Appends something; the completion gets its place, once a quorum of brokers has it.
    func append(
        _ bytes: [UInt8],
        to subject: String,
        id: String? = nil,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        broker.request(subject, bytes, id: id, until: deadline) { result in
            completion(
                result.flatMap { Self.read($0, as: Appended.self) }.flatMap { appended in
                    // Some brokers answer so to what is sent again while it is on its way.
                    guard appended.seq > 0 else { return .failure(.unreadable("no place")) }
                    return .success(appended.seq)
                }
            )
        }
    }

    /// Which message of a subject is meant.
    enum Question {
        /// The first one from a place on.
        case first(from: Int)
        /// The last one.
        case last

        func encoded(_ subject: String) -> [UInt8] {
            switch self {
            case .first(let place):
                Array("{\"seq\":\(place),\"next_by_subj\":\"\(subject)\"}".utf8)
            case .last: Array("{\"last_by_subj\":\"\(subject)\"}".utf8)
            }
        }
    }

    /// Reads a message of a subject at whatever broker is near; the completion gets nil when there
    /// is none, or that broker has none yet.
    func read(
        _ question: Question,
        of subject: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        let asked = question.encoded(subject)
        broker.request("$JS.API.DIRECT.GET.\(name)", asked, until: deadline) { result in
            completion(
                result.flatMap { message in
                    switch message.status {
                    case 0: .success(Found(bytes: message.payload, sequence: message.sequence))
                    case 404: .success(nil)
                    default: .failure(.refused(code: message.status, "it cannot be read"))
                    }
                }
            )
        }
    }

    /// Reads a message of a subject at the broker that leads, which knows all there is; the
    /// completion gets nil when there is none.
    func readAtLeader(
        _ question: Question,
        of subject: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        let asked = question.encoded(subject)
        broker.request("$JS.API.STREAM.MSG.GET.\(name)", asked, until: deadline) { result in
            let stored = result.flatMap { Self.read($0, as: Stored.self) }
            switch stored {
            case .success(let stored):
                let bytes = [UInt8](stored.message.data ?? Data())
                completion(.success(Found(bytes: bytes, sequence: stored.message.seq)))
            case .failure(.refused(Self.isNothingCode, _)): completion(.success(nil))
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// Lets messages of a subject go.
    ///
    /// - Parameters:
    ///   - subject: whose; `>` stands for all of its parts.
    ///   - place: those before it; nil for all.
    ///   - deadline: until when the answer is waited for.
    ///   - completion: gets how many there were.
    func purge(
        _ subject: String,
        before place: Int?,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        // Nothing is before the first place, and the broker would take it for no bound at all.
        if let place, place <= 1 { return completion(.success(0)) }
        let bound = place.map { ",\"seq\":\($0)" } ?? ""
        let asked = Array("{\"filter\":\"\(subject)\"\(bound)}".utf8)
        broker.request("$JS.API.STREAM.PURGE.\(name)", asked, until: deadline) { result in
            completion(result.flatMap { Self.read($0, as: Purged.self) }.map(\.purged))
        }
    }

    // MARK: The broker's answers

    /// "stream name already in use with a different configuration".
    private static let isThereCode = 10_058
    /// "stream not found".
    private static let isMissingCode = 10_059
    /// "no message found".
    private static let isNothingCode = 10_037

    private struct Refusal: Decodable {
        struct Detail: Decodable {
            let code: Int
            let errCode: Int?
            let description: String?
        }

        let error: Detail?
    }

    private struct Appended: Decodable { let seq: Int }

    private struct Purged: Decodable { let purged: Int }

    private struct Stored: Decodable {
        struct Message: Decodable {
            let seq: Int
            let data: Data?
        }

        let message: Message
    }

    static func read<Answer: Decodable>(
        _ message: BrokerMessage,
        as type: Answer.Type
    ) -> Result<Answer, BrokerError> {
        let data = Data(message.payload)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        if let refusal = try? decoder.decode(Refusal.self, from: data).error {
            let code = refusal.errCode ?? refusal.code
            if refusal.code == 503 { return .failure(.unavailable) }
            return .failure(.refused(code: code, refusal.description ?? ""))
        }
        do {
            return .success(try decoder.decode(type, from: data))
        } catch {
            return .failure(
                .unreadable(String(decoding: message.payload.prefix(200), as: UTF8.self))
            )
        }
    }
}

/// What a broker tells of a stream.
private struct StreamInfo: Decodable {
    struct Config: Decodable {
        let numReplicas: Int
        let description: String?
    }
    struct Place: Decodable {
        let lastSeq: Int
        let messages: Int
        let bytes: Int
        let subjects: [String: Int]?
    }

    struct Replica: Decodable {
        let name: String
        let current: Bool
        let lag: Int?
        let offline: Bool?
        /// How long ago the leader heard of it, in nanoseconds; 0 when it has not.
        let active: Int?

        /// They tell of themselves each second (the interval of a leader's heartbeats).
        private static let silenceMax = 10_000_000_000

        var isHeard: Bool {
            current || offline != true && (1...Self.silenceMax).contains(active ?? 0)
        }
    }

    struct Cluster: Decodable {
        let leader: String?
        let replicas: [Replica]?
    }

    /// Stands before the number of streams.
    static let countMark = " of "

    let created: String
    let config: Config
    let state: Place
    let cluster: Cluster?

    private var count: Int {
        guard let description = config.description,
            let mark = description.range(of: Self.countMark)
        else { return 1 }
        return Int(description[mark.upperBound...]) ?? 1
    }

    var standing: OrderStream.State {
        OrderStream.State(
            identity: config.description ?? created,
            created: created,
            lastSequence: state.lastSeq,
            messageCount: state.messages,
            byteCount: state.bytes,
            replicas: config.numReplicas,
            count: count,
            leader: cluster?.leader,
            followers: (cluster?.replicas ?? []).map {
                OrderStream.Follower(
                    name: $0.name,
                    isCurrent: $0.current && $0.offline != true,
                    isHeard: $0.isHeard,
                    lag: $0.lag ?? 0
                )
            }
        )
    }
}
