import Synchronization

/// The durable log of all documents: one SQLite file, one thread that writes it.
///
/// Callers post from any thread and are answered on the writer thread. What was answered is on the
/// disk. Work is done in the order of posting; completions must not block, as all later work waits
/// for them, and may post again.
package final class Journal: Sendable {
    private let mailbox: Mailbox
    private let thread: Mutex<WriterThread?>
    private let directory: String

    /// The names of the documents that were frozen when the journal was opened.
    package let frozenNames: [String]
    /// The tokens that were refused when the journal was opened.
    package let revoked: [StoredRevocation]
    private init(
        directory: String,
        mailbox: Mailbox,
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
        let mailbox = Mailbox()
        let writer = try JournalWriter(directory: directory, options: options, mailbox: mailbox)
        let (frozenNames, revoked) = (writer.frozenNames, writer.revoked)
        return Journal(
            directory: directory,
            mailbox: mailbox,
            frozenNames: frozenNames,
            revoked: revoked,
            thread: try WriterThread(running: writer)
        )
    }

    /// Queues a batch: all of it goes into one transaction, with all else that queued meanwhile.
    ///
    /// An empty batch is a barrier: its completion runs when all before it is durable. A large
    /// state that is submitted alone is stored in parts, and what is submitted later between them.
    ///
    /// - Parameters:
    ///   - entries: What to store; edits of a document in the order of their revisions.
    ///   - completion: Runs on the writer thread after the fsync of the commit that holds the
    ///     batch, in the order of submission, but for large states. Never runs when that commit
    ///     fails.
    package func submit(
        _ entries: [JournalEntry],
        completion: @escaping @Sendable () -> Void
    ) {
        if entries.count == 1, let state = LargeState(entries[0]) {
            mailbox.post(.store(state, completion: completion))
        } else {
            mailbox.post(.submit(entries, completion: completion))
        }
    }

    /// Finds a document and reads back what is needed to open it.
    ///
    /// It sees exactly what was submitted before it.
    ///
    /// - Parameters:
    ///   - name: The document's name, compared as bytes.
    ///   - completion: Runs on the writer thread, between commits; nil when there is no such
    ///     document.
    package func load(
        _ name: String,
        completion: @escaping @Sendable (Result<StoredDocument?, StorageError>) -> Void
    ) {
        mailbox.post(.load(name: name, completion: completion))
    }

    /// Reads an image of a document.
    ///
    /// - Parameters:
    ///   - digest: What the image is known by.
    ///   - name: The document's name.
    ///   - completion: Runs on the writer thread; nil when there is no such document or image.
    package func image(
        _ digest: String,
        of name: String,
        completion: @escaping @Sendable (Result<StoredImage?, StorageError>) -> Void
    ) {
        mailbox.post(.image(digest: digest, name: name, completion: completion))
    }

    /// Carries out what happens to names and tokens.
    ///
    /// - Parameters:
    ///   - change: what it is.
    ///   - completion: Runs on the writer thread once that is durable.
    package func change(
        _ change: DirectoryChange,
        completion: @escaping @Sendable (DirectoryOutcome) -> Void
    ) {
        mailbox.post(.change(change, completion: completion))
    }

    /// Reads which documents had a name and have it no more, the latest last.
    package func former(
        _ name: String,
        completion: @escaping @Sendable (Result<[FormerDocument], StorageError>) -> Void
    ) {
        mailbox.post(.former(name: name, completion: completion))
    }

    /// The list of documents as of the last commit, ordered by name as bytes.
    ///
    /// From memory, on the caller's thread: commits go on.
    ///
    /// - Complexity: O(n log n) of the documents.
    package func list() -> [DocumentSummary] { mailbox.index.list() }

    /// How much there is, of all, of a document and of the user who made it, as of the last commit.
    ///
    /// From memory, on the caller's thread.
    ///
    /// - Complexity: O(1).
    package func usage(of document: Int64) -> Usage { mailbox.index.usage(of: document) }

    /// Copies the journal into a file while all else goes on.
    ///
    /// Every edit that was submitted before is in the copy, and so is what is committed until it
    /// ends. Between two slices of it the journal commits and answers as ever.
    ///
    /// - Parameters:
    ///   - target: The name that the backup is to have; nothing may have it yet.
    ///   - completion: Runs on the writer thread when all is copied, to a draft that has another
    ///     name still. Or gives `backupUnderWay`, `alreadyExists` or `backupFailed`, of which the
    ///     journal takes no harm.
    package func backup(
        to target: String,
        completion: @escaping @Sendable (Result<BackupDraft, StorageError>) -> Void
    ) {
        mailbox.post(.backup(target: target, completion: completion))
    }

    /// Asks whether the writer thread gets on, also while commits wait for room on the disk.
    ///
    /// - Parameter completion: Runs on the writer thread when it comes to it.
    package func probe(completion: @escaping @Sendable () -> Void) {
        mailbox.post(.probe(completion: completion))
    }

    /// Commits what is queued, empties the write-ahead log, ends the thread, unlocks the directory.
    ///
    /// Waits for all of it. Closing again does nothing. Work posted after it is a programmer's
    /// error, and so is closing from a completion.
    package func close() {
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            precondition(!running.isCurrent, "A completion cannot wait for its own thread.")
            mailbox.close()
            running.join()
        }
    }

    /// How commits went since the journal was opened.
    package var measures: JournalMeasures {
        mailbox.measures
    }

    /// Queues a command unless the journal is closed; who asked then hears nothing.
    func postIfOpen(_ command: JournalCommand) { _ = mailbox.postIfOpen(command) }

    /// The bytes that are free on the journal's disk; nil when the system does not say.
    package func freeBytes() -> Int? { System.freeBytes(of: directory) }

    /// Figures since the journal was opened.
    package var statistics: JournalStatistics {
        mailbox.statistics
    }
}
