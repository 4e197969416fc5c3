internal import Disk
package import Store
package import StoreTables
internal import Synchronization

/// A store in PostgreSQL: the same tables as SQLite's, one thread that writes them.
///
/// An edit is durable when PostgreSQL has committed it, on its synchronous standbys too.
package final class PostgresStore: QueuedStore {
    /// What waits for the store's thread.
    package let queue: CommandQueue
    private let thread: Mutex<WriterThread?>

    /// The names of the documents that were frozen when the store was opened.
    package let frozenNames: [String]
    /// The tokens that were refused when the store was opened.
    package let revoked: [StoredRevocation]

    /// Connects, makes the tables if there are none, and starts the thread.
    ///
    /// `acceptsLoss` lets PostgreSQL acknowledge what it has not made durable.
    ///
    /// - Throws: `postgres` when PostgreSQL cannot be reached or refuses; `storeInUse` when another
    ///   server has the store; `serverTooOld`, `schemaTooNew` or `postgresNotDurable`.
    package init(
        _ address: PostgresAddress,
        acceptsLoss: Bool = false,
        options: JournalOptions = JournalOptions()
    ) throws(StorageError) {
        let queue = CommandQueue()
        let writer = try PostgresWriter(address, acceptsLoss: acceptsLoss, options, queue)
        self.queue = queue
        (frozenNames, revoked) = (writer.frozenNames, writer.revoked)
        thread = Mutex(try WriterThread(running: writer, onFatal: options.onFatal))
    }

    /// Nothing is known of the disks of PostgreSQL.
    package func freeBytes() -> Int? { nil }

    /// Commits what is queued, ends the thread, and lets go of the store.
    package func close() {
        thread.withLock { thread in
            guard let running = thread.take() else { return }
            precondition(!running.isCurrent, "A completion cannot wait for its own thread.")
            queue.close()
            running.join()
        }
    }
}
