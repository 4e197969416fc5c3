internal import Foundation

/// The newest checkpoint of each document, from which a node goes on that lacks what was before.
///
/// A checkpoint is in pieces, as brokers let a message be a mebibyte, and a head that names them:
/// who finds the head finds them all.
package struct CheckpointStream: Sendable {
    /// What is said of a checkpoint.
    package struct Head: Codable, Equatable, Sendable {
        /// The last batch that is in it.
        package let place: Int
        /// The place of the batch before that one.
        package let previous: Int
        /// Its bytes.
        package let byteCount: Int

        /// Says this of a checkpoint.
        package init(place: Int, previous: Int, byteCount: Int) {
            self.place = place
            self.previous = previous
            self.byteCount = byteCount
        }
    }

    private let access: StreamAccess
    private let replicas: Int
    private let prefix: String

    /// Bytes of a piece.
    fileprivate static let pieceBytes = 524_288

    /// Makes the stream known that belongs to an order's; `prepare` makes it.
    ///
    /// - Parameters:
    ///   - broker: the way to it.
    ///   - order: the name of the order's stream.
    ///   - replicas: copies that are kept of it, on as many brokers.
    package init(_ broker: Broker, of order: String = "EMOJIART", replicas: Int) {
        access = StreamAccess(broker: broker, name: order + "_CHECKPOINTS")
        prefix = order + ".checkpoint."
        self.replicas = replicas
    }

    /// Makes the stream, unless it is there.
    package func prepare(
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Void, BrokerError>) -> Void
    ) {
        let configuration: [String: Any] = [
            "name": access.name, "subjects": [prefix + ">"], "retention": "limits",
            "storage": "file", "discard": "old", "max_msgs_per_subject": 1,
            "num_replicas": replicas, "allow_direct": true,
        ]
        access.create(configuration, until: deadline) { completion($0.map { _ in }) }
    }

    /// Tells what the newest checkpoint of a document is; the completion gets nil for none.
    ///
    /// A document's name may have dots. Each checkpoint has a head of its own, by its place: an
    /// older one that comes late, of a node that stood still, is never taken for the newest.
    package func head(
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<Head?, BrokerError>) -> Void
    ) {
        places(of: document, until: deadline) { result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let places):
                guard let newest = places.filter(\.value).keys.max() else {
                    return completion(.success(nil))
                }
                let subject = head(of: document, at: newest)
                access.readAtLeader(.last, of: subject, until: deadline) { result in
                    completion(result.flatMap { Self.decoded($0) })
                }
            }
        }
    }

    private static func decoded(_ found: OrderStream.Found?) -> Result<Head?, BrokerError> {
        guard let found else { return .success(nil) }
        let head = try? JSONDecoder().decode(Head.self, from: Data(found.bytes))
        guard let head, head.byteCount >= 0 else {
            return .failure(.unreadable("the head of a checkpoint"))
        }
        return .success(head)
    }

    /// The places of a document's checkpoints, and whether each is whole.
    private func places(
        of document: String,
        until deadline: UInt64,
        completion: @escaping @Sendable (Result<[Int: Bool], BrokerError>) -> Void
    ) {
        let start = "\(prefix)\(document)."
        access.subjects(start + ">", until: deadline) { result in
            completion(
                result.map { subjects in
                    var places: [Int: Bool] = [:]
                    for subject in subjects {
                        let parts = subject.dropFirst(start.count).split(separator: ".")
                        guard parts.count == 2, let place = Int(parts[0]) else { continue }
                        places[place, default: false] = places[place] == true || parts[1] == "head"
                    }
                    return places
                }
            )
        }
    }

    /// Reads a checkpoint.
    ///
    /// - Parameters:
    ///   - head: what was said of it.
    ///   - document: whose it is.
    ///   - clock: by which each piece is waited for, so many milliseconds.
    ///   - patience: those.
    ///   - completion: gets its bytes, or `unreadable` when a newer one has taken its place, or
    ///     the broker that was asked does not have all of it yet.
    package func read(
        _ head: Head,
        of document: String,
        clock: @escaping @Sendable () -> UInt64,
        patience: UInt64,
        completion: @escaping @Sendable (Result<[UInt8], BrokerError>) -> Void
    ) {
        read(head, of: document, [], clock: clock, patience: patience, completion: completion)
    }

    private func read(
        _ head: Head,
        of document: String,
        _ bytes: [UInt8],
        clock: @escaping @Sendable () -> UInt64,
        patience: UInt64,
        completion: @escaping @Sendable (Result<[UInt8], BrokerError>) -> Void
    ) {
        guard bytes.count < head.byteCount else { return completion(.success(bytes)) }
        let piece = piece(bytes.count / Self.pieceBytes, of: document, at: head.place)
        access.read(.last, of: piece, until: clock() + patience) { result in
            switch result {
            case .success(let found?) where found.bytes.count == head.length(of: bytes.count):
                let all = bytes + found.bytes
                read(head, of: document, all, clock: clock, patience: patience) { completion($0) }
            case .success:
                completion(.failure(.unreadable("a piece of a checkpoint is not there")))
            case .failure(let error): completion(.failure(error))
            }
        }
    }

    /// Writes a checkpoint, and lets the pieces of earlier ones go.
    ///
    /// - Parameters:
    ///   - bytes: the checkpoint's.
    ///   - head: what is said of it.
    ///   - document: whose it is.
    ///   - clock: by which each piece is waited for, so many milliseconds.
    ///   - patience: those.
    ///   - completion: is told when a quorum of brokers has all of it.
    package func write(
        _ bytes: [UInt8],
        _ head: Head,
        of document: String,
        clock: @escaping @Sendable () -> UInt64,
        patience: UInt64,
        completion: @escaping @Sendable (Result<Void, BrokerError>) -> Void
    ) {
        let draft = Draft(
            bytes: bytes,
            head: head,
            document: document,
            clock: clock,
            patience: patience,
            completion: completion
        )
        write(draft, 0)
    }

    /// A checkpoint on its way to the brokers.
    private struct Draft: Sendable {
        let bytes: [UInt8]
        let head: Head
        let document: String
        let clock: @Sendable () -> UInt64
        let patience: UInt64
        let completion: @Sendable (Result<Void, BrokerError>) -> Void
    }

    private func write(_ draft: Draft, _ offset: Int) {
        let deadline = draft.clock() + draft.patience
        guard offset < draft.bytes.count else { return finish(draft) }
        let subject = piece(offset / Self.pieceBytes, of: draft.document, at: draft.head.place)
        let bytes = Array(draft.bytes[offset...].prefix(Self.pieceBytes))
        access.append(bytes, to: subject, until: deadline) { result in
            switch result {
            case .success: write(draft, offset + bytes.count)
            case .failure(let error): draft.completion(.failure(error))
            }
        }
    }

    private func finish(_ draft: Draft) {
        let head = (try? JSONEncoder().encode(draft.head)) ?? Data()
        let (document, place) = (draft.document, draft.head.place)
        let deadline = draft.clock() + draft.patience
        let subject = self.head(of: document, at: place)
        access.append([UInt8](head), to: subject, until: deadline) { result in
            draft.completion(result.map { _ in })
            if case .success = result { removeOlder(than: place, of: document, until: deadline) }
        }
    }

    /// Lets go of checkpoints before a place, also of those that were left half written; what stays
    /// goes with the next one.
    private func removeOlder(than place: Int, of document: String, until deadline: UInt64) {
        places(of: document, until: deadline) { result in
            for older in (try? result.get())?.keys.filter({ $0 < place }) ?? [] {
                let subject = "\(prefix)\(document).\(older).>"
                access.purge(subject, before: nil, until: deadline) { _ in }
            }
        }
    }

    /// Lets all of a document go, whatever its name goes on with after a dot.
    package func remove(_ document: String, until deadline: UInt64) {
        access.purge("\(prefix)\(document).>", before: nil, until: deadline) { _ in }
    }

    private func head(of document: String, at place: Int) -> String {
        "\(prefix)\(document).\(place).head"
    }

    private func piece(_ number: Int, of document: String, at place: Int) -> String {
        "\(prefix)\(document).\(place).\(number)"
    }
}

extension CheckpointStream.Head {
    /// The bytes of the piece that begins there.
    fileprivate func length(of offset: Int) -> Int {
        min(byteCount - offset, CheckpointStream.pieceBytes)
    }
}
