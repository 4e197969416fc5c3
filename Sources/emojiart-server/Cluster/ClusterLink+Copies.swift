internal import Cluster
internal import Logging
internal import Synchronization

// Whether the brokers keep as many copies as they are to keep.
extension ClusterLink {
    /// How many copies the streams lack.
    var missingCopyCount: Int { copies.withLock { $0.reduce(0) { $0 + $1.missing.count } } }

    /// Asks for each stream, when it is time, which of its brokers are heard of.
    func lookAtCopies() {
        guard isReady else {
            // Nothing is known of them, and the lost order is told of.
            return copies.withLock { for index in $0.indices { $0[index] = CopyWatch() } }
        }
        guard options.replicas > 1 else { return }
        for (index, entry) in streams.enumerated() where takeLook(atStream: index) {
            entry.stream.state(until: Self.now + Self.patience) { [weak self] result in
                // Without an answer nothing is known, and there is a next look.
                guard case .success(let state) = result else { return }
                let silent = state.followers.filter { !$0.isHeard }.map(\.name)
                self?.note(Set(silent), ofStream: index)
            }
        }
    }

    private func takeLook(atStream index: Int) -> Bool {
        copies.withLock { $0[index].takeLook(now: Self.now) }
    }

    /// Takes what a look at a stream's brokers has found, and says what is new.
    private func note(_ silent: Set<String>, ofStream index: Int) {
        let (before, after) = copies.withLock { copies in
            let before = Self.missing(copies)
            copies[index].look(silent)
            return (before, Self.missing(copies))
        }
        for broker in after.subtracting(before).sorted() {
            log.warning(
                "nobody hears of a broker that keeps the order: start it, or start it again",
                metadata: ["broker": "\(broker)"]
            )
        }
        for broker in before.subtracting(after).sorted() {
            log.notice(
                "a broker that keeps the order is heard of again",
                metadata: ["broker": "\(broker)"]
            )
        }
    }

    private static func missing(_ copies: [CopyWatch]) -> Set<String> {
        copies.reduce(into: []) { $0.formUnion($1.missing) }
    }
}
