internal import Cluster
internal import EmojiArt
internal import Sync

// What is kept of documents beside their order, so that the order need not be kept whole.
extension ClusterLink {
    /// What a document's checkpoints are kept by: those of a stream that was lost are of places
    /// that the one in its stead gives anew.
    private func key(of subject: String) -> String {
        let identity = identity(of: subject).filter { $0.isLetter || $0.isNumber }
        return "\(subject).\(identity)"
    }

    /// Reads the newest checkpoint of a document, if a node that has come to a place lacks
    /// something before it; the completion gets nil when it lacks nothing.
    func checkpoint(
        of subject: String,
        after place: Int,
        completion: @escaping @Sendable (Result<Checkpoint?, any Error>) -> Void
    ) {
        guard let checkpoints = checkpoints(of: subject) else {
            return completion(.failure(BrokerError.disconnected))
        }
        let key = key(of: subject)
        checkpoints.head(of: key, until: Self.now + Self.patience) { result in
            switch result {
            case .failure(let error): completion(.failure(error))
            case .success(let head?) where head.previous > place:
                checkpoints.read(
                    head,
                    of: key,
                    clock: { Self.now },
                    patience: Self.patience
                ) { result in
                    // Not on the library's thread, by which all else comes.
                    Offload.run {
                        completion(
                            Result {
                                let checkpoint = try Checkpoint(decoding: try result.get())
                                guard checkpoint.place == head.place else {
                                    throw Checkpoint.DecodeError.damaged("place")
                                }
                                return checkpoint
                            }
                        )
                    }
                }
            case .success: completion(.success(nil))
            }
        }
    }

    /// Leaves a checkpoint for others, unless there is a newer one, and lets go of the batches
    /// before the one that there was: who is a little behind finds what it lacks.
    ///
    /// - Parameters:
    ///   - checkpoint: what to leave.
    ///   - subject: the document's.
    ///   - completion: gets its bytes, or nil when it was not left.
    func leave(
        _ checkpoint: Checkpoint,
        of subject: String,
        completion: @escaping @Sendable (Int?) -> Void
    ) {
        Offload.run { [self] in
            let bytes = checkpoint.encoded()
            let head = CheckpointStream.Head(
                place: checkpoint.place,
                previous: checkpoint.previous,
                byteCount: bytes.count
            )
            guard let checkpoints = checkpoints(of: subject) else { return completion(nil) }
            let key = key(of: subject)
            checkpoints.head(of: key, until: Self.now + Self.patience) { [self] result in
                guard case .success(let last) = result, last?.place ?? 0 < head.place else {
                    return completion(nil)
                }
                checkpoints.write(
                    bytes,
                    head,
                    of: key,
                    clock: { Self.now },
                    patience: Self.patience
                ) { [self] result in
                    guard case .success = result else { return completion(nil) }
                    if let last { trim(subject, before: last.place) }
                    completion(bytes.count)
                }
            }
        }
    }

    /// Lets the batches of an order go that are before a place; what stays goes another time.
    private func trim(_ subject: String, before place: Int) {
        stream(of: subject)?.trim(subject, before: place, until: Self.now + Self.patience) { _ in }
    }

    /// Lets all of a document's order go that was deleted.
    func remove(_ subject: String) {
        let deadline = Self.now + Self.patience
        stream(of: subject)?.trim(subject, before: nil, until: deadline) { _ in }
        checkpoints(of: subject)?.remove(subject, until: deadline)
    }
}
