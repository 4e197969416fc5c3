import Synchronization

/// The only state that callers and the writer thread share: the queue and the figures.
///
///     submit, load, list ──> Mutex<[command]> ──take all──> writer thread
///                                    └── doorbell, only if the writer sleeps
///
/// The writer takes everything at once. So what queues while one commit waits for the disk is the
/// next commit: the fsync is the batching window, and no timer is needed.
final class Mailbox: Sendable {
    private struct State {
        var commands: [JournalCommand] = []
        var isClosed = false
        var isWriterAsleep = false
        var statistics = JournalStatistics()
    }

    private let state = Mutex(State())
    private let doorbell = Doorbell()

    /// A copy of the figures.
    var statistics: JournalStatistics {
        state.withLock { $0.statistics }
    }

    /// Appends a command, from any thread.
    func post(_ command: JournalCommand) {
        let wakesWriter = state.withLock { state in
            precondition(!state.isClosed, "A closed journal takes no work.")
            state.commands.append(command)
            if case .submit(let entries, _) = command {
                state.statistics.queuedEntries += entries.count
                state.statistics.queuedBytes += entries.reduce(0) { $0 + $1.byteCount }
            }
            return Self.wake(&state)
        }
        if wakesWriter { doorbell.ring() }
    }

    /// Lets the writer end once the queue is empty.
    func close() {
        let wakesWriter = state.withLock { state in
            state.isClosed = true
            return Self.wake(&state)
        }
        if wakesWriter { doorbell.ring() }
    }

    /// Waits for commands and takes all of them in the order of posting; writer thread only.
    ///
    /// - Returns: false when the mailbox is closed and empty.
    func take(into commands: inout [JournalCommand]) -> Bool {
        // Keeping the capacity makes the two arrays take turns, with no allocation when steady.
        commands.removeAll(keepingCapacity: true)
        while true {
            let isDone = state.withLock { state in
                swap(&state.commands, &commands)
                let isDone = !commands.isEmpty || state.isClosed
                state.isWriterAsleep = !isDone
                return isDone
            }
            if isDone { return !commands.isEmpty }
            doorbell.wait()
        }
    }

    /// Counts a transaction whose fsync is done; writer thread only.
    func recordCommit(entries: Int, bytes: Int, duration: Duration) {
        let microseconds = Int(duration / .microseconds(1))
        state.withLock { state in
            state.statistics.commits += 1
            state.statistics.entries += entries
            state.statistics.largestBatch = max(state.statistics.largestBatch, entries)
            state.statistics.commitMicrosecondsTotal += microseconds
            state.statistics.commitMicrosecondsMax = max(
                state.statistics.commitMicrosecondsMax,
                microseconds
            )
            state.statistics.queuedEntries -= entries
            state.statistics.queuedBytes -= bytes
        }
    }

    /// Counts a copy of the write-ahead log into the database; writer thread only.
    func recordCheckpoint() {
        state.withLock { $0.statistics.checkpoints += 1 }
    }

    /// Says whether to ring, once for each sleep: so the bell never rings ahead.
    private static func wake(_ state: inout State) -> Bool {
        defer { state.isWriterAsleep = false }
        return state.isWriterAsleep
    }
}
