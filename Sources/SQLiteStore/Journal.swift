internal import Disk
internal import Glibc
package import Store
package import StoreTables
internal import Synchronization

/// The store of one server: one SQLite file, one thread that writes it.
///
/// Answers come on the writer thread, reads between two commits. Each answer about the past is a
/// slice of bounded size, so that whoever reads a long past never holds up who edits.
package final class Journal: QueuedStore {
    /// What waits for the writer thread.
    package let queue: CommandQueue
    private let backups: BackupRequests
    private let thread: Mutex<WriterThread?>
    private let directory: String

    /// The names of the documents that were frozen when the journal was opened.
    package let frozenNames: [String]
    /// The tokens that were refused when the journal was opened.
    package let revoked: [StoredRevocation]

    private init(
        directory: String,
        queue: CommandQueue,
        backups: BackupRequests,
        frozenNames: [String],
        revoked: [StoredRevocation],
        thread: consuming sending WriterThread
    ) {
        self.directory = directory
        self.queue = queue
        self.backups = backups
        self.frozenNames = frozenNames
        self.revoked = revoked
        self.thread = Mutex(thread)
    }

    deinit {
        // The last reference may go on the writer thread itself, which cannot wait for its own
        // end. It still commits what is queued and lets go of the directory.
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            queue.close()
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
        let queue = CommandQueue()
        let writer = try JournalWriter(directory: directory, options: options, queue: queue)
        let (backups, frozenNames, revoked) = (writer.backups, writer.frozenNames, writer.revoked)
        return Journal(
            directory: directory,
            queue: queue,
            backups: backups,
            frozenNames: frozenNames,
            revoked: revoked,
            thread: try WriterThread(running: writer, onFatal: options.onFatal)
        )
    }

    /// Copies the journal into a file that nothing has the name of yet, while all else goes on.
    ///
    /// Every edit that was submitted before is in the copy, and so is what is committed until it
    /// ends. Between two slices of it the journal commits and answers as ever.
    ///
    /// The completion runs on the writer thread when all is copied, to a draft that has another
    /// name still. Or it gets `backupUnderWay`, `alreadyExists` or `backupFailed`, of which the
    /// journal takes no harm.
    package func backup(to target: String, completion: @escaping StoreCompletion<BackupDraft>) {
        queue.post(
            .read { [backups] _ in
                JournalAnswer(error: nil) {
                    backups.waiting.withLock { $0.append((target, completion)) }
                }
            }
        )
    }

    /// Commits what is queued, empties the write-ahead log, ends the thread, unlocks the directory.
    package func close() {
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            precondition(!running.isCurrent, "A completion cannot wait for its own thread.")
            queue.close()
            running.join()
        }
    }

    /// The bytes that are free on the journal's disk; nil when the system does not say.
    package func freeBytes() -> Int? { System.freeBytes(of: directory) }
}

/// Backups that were asked for and have not begun.
final class BackupRequests: Sendable {
    /// True when a backup was requested that has not begun.
    var areWaiting: Bool { waiting.withLock { !$0.isEmpty } }

    let waiting = Mutex<[(target: String, completion: StoreCompletion<BackupDraft>)]>([])
}
