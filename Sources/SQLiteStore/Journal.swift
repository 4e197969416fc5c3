internal import Disk
internal import Glibc
package import Store
package import StoreTables
internal import Synchronization

/// The store of one server: one SQLite file, which one thread at a time writes.
///
/// Answers come on the writer thread, reads between two commits. A small batch may be committed by
/// the thread that has it, while the writer sleeps. Each answer about the past is a slice of a
/// bounded size, so that a reader of a long past never holds up an editor.
package final class Journal: QueuedStore {
    /// What waits for the writer thread.
    package let queue: CommandQueue
    private let backups: BackupRequests
    private let thread: Mutex<WriterThread?>
    // Proof for `nonisolated(unsafe)`: the thread has it to itself, but while the queue says that
    // another one does its work; and it lives until the queue is closed, and says that no more.
    @safe nonisolated(unsafe) private unowned let writer: JournalWriter
    private let onFatal: @Sendable (StorageError) -> Never
    private let directory: String

    /// The names of the documents that were frozen when the journal was opened.
    package let frozenNames: [String]
    /// The tokens that were refused when the journal was opened.
    package let revoked: [StoredRevocation]

    private init(directory: String, options: JournalOptions) throws(StorageError) {
        self.directory = directory
        queue = CommandQueue()
        let writer = try JournalWriter(directory: directory, options: options, queue: queue)
        self.writer = writer
        (backups, frozenNames, revoked) = (writer.backups, writer.frozenNames, writer.revoked)
        onFatal = options.onFatal
        thread = Mutex(try WriterThread(running: writer, onFatal: onFatal))
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
        try Journal(directory: directory, options: options)
    }

    /// Entries that a batch may have, and their bytes, to be committed by the thread that has it:
    /// while it waits for the disk, more of them would wait for it.
    private static let batchMax = (entries: 8, bytes: 16_384)

    /// Commits a small batch on the calling thread, when nothing queues and the disk is quick; or
    /// submits it.
    package func commit(
        _ entries: [JournalEntry],
        lend: (_ wait: () -> Void) -> Void,
        completion: @escaping @Sendable () -> Void
    ) -> Bool {
        guard entries.count <= Self.batchMax.entries,
            entries.reduce(0, { $0 + $1.byteCount }) <= Self.batchMax.bytes,
            queue.replaceWriter(for: entries)
        else {
            submit(entries, completion: completion)
            return false
        }
        var isDurable = false
        lend {
            do throws(StorageError) {
                isDurable = try writer.commit(entries, completion)
            } catch {
                onFatal(error)
            }
        }
        // Not before: what is answered later must not come into a turn that goes by.
        queue.endReplacing(isMore: writer.hasMore)
        return isDurable
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
