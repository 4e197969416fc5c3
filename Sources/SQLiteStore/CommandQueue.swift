internal import Disk
internal import Store
internal import Synchronization

enum JournalCommand: Sendable {
    case submit([JournalEntry], completion: @Sendable () -> Void)
    /// A large state, which is stored in parts; the edits that it holds are in the log.
    case store(document: Int64, StoredSnapshot, completion: @Sendable () -> Void)
    case load(name: String, completion: StoreCompletion<StoredDocument?>)
    case change(DirectoryChange, completion: @Sendable (DirectoryOutcome) -> Void)
    case cut(
        StoredCut,
        state: (body: [UInt8], chain: UInt64)?,
        completion: @Sendable (_ isMore: Bool) -> Void
    )
    case backup(target: String, completion: StoreCompletion<BackupDraft>)
    case read(@Sendable (JournalWriter) -> Void)
}

/// The only state that callers and the writer thread share: the queue and the figures.
///
///     submit, load, list ──> Mutex<[command]> ──take all──> writer thread
///                                    └── doorbell, only if the writer sleeps
///
/// The writer takes everything at once. So what queues while one commit waits for the disk is the
/// next commit: the fsync is the batching window, and no timer is needed.
final class CommandQueue: Sendable {
    private struct State {
        var commands: [JournalCommand] = []
        var isClosed = false
        var isWriterAsleep = false
        var statistics = JournalStatistics()
        var measures = JournalMeasures()
    }

    /// What there is, as of the last commit.
    let index = DocumentIndex()

    private let state = Mutex(State())
    private let doorbell = Doorbell()

    var statistics: JournalStatistics { state.withLock { $0.statistics } }

    var measures: JournalMeasures { state.withLock { $0.measures } }

    func post(_ command: JournalCommand) {
        precondition(postIfOpen(command), "A closed journal takes no work.")
    }

    /// Appends a command unless the mailbox is closed, from any thread; false when it is.
    func postIfOpen(_ command: JournalCommand) -> Bool {
        let (isOpen, wakesWriter) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            switch command {
            case .submit(let entries, _):
                state.statistics.queuedEntries += entries.count
                state.statistics.queuedBytes += entries.reduce(0) { $0 + $1.byteCount }
            case .store(_, let large, _):
                state.statistics.queuedEntries += 1
                state.statistics.queuedBytes += large.body.count
            default: break
            }
            return (true, Self.wake(&state))
        }
        if wakesWriter { doorbell.ring() }
        return isOpen
    }

    /// Lets the writer end once the queue is empty.
    func close() {
        let wakesWriter = state.withLock { state in
            state.isClosed = true
            return Self.wake(&state)
        }
        if wakesWriter { doorbell.ring() }
    }

    /// Takes all commands in the order of posting, behind those that are there; writer thread only.
    ///
    /// - Returns: whether there are new ones. Without any after a wait, the queue is closed.
    func take(into commands: inout [JournalCommand], waits: Bool) -> Bool {
        while true {
            let (count, isClosed) = state.withLock { state in
                let count = state.commands.count
                if commands.isEmpty {
                    // The two arrays take turns, with no allocation when steady.
                    swap(&state.commands, &commands)
                } else {
                    commands += state.commands
                    state.commands.removeAll(keepingCapacity: true)
                }
                state.isWriterAsleep = count == 0 && !state.isClosed
                return (count, state.isClosed)
            }
            if count > 0 || isClosed || !waits { return count > 0 }
            doorbell.wait()
        }
    }

    /// Whether nothing more will be posted.
    var isClosed: Bool { state.withLock { $0.isClosed } }

    func recordCommit(entries: Int, bytes: Int, duration: Duration, sync: Duration) {
        let microseconds = Int(duration / .microseconds(1))
        let syncMicroseconds = Int(sync / .microseconds(1))
        state.withLock { state in
            state.measures.commitTimes.add(microseconds)
            state.measures.syncTimes.add(syncMicroseconds)
            if entries > 0 { state.measures.commitEntries.add(entries) }
            state.statistics.queuedEntries -= entries
            state.statistics.queuedBytes -= bytes
        }
    }

    /// Notes why commits wait, nil for no more; writer thread only.
    func recordStall(_ cause: StorageError?) {
        state.withLock { state in
            state.statistics.isReplaced = cause?.isReplaced ?? false
            state.statistics.isStalled = cause != nil && !state.statistics.isReplaced
        }
    }

    func recordCheckpoint() {
        state.withLock { $0.statistics.checkpoints += 1 }
    }

    func recordBackupSlice(_ duration: Duration) {
        let microseconds = Int(duration / .microseconds(1))
        state.withLock { state in
            let longest = max(state.statistics.backupSliceMicrosecondsMax, microseconds)
            state.statistics.backupSliceMicrosecondsMax = longest
            state.statistics.backupSlices += 1
        }
    }

    /// Says whether to ring, once for each sleep: so the bell never rings ahead.
    private static func wake(_ state: inout State) -> Bool {
        defer { state.isWriterAsleep = false }
        return state.isWriterAsleep
    }
}
