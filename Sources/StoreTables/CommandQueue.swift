internal import Disk
package import Store
internal import Synchronization

/// What a store's thread is to do.
package enum JournalCommand: Sendable {
    /// A batch to make durable.
    case submit([JournalEntry], completion: @Sendable () -> Void)
    /// A large state, which is stored in parts; the edits that it holds are in the log.
    case store(document: Int64, StoredSnapshot, completion: @Sendable () -> Void)
    /// A document to read.
    case load(name: String, completion: StoreCompletion<StoredDocument?>)
    /// The question whether a document is still this server's.
    case confirm(document: Int64, completion: @Sendable () -> Void)
    /// A document that is in memory no more.
    case release(name: String)
    /// A change of names or tokens.
    case change(DirectoryChange, completion: @Sendable (DirectoryOutcome) -> Void)
    /// A log to cut off.
    case cut(
        StoredCut,
        state: (body: [UInt8], chain: UInt64)?,
        completion: @Sendable (_ isMore: Bool) -> Void
    )
    /// A question that only reads; it may be asked again until it is answered.
    case read(@Sendable (Tables) -> JournalAnswer)
    /// The question whether the thread gets on.
    case probe(@Sendable () -> Void)
}

/// The result of a read: `tell` passes the value or the error to the caller.
package struct JournalAnswer {
    /// Why the read failed; nil if it did not.
    package let error: StorageError?
    /// Calls the completion; call it once.
    package let tell: () -> Void

    /// Makes the result of one read.
    package init(error: StorageError?, tell: @escaping () -> Void) {
        (self.error, self.tell) = (error, tell)
    }
}

