internal import Disk
internal import Glibc
package import Store
internal import Synchronization

/// The store of one server: one SQLite file, one thread that writes it.
///
/// Answers come on the writer thread, reads between two commits. Each answer about the past is a
/// slice of bounded size, so that whoever reads a long past never holds up who edits.
package final class Journal: DocumentStore {
    private let mailbox: CommandQueue
    private let thread: Mutex<WriterThread?>
    private let directory: String

    /// The names of the documents that were frozen when the journal was opened.
    package let frozenNames: [String]
    /// The tokens that were refused when the journal was opened.
    package let revoked: [StoredRevocation]

    private init(
        directory: String,
        mailbox: CommandQueue,
        frozenNames: [String],
        revoked: [StoredRevocation],
        thread: consuming sending WriterThread
    ) {
        self.directory = directory
        self.mailbox = mailbox
        self.frozenNames = frozenNames
        self.revoked = revoked
        self.thread = Mutex(thread)
    }

    deinit {
        // The last reference may go on the writer thread itself, which cannot wait for its own
        // end. It still commits what is queued and lets go of the directory.
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            mailbox.close()
            running.detach()
        }
    }

    /// Opens `DIR/journal.sqlite`, creating both if absent, and starts the writer thread.
    ///
    /// - Throws: `inUse` when another journal holds the directory; `cannotOpen`, `notWritable`,
    ///   `notADatabase`, `corrupt`, `schemaTooNew`, `durabilityNotGiven`, `libraryTooOld` or
    ///   `sqlite` when the file cannot be used safely.
    package static func open(
        directory: String,
        options: JournalOptions = JournalOptions()
    ) throws(StorageError) -> Journal {
        let mailbox = CommandQueue()
        let writer = try JournalWriter(directory: directory, options: options, mailbox: mailbox)
        let (frozenNames, revoked) = (writer.frozenNames, writer.revoked)
        return Journal(
            directory: directory,
            mailbox: mailbox,
            frozenNames: frozenNames,
            revoked: revoked,
            thread: try WriterThread(running: writer, onFatal: options.onFatal)
        )
    }

    /// Queues a batch: all of it goes into one transaction, with all else that queued meanwhile.
    package func submit(
        _ entries: [JournalEntry],
        completion: @escaping @Sendable () -> Void
    ) {
        if entries.count == 1, case .snapshot(let document, let state) = entries[0],
            state.body.count > SnapshotTable.partBytes
        {
            mailbox.post(.store(document: document, state, completion: completion))
        } else {
            mailbox.post(.submit(entries, completion: completion))
        }
    }

    /// Finds a document and reads back what is needed to open it.
    package func load(_ name: String, completion: @escaping StoreCompletion<StoredDocument?>) {
        mailbox.post(.load(name: name, completion: completion))
    }

    /// Reads an image of a document.
    package func image(
        _ digest: String,
        of name: String,
        completion: @escaping StoreCompletion<StoredImage?>
    ) {
        read(completion) { writer throws(StorageError) in try writer.images.find(digest, of: name) }
    }

    /// Changes names or tokens.
    package func change(
        _ change: DirectoryChange,
        completion: @escaping @Sendable (DirectoryOutcome) -> Void
    ) {
        mailbox.post(.change(change, completion: completion))
    }

    /// Reads which documents had a name and have it no more, the latest last.
    package func former(_ name: String, completion: @escaping StoreCompletion<[FormerDocument]>) {
        read(completion) { writer throws(StorageError) in try writer.names.former(name) }
    }

    /// Reads what is kept of a document's past, and where to begin for a moment of it.
    package func past(
        _ name: String,
        at moment: StoredMoment?,
        completion: @escaping StoreCompletion<StoredPast?>
    ) {
        read(completion) { writer throws(StorageError) in try writer.past.read(name, at: moment) }
    }

    /// Reads the next edits of a document: as many as are read in about a millisecond.
    package func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64,
        completion: @escaping StoreCompletion<[StoredEdit]>
    ) {
        read(completion) { writer throws(StorageError) in
            try writer.past.edits(of: document, after: revision, upTo: last)
        }
    }

    /// Finds where a document's log is to be cut off by a rule; the last
    /// `JournalOptions.tailEdits` stay.
    package func findCut(
        _ name: String,
        _ rule: HistoryRetention,
        completion: @escaping StoreCompletion<StoredCut?>
    ) {
        read(completion) { writer throws(StorageError) in try writer.cutter.cut(name, rule) }
    }

    /// Takes some of a log's oldest edits away, up to a cut.
    package func cut(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        completion: @escaping @Sendable (_ isMore: Bool) -> Void
    ) {
        _ = mailbox.postIfOpen(.cut(cut, state: state, completion: completion))
    }

    private func read<Value>(
        _ completion: @escaping StoreCompletion<Value>,
        _ body: @escaping @Sendable (JournalWriter) throws(StorageError) -> Value
    ) {
        let answer = { @Sendable (writer: JournalWriter) in
            completion(Result { () throws(StorageError) in try body(writer) })
        }
        _ = mailbox.postIfOpen(.read(answer))
    }

    /// The list of documents as of the last commit, ordered by name as bytes.
    package func list() -> [DocumentSummary] { mailbox.index.list() }

    /// How much there is as of the last commit, from the point of view of one document.
    package func usage(of document: Int64) -> Usage { mailbox.index.usage(of: document) }

    /// Copies the journal into a file that nothing has the name of yet, while all else goes on.
    ///
    /// Every edit that was submitted before is in the copy, and so is what is committed until it
    /// ends. Between two slices of it the journal commits and answers as ever.
    ///
    /// The completion runs on the writer thread when all is copied, to a draft that has another
    /// name still. Or it gets `backupUnderWay`, `alreadyExists` or `backupFailed`, of which the
    /// journal takes no harm.
    package func backup(to target: String, completion: @escaping StoreCompletion<BackupDraft>) {
        mailbox.post(.backup(target: target, completion: completion))
    }

    /// Asks whether the writer thread gets on, also while commits wait for room on the disk.
    package func probe(completion: @escaping @Sendable () -> Void) {
        mailbox.post(.read { _ in completion() })
    }

    /// Commits what is queued, empties the write-ahead log, ends the thread, unlocks the directory.
    package func close() {
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            precondition(!running.isCurrent, "A completion cannot wait for its own thread.")
            mailbox.close()
            running.join()
        }
    }

    /// The bytes that are free on the journal's disk; nil when the system does not say.
    package func freeBytes() -> Int? { System.freeBytes(of: directory) }

    /// Figures since the journal was opened.
    package var statistics: JournalStatistics { mailbox.statistics }

    /// How commits went since the journal was opened.
    package var measures: JournalMeasures { mailbox.measures }
}

