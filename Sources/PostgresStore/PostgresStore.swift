internal import Disk
package import Store
package import StoreTables
internal import Synchronization

/// A store in PostgreSQL: the same tables as SQLite's, one thread that writes them.
///
/// An edit is durable when PostgreSQL has committed it, on its synchronous standbys too. Servers
/// that can be reached by the others share the store: each document is that of one of them.
package final class PostgresStore: QueuedStore {
    /// What waits for the store's thread.
    package let queue: CommandQueue
    private let threads: Mutex<Threads?>
    private let node: NodeLease.Shown
    private let isShared: Bool
    /// Reads beside the writer, on whatever thread asks.
    private let reader: Mutex<Reader>

    /// The names of the documents that were frozen when the store was opened.
    package let frozenNames: [String]
    /// The tokens that were refused when the store was opened.
    package let revoked: [StoredRevocation]

    private struct Threads: ~Copyable {
        let writer: WriterThread
        let lease: WriterThread
    }

    private struct Reader {
        let link: PostgresLink
        let documents: DocumentReader
    }

    /// Connects, makes the tables if there are none, and starts the threads.
    ///
    /// `acceptsLoss` lets PostgreSQL acknowledge what it has not made durable. `serving` is where
    /// the other servers of the store reach this one; nil for a server that has the store for
    /// itself.
    ///
    /// - Throws: `postgres` when PostgreSQL cannot be reached or refuses; `storeInUse` when another
    ///   server has the store; `nodeInUse` when another is at this one's address;
    ///   `serverTooOld`, `schemaTooNew` or `postgresNotDurable`.
    package init(
        _ address: PostgresAddress,
        acceptsLoss: Bool = false,
        serving: String? = nil,
        options: JournalOptions = JournalOptions()
    ) throws(StorageError) {
        let queue = CommandQueue()
        let link = PostgresLink(
            PostgresLink.Terms(
                address: address,
                acceptsLoss: acceptsLoss,
                isShared: serving != nil,
                isEnding: { queue.isClosed }
            )
        )
        try link.connect()
        // From here on they have what PostgreSQL had at the start.
        let terms = link.terms
        try PostgresSchema.prepare(link)
        let lease = try NodeLease(terms, at: serving ?? "", queue)
        let node = lease.shown
        let writer = try PostgresWriter(link, node, options, queue)
        self.queue = queue
        self.node = node
        isShared = terms.isShared
        (frozenNames, revoked) = (writer.frozenNames, writer.revoked)
        let readerLink = PostgresLink(terms, locks: false)
        reader = Mutex(
            Reader(link: readerLink, documents: DocumentReader(Statements(readerLink), options))
        )
        threads = Mutex(
            Threads(
                writer: try WriterThread(running: writer, onFatal: options.onFatal),
                lease: try WriterThread(running: lease, onFatal: options.onFatal)
            )
        )
    }

    /// Lets another server have a document, once all that was submitted for it is durable.
    package func release(_ name: String) { _ = queue.postIfOpen(.release(name: name)) }

    /// The addresses of the other servers of the store, as far as they were known last.
    package var servers: [String] { node.servers }

    /// Has a function called with what other servers of the store do to this one.
    package func watch(_ body: @escaping @Sendable (StoreEvent) -> Void) { node.watch(body) }

    /// The address of the other server that has a document; nil when none has it, or PostgreSQL
    /// cannot be reached.
    ///
    /// Waits for PostgreSQL.
    package func server(of name: String) -> String? {
        let sql = """
            SELECT address FROM documents JOIN nodes ON nodes.id = node
            WHERE name = $1 AND NOT dead AND nodes.id <> \(node.node)
            """
        return ask { reader throws(StorageError) in
            let rows = try reader.link.read("find a document's server") {
                $0.send(sql, texts: [name])
            }
            return rows.count == 1 ? rows.text(0, 0) : nil
        } ?? nil
    }

    /// Reads beside the writer; nil when PostgreSQL cannot be reached.
    private func ask<Answer: Sendable>(
        _ read: @Sendable (Reader) throws(StorageError) -> Answer
    ) -> Answer? {
        reader.withLock { reader in
            do throws(StorageError) {
                if reader.link.connection == nil { try reader.link.connect() }
                let answer = try read(reader)
                try reader.link.settle("read")
                return answer
            } catch {
                reader.link.disconnect()
                return nil
            }
        }
    }

    /// The list of documents of all servers; what this one knows when PostgreSQL cannot be reached.
    ///
    /// Waits for PostgreSQL.
    package func list() -> [DocumentSummary] {
        guard isShared else { return queue.index.list() }
        let changes = ask { reader throws(StorageError) in try reader.documents.summaries() }
        guard let changes else { return queue.index.list() }
        let index = DocumentIndex()
        index.apply(changes)
        return index.list()
    }

    /// Figures since the store was opened; it stalls also while nobody waits for a commit.
    package var statistics: JournalStatistics {
        var statistics = queue.statistics
        if statistics.stall == nil, node.isLate { statistics.stall = .unreachable }
        return statistics
    }

    /// Nothing is known of the disks of PostgreSQL.
    package func freeBytes() -> Int? { nil }

    /// Commits what is queued, ends the threads, and lets go of the store.
    package func close() {
        threads.withLock { threads in
            guard let running = threads.take() else { return }
            precondition(!running.writer.isCurrent, "A completion cannot wait for its own thread.")
            queue.close()
            running.writer.join()
            node.end()
            running.lease.join()
        }
    }
}
