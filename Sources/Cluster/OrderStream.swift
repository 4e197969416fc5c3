internal import Foundation

/// The stream in which the order of all documents is: one subject for each.
///
/// It is JetStream's, by its API of requests and answers (NATS's page "JetStream wire API").
/// What is appended is told at once, to whoever follows the document, by another subject.
package struct OrderStream: Sendable {
    /// The stream as its brokers have it.
    package struct State: Equatable, Sendable {
        /// When it was made, in the broker's words: another one is another stream.
        package let created: String
        /// Its last place.
        package let lastSequence: Int
        /// Copies that are kept of it.
        package let replicas: Int
        /// The name of the broker that puts batches in order; nil while there is none, and of a
        /// broker that is alone.
        package let leader: String?
    }

    /// A batch at its place.
    package struct Found: Equatable, Sendable {
        /// The bytes.
        package let bytes: [UInt8]
        /// The place.
        package let sequence: Int
    }

    private let broker: Broker
    private let name: String
    private let replicas: Int

    /// Where a document's batches are kept, and where they are told.
    private var kept: String { "\(name).order." }
    private var told: String { "\(name).told." }

    /// The broker's own memory of ids, in which a batch that is sent again counts once.
    private static let duplicateWindow = 120_000_000_000

    /// Makes a stream of that name known; `prepare` makes it.
    ///
    /// - Parameters:
    ///   - broker: the way to it.
    ///   - name: its name at the brokers.
    ///   - replicas: copies that are kept of it, on as many brokers.
    package init(_ broker: Broker, name: String = "EMOJIART", replicas: Int) {
        self.broker = broker
        self.name = name
        self.replicas = replicas
    }

    /// Makes the stream, unless it is there, and tells how it stands.
    package func prepare(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<State, BrokerError>) -> Void
    ) {
        let configuration: [String: Any] = [
            "name": name, "subjects": [kept + ">"], "retention": "limits", "storage": "file",
            "discard": "new", "num_replicas": replicas, "allow_direct": true, "deny_delete": true,
            "duplicate_window": Self.duplicateWindow,
            "republish": ["src": kept + ">", "dest": told + ">"],
        ]
        let payload = (try? JSONSerialization.data(withJSONObject: configuration)) ?? Data()
        let create = "$JS.API.STREAM.CREATE.\(name)"
        broker.request(create, [UInt8](payload), until: deadline) { [self] result in
            let made = result.flatMap { Self.read($0, as: Info.self) }
            if case .failure(.refused(let code, _)) = made, code == Self.isThereCode {
                // With other settings, as an operator wants it.
                return state(until: deadline, completion: completion)
            }
            completion(made.map(\.standing))
        }
    }

    /// Tells how the stream stands.
    package func state(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<State, BrokerError>) -> Void
    ) {
        broker.request("$JS.API.STREAM.INFO.\(name)", [], until: deadline) { result in
            completion(result.flatMap { Self.read($0, as: Info.self) }.map(\.standing))
        }
    }

    /// Appends a batch to a document's order.
    ///
    /// - Parameters:
    ///   - batch: its bytes.
    ///   - document: the document's name in the order: letters and digits.
    ///   - id: equal for equal batches: a second one within two minutes is not stored.
    ///   - deadline: until when the answer is waited for.
    ///   - completion: gets the place, once a quorum of brokers has the batch.
    package func append(
        _ batch: [UInt8],
        to document: String,
        id: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Int, BrokerError>) -> Void
    ) {
        broker.request(kept + document, batch, id: id, until: deadline) { result in
            completion(result.flatMap { Self.read($0, as: Appended.self) }.map(\.seq))
        }
    }

    /// Reads the first batch of a document after a place.
    ///
    /// - Parameters:
    ///   - sequence: the place.
    ///   - document: the document's name in the order.
    ///   - deadline: until when the answer is waited for.
    ///   - completion: nil when there is none, or the broker that was asked has none yet.
    package func next(
        after sequence: Int,
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Found?, BrokerError>) -> Void
    ) {
        let asked = "{\"seq\":\(sequence + 1),\"next_by_subj\":\"\(kept)\(document)\"}"
        let subject = "$JS.API.DIRECT.GET.\(name)"
        broker.request(subject, Array(asked.utf8), until: deadline) { result in
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

    /// Has a closure told of each batch of a document when it is appended, or not told of some.
    ///
    /// - Parameters:
    ///   - document: the document's name in the order.
    ///   - receive: is given the batch, its place and the place before it.
    /// - Returns: the subscription; to let go of it ends it.
    /// - Throws: `failed`.
    package func follow(
        _ document: String,
        _ receive: @escaping @Sendable (_ batch: Found, _ previous: Int) -> Void
    ) throws(BrokerError) -> Broker.Subscription {
        try broker.subscribe(told + document) { message in
            guard message.sequence > 0 else { return }
            let found = Found(bytes: message.payload, sequence: message.sequence)
            receive(found, message.previous)
        }
    }

    // MARK: The broker's answers

    /// "stream name already in use with a different configuration".
    private static let isThereCode = 10_058

    private struct Refusal: Decodable {
        struct Detail: Decodable {
            let code: Int
            let errCode: Int?
            let description: String?
        }

        let error: Detail?
    }

    private struct Appended: Decodable { let seq: Int }

    private struct Info: Decodable {
        struct Config: Decodable { let numReplicas: Int }
        struct Place: Decodable { let lastSeq: Int }

        struct Cluster: Decodable { let leader: String? }

        let created: String
        let config: Config
        let state: Place
        let cluster: Cluster?

        var standing: State {
            State(
                created: created,
                lastSequence: state.lastSeq,
                replicas: config.numReplicas,
                leader: cluster?.leader
            )
        }
    }

    private static func read<Answer: Decodable>(
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