/// What a journal keeps, what it reads back, and how it ends the process.
package struct JournalOptions: Sendable {
    /// Edits before the end that a load brings even if the snapshot covers them, so that a client
    /// that was away shortly gets edits and not a snapshot.
    package var tailEdits = 1_024
    /// How many of a client's last seqs a load brings answers for, at least 1.
    ///
    /// A client may not have more edits under way than this, or a resend could miss its first
    /// answer.
    package var answerSeqs = 256
    /// Newest snapshots kept for each document, at least 1; the one before is for repair by hand.
    package var snapshotsKept = 2
    /// Of the older snapshots, the first in each so many revisions is kept as well.
    ///
    /// Any revision of the past is then rebuilt from as many edits at most, and those between two
    /// snapshots.
    package var snapshotSpacing = 10_000
    /// Bytes of a document's images from which the oldest are dropped.
    package var imagesBytesMax = 64 << 20
    /// Write-ahead log size in pages from which it is copied into the database, at least 1.
    package var checkpointPages = 1_000
    /// Write-ahead log size in bytes from which the file is cut back, after a giant commit.
    package var walBytesMax = 64 << 20
    /// Ends the process after a failed write; see `JournalWriter` for why it must.
    package var onFatal: @Sendable (StorageError) -> Never = Self.endProcess
    /// Called on the writer thread when the disk becomes full, with the error, and when all that
    /// waited for room is durable, with nil.
    package var onStall: @Sendable (StorageError?) -> Void = { _ in }

    /// The options of the server, with some changed.
    package init(_ change: (inout JournalOptions) -> Void = { _ in }) { change(&self) }

    /// Writes the cause and the next step to standard error and exits with 70 (EX_SOFTWARE).
    private static func endProcess(_ error: StorageError) -> Never {
        let line = Array("emojiart: the journal has failed: \(error)\n".utf8)
        unsafe line.withUnsafeBytes { bytes in
            _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
        // Not exit(3): handlers that run at exit could wait for the thread that calls this.
        _exit(70)
    }
}