/// The only state that callers and the writer thread share: the queue, the figures, and which of
/// them has the writer.
///
/// The writer takes everything at once. So what queues while one commit waits for the disk is the
/// next commit: the fsync is the batching window, and no timer is needed.
package final class CommandQueue: Sendable {
    /// What the writer does, as far as others have to know.
    private enum Writer {
        /// It has work, or looks for more.
        case works
        /// It found no work, and looks again later.
        case pauses
        /// It sleeps until the bell rings.
        case sleeps
        /// It sleeps, and another thread does its work meanwhile.
        case isReplaced
    }

    private struct State {
        var commands: [JournalCommand] = []
        var isClosed = false
        var writer = Writer.works
        /// True when the last sync took no longer than `quickSync`.
        var isDiskQuick = false
        var statistics = JournalStatistics()
        var measures = JournalMeasures()

        mutating func count(_ entries: [JournalEntry]) {
            statistics.queuedEntries += entries.count
            statistics.queuedBytes += entries.reduce(0) { $0 + $1.byteCount }
        }
    }

    private static let quickSync = Duration.milliseconds(4)

    /// The list of documents.
    package let index = DocumentIndex()

    /// An empty queue.
    package init() {}

    private let state = Mutex(State())
    private let doorbell = Doorbell()

    /// Figures since the store was opened.
    package var statistics: JournalStatistics { state.withLock { $0.statistics } }

    var measures: JournalMeasures { state.withLock { $0.measures } }

    /// Appends a command, from any thread; a closed queue takes none.
    package func post(_ command: JournalCommand) {
        precondition(postIfOpen(command), "A closed journal takes no work.")
    }

    /// Appends a command unless the mailbox is closed, from any thread; false when it is.
    package func postIfOpen(_ command: JournalCommand) -> Bool {
        let (isOpen, wakesWriter) = state.withLock { state in
            guard !state.isClosed else { return (false, false) }
            state.commands.append(command)
            switch command {
            case .submit(let entries, _): state.count(entries)
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
    package func close() {
        let wakesWriter = state.withLock { state in
            state.isClosed = true
            return Self.wake(&state)
        }
        if wakesWriter { doorbell.ring() }
    }

    /// Sleeps until there is a command, or the queue is closed; writer thread only.
    package func wait() {
        while true {
            let isOver = state.withLock { state in
                guard state.writer != .isReplaced else { return false }
                let isOver = !state.commands.isEmpty || state.isClosed
                state.writer = isOver ? .works : .sleeps
                return isOver
            }
            if isOver { return }
            doorbell.wait()
        }
    }

    /// Takes all commands in the order of posting, behind those that are there; writer thread only.
    ///
    /// False when there are no new ones, which after a wait says that the queue is closed.
    package func take(into commands: inout [JournalCommand]) -> Bool {
        state.withLock { state in
            let count = state.commands.count
            if commands.isEmpty {
                // The two arrays take turns, with no allocation when steady.
                swap(&state.commands, &commands)
            } else {
                commands += state.commands
                state.commands.removeAll(keepingCapacity: true)
            }
            state.writer = count > 0 || state.isClosed ? .works : .pauses
            return count > 0
        }
    }

    /// True once the queue takes no more work.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Counts a commit.
    package func recordCommit(entries: Int, bytes: Int, duration: Duration, sync: Duration) {
        let microseconds = Int(duration / .microseconds(1))
        let syncMicroseconds = Int(sync / .microseconds(1))
        state.withLock { state in
            state.measures.commitTimes.add(microseconds)
            state.measures.syncTimes.add(syncMicroseconds)
            state.isDiskQuick = sync <= Self.quickSync
            if entries > 0 { state.measures.commitEntries.add(entries) }
            state.statistics.queuedEntries -= entries
            state.statistics.queuedBytes -= bytes
        }
    }

    /// Notes why commits wait, nil for no more; only for the thread that has the writer.
    package func recordStall(_ cause: StorageError?) {
        state.withLock { $0.statistics.stall = cause.map { JournalStatistics.Stall($0) } }
    }

    /// Counts a copy of the write-ahead log into the database.
    package func recordCheckpoint() {
        state.withLock { $0.statistics.checkpoints += 1 }
    }

    /// Counts a slice of a backup.
    package func recordBackupSlice(_ duration: Duration) {
        let microseconds = Int(duration / .microseconds(1))
        state.withLock { state in
            let longest = max(state.statistics.backupSliceMicrosecondsMax, microseconds)
            state.statistics.backupSliceMicrosecondsMax = longest
            state.statistics.backupSlices += 1
        }
    }

    /// Says whether to ring, once for each time that the writer found nothing.
    private static func wake(_ state: inout State) -> Bool {
        switch state.writer {
        case .works, .isReplaced: return false
        case .pauses, .sleeps:
            state.writer = .works
            return true
        }
    }

    /// Lets the calling thread do the writer's work, with entries that it commits by itself.
    ///
    /// False while something queues, the writer works, or the disk is slow. Until `endReplacing`
    /// the writer does nothing.
    package func replaceWriter(for entries: [JournalEntry]) -> Bool {
        state.withLock { state in
            guard state.writer == .sleeps, state.commands.isEmpty, !state.isClosed,
                state.isDiskQuick
            else { return false }
            state.writer = .isReplaced
            state.count(entries)
            return true
        }
    }

    /// Gives the writer its work back, and what queued meanwhile.
    ///
    /// - Parameter isMore: whether it has something to do that did not queue.
    package func endReplacing(isMore: Bool) {
        let wakesWriter = state.withLock { state in
            precondition(state.writer == .isReplaced, "A writer is replaced once at a time.")
            if isMore { state.commands.append(.probe {}) }
            state.writer = .sleeps
            return (state.commands.isEmpty && !state.isClosed) ? false : Self.wake(&state)
        }
        if wakesWriter { doorbell.ring() }
    }
}

/// The list of documents, in memory, so that reading it does not delay commits; and how much there
/// is of each user.
///
/// The thread that has the writer notes each change after its commit; any thread reads.
package final class DocumentIndex: Sendable {
    /// What became of a document's place in the list.
    package enum Change {
        /// It was made.
        case created(document: Int64, DocumentSummary)
        /// It has another name.
        case renamed(document: Int64, to: String)
        /// It is gone.
        case deleted(document: Int64)
        /// It has edits up to the revision, of which the last was made at the time.
        case reached(document: Int64, revision: Int64, time: Int64)
        /// It takes more of the disk, or less.
        case grew(document: Int64, bytes: Int64)
    }

    /// Documents are in as many dictionaries: one that is being read is copied by the next change,
    /// and is small.
    private static let bucketCount: Int64 = 1_024

    private struct State {
        var buckets = [[Int64: DocumentSummary]](repeating: [:], count: Int(bucketCount))
        var all = Tally()
        var users: [String: Tally] = [:]
    }

    private let state = Mutex(State())

    /// An empty list.
    package init() {}

    /// Notes changes that are durable.
    package func apply(_ changes: some Sequence<Change>) {
        state.withLock { state in
            for change in changes { Self.apply(change, to: &state) }
        }
    }

    private static func apply(_ change: Change, to state: inout State) {
        switch change {
        case .created(let document, let summary):
            update(document, in: &state) { $0 = summary }
        case .renamed(let document, let name): update(document, in: &state) { $0?.name = name }
        case .deleted(let document): update(document, in: &state) { $0 = nil }
        case .reached(let document, let revision, let time):
            update(document, in: &state) { summary in
                summary?.revision = revision
                summary?.time = time
            }
        case .grew(let document, let bytes):
            update(document, in: &state) { $0?.bytes += bytes }
        }
    }

    private static func update(
        _ document: Int64,
        in state: inout State,
        _ body: (inout DocumentSummary?) -> Void
    ) {
        let bucket = bucket(of: document)
        let before = state.buckets[bucket][document]
        body(&state.buckets[bucket][document])
        let after = state.buckets[bucket][document]
        let (former, present) = (Tally(before), Tally(after))
        guard former != present else { return }
        state.all.replace(former, by: present)
        // A document keeps its user.
        guard let user = (after ?? before)?.user, !user.isEmpty else { return }
        state.users[user, default: Tally()].replace(former, by: present)
        if state.users[user] == Tally() { state.users[user] = nil }
    }

    /// The documents, by name as bytes.
    package func list() -> [DocumentSummary] {
        let buckets = state.withLock { $0.buckets }
        return buckets.flatMap(\.values).sorted { left, right in
            left.name.utf8.lexicographicallyPrecedes(right.name.utf8)
        }
    }

    func usage(of user: String) -> (all: Tally, user: Tally) {
        state.withLock { ($0.all, $0.users[user] ?? Tally()) }
    }

    func usage(of document: Int64) -> Usage {
        state.withLock { state in
            let summary = state.buckets[Self.bucket(of: document)][document]
            let user = summary.map(\.user) ?? ""
            return Usage(
                all: state.all,
                user: user.isEmpty ? nil : state.users[user] ?? Tally(),
                document: Tally(summary)
            )
        }
    }

    private static func bucket(of document: Int64) -> Int { Int(document & (bucketCount - 1)) }
}
