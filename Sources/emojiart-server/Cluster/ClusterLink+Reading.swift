internal import Cluster

// What is read of the order, where what is told is not enough.
extension ClusterLink {
    /// Reads what comes after a place.
    ///
    /// - Parameters:
    ///   - sequence: the place.
    ///   - subject: whose order.
    ///   - expectsMore: whether to read as much as comes at once; else the first batch.
    ///   - completion: gets batches that follow each other; none when there is none yet, or they
    ///     cannot be read.
    func read(
        after sequence: Int,
        of subject: String,
        expectsMore: Bool,
        completion: @escaping @Sendable ([OrderStream.Found]) -> Void
    ) {
        guard let stream = stream(of: subject) else { return completion([]) }
        let readNext: @Sendable () -> Void = {
            let deadline = Self.now + Self.patience
            stream.next(after: sequence, of: subject, until: deadline) { result in
                let found = (try? result.get()).flatMap { $0 }
                completion(found.map { [$0] } ?? [])
            }
        }
        guard expectsMore else { return readNext() }
        let deadline = Self.now + Self.seriesPatience
        stream.series(after: sequence, of: subject, until: deadline) { result in
            // One at a time is read without the broker's leave, as long as any broker is there.
            if let found = try? result.get(), !found.isEmpty {
                completion(found)
            } else {
                readNext()
            }
        }
    }

    /// How long many may take, before one is read.
    private static var seriesPatience: UInt64 { patience / 2 }

    /// Reads the first batch from a place on, by the word of the broker that puts them in order.
    func first(
        from sequence: Int,
        of subject: String,
        completion: @escaping @Sendable (Result<OrderStream.Found?, BrokerError>) -> Void
    ) {
        guard let stream = stream(of: subject) else {
            return completion(.failure(.disconnected))
        }
        let deadline = Self.now + Self.patience
        stream.first(from: sequence, of: subject, until: deadline, completion: completion)
    }
}
