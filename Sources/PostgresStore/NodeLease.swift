internal import Disk
internal import Glibc
internal import Store
internal import StoreTables
internal import Synchronization

/// This server among those of the store: a row of `nodes` that it renews, on a connection and a
/// thread of its own.
///
/// A server whose row was not renewed for three seconds may be declared dead by another that wants
/// one of its documents. It gets another number then, for death is never taken back, and gives up
/// all documents that it had.
final class NodeLease: WriterWork {
    #if SIMULATION
    // Simulated servers live for seconds.
    private static let steadyMilliseconds: UInt64 = 2_000
    #else
    private static let steadyMilliseconds: UInt64 = 4_000
    #endif

    /// What other threads see.
    final class Shown: Sendable {
        fileprivate let state = Mutex(
            (
                node: Int64(0), renewedAt: System.milliseconds, servers: [String](),
                steadySince: System.milliseconds, lowered: StorageError?.none
            )
        )
        private let watchers = Mutex<[@Sendable (StoreEvent) -> Void]>([])
        fileprivate let isEnding = Atomic(false)
        /// True after an outage, until the writer has looked.
        fileprivate let hasReturned = Atomic(false)
        /// True when somebody watches who was told nothing yet.
        fileprivate let hasNew = Atomic(false)

        /// The number of this server: another one after it was declared dead.
        var node: Int64 { state.withLock(\.node) }

        /// The addresses of the other servers, as they were read last.
        var servers: [String] { state.withLock(\.servers) }

        /// True when PostgreSQL has not been heard for as long as a lease lasts.
        var isLate: Bool {
            state.withLock { System.milliseconds - $0.renewedAt > NodeLease.lengthMilliseconds }
        }

        /// True when nobody may declare this server dead now.
        var isRenewed: Bool {
            state.withLock { System.milliseconds - $0.renewedAt < NodeLease.delayMaxMilliseconds }
        }

        /// True when the lease was renewed for as long as all others need to renew theirs, after
        /// PostgreSQL was away for all.
        var isSteady: Bool {
            isRenewed
                && state.withLock {
                    System.milliseconds - $0.steadySince > NodeLease.steadyMilliseconds
                }
        }

        /// Why PostgreSQL could lose what it commits, as it was read last; nil while it could not.
        var lowered: StorageError? { state.withLock(\.lowered) }

        func watch(_ body: @escaping @Sendable (StoreEvent) -> Void) {
            watchers.withLock { $0.append(body) }
            hasNew.store(true, ordering: .relaxed)
        }

        func tell(_ event: StoreEvent) {
            for watcher in watchers.withLock({ $0 }) { watcher(event) }
        }

        /// True once after each outage, when PostgreSQL answers again.
        func takeReturn() -> Bool { hasReturned.exchange(false, ordering: .relaxed) }

        func end() { isEnding.store(true, ordering: .relaxed) }
    }

    private static let lengthMilliseconds: UInt64 = 3_000
    /// After as long without a renewal the others may have had to wait as well.
    private static let delayMaxMilliseconds: UInt64 = 1_500
    private static let pauseMilliseconds: UInt32 = 50
    /// Pauses between two renewals.
    private static let pauses = 10

    let shown = Shown()
    private let link: PostgresLink
    private let address: String
    private let queue: CommandQueue
    private let statements: Statements
    /// The number of what all servers have to know when that was read last.
    private var told: Int64 = -1

    /// Connects and enters this server, which others reach at an address.
    ///
    /// - Throws: `postgres`; `nodeInUse` when a server that lives is at the address.
    init(
        _ terms: PostgresLink.Terms,
        at address: String,
        _ queue: CommandQueue
    ) throws(StorageError) {
        self.queue = queue
        // The lock is the writer's.
        link = PostgresLink(terms, locks: false)
        self.address = address
        try link.connect()
        statements = Statements(link)
        try checkAddress()
        try enter()
        try renew()
    }

    /// Sees to it that the address is no other's: a row of one that ended unseen is not renewed.
    private func checkAddress() throws(StorageError) {
        let before = try lease()
        guard !before.isEmpty else { return }
        System.pause(milliseconds: UInt32(Self.pauses + 5) * Self.pauseMilliseconds)
        let after = try lease()
        guard after == before || after.isEmpty else { throw .nodeInUse(address) }
    }

    /// When the last lease of a server at the address ends, as text; empty when none is left.
    private func lease() throws(StorageError) -> String {
        let rows = try link.ask(
            "look for a server at the same address",
            """
            SELECT coalesce(max(CAST(expires AS text)), '') FROM nodes
            WHERE address = $1 AND NOT dead AND expires > clock_timestamp()
            """,
            [address]
        )
        return rows.text(0, 0)
    }

    /// Enters this server anew, in the place of one at its address that ended unseen.
    private func enter() throws(StorageError) {
        link.connection?.send("UPDATE nodes SET dead = true WHERE address = $1", texts: [address])
        link.connection?.send("DELETE FROM nodes WHERE dead AND expires < now() - interval '1 day'")
        let rows = try link.ask(
            "enter a server",
            """
            INSERT INTO nodes (id, address, expires) VALUES (
                \(PostgresSchema.newNumber), $1, clock_timestamp() + interval '3 s'
            ) RETURNING id
            """,
            [address]
        )
        shown.state.withLock { $0.node = rows.integer(0, 0) }
    }

    private func renew() throws(StorageError) {
        let node = shown.node
        let start = System.milliseconds
        let rows = try link.ask(
            "renew a server's lease",
            """
            UPDATE nodes SET expires = clock_timestamp() + interval '3 s'
            WHERE id = \(node) AND NOT dead
            RETURNING (SELECT told FROM store), (SELECT string_agg(address, ' ')
                FROM nodes AS other WHERE NOT dead AND id <> \(node)), \(PostgresLink.settings)
            """
        )
        guard rows.count == 1 else {
            try enter()
            // Others may have its documents.
            return wakeWriter()
        }
        let servers = rows.text(0, 1).split(separator: " ").map(String.init)
        let lowered = link.lowered(rows, from: 2)
        let wasLowered = shown.lowered != nil
        shown.state.withLock { state in
            // If this one had to wait, others still do.
            let end = System.milliseconds
            if end - state.renewedAt > Self.delayMaxMilliseconds { state.steadySince = end }
            state.renewedAt = start
            state.servers = servers
            state.lowered = lowered
        }
        // It reports the cause, even if no edit comes.
        if lowered != nil, !wasLowered { wakeWriter() }
        let hasNew = shown.hasNew.exchange(false, ordering: .relaxed)
        guard hasNew || rows.integer(0, 0) != told else { return }
        let event = StoreEvent.told(
            frozen: try statements.frozenNames(),
            revoked: try statements.revokedTokens()
        )
        try link.settle("read the store")
        told = rows.integer(0, 0)
        shown.tell(event)
    }

    /// Makes the writer check its documents, even if no edit comes.
    private func wakeWriter() { _ = queue.postIfOpen(.probe {}) }

    func workToEnd() {
        while !shown.isEnding.load(ordering: .relaxed) {
            for _ in 0..<Self.pauses where !shown.isEnding.load(ordering: .relaxed) {
                System.pause(milliseconds: Self.pauseMilliseconds)
            }
            attempt()
        }
        // Others need not wait for the lease to end.
        link.connection?.send("UPDATE nodes SET dead = true WHERE id = \(shown.node)")
        try? link.settle("end a server")
    }

    /// Renews the lease if it can: the writer tells when PostgreSQL cannot be reached.
    private func attempt() {
        do throws(StorageError) {
            let returns = link.connection == nil
            if returns { try link.connect() }
            try renew()
            guard returns else { return }
            shown.hasReturned.store(true, ordering: .relaxed)
            wakeWriter()
        } catch {
            link.disconnect()
            shown.state.withLock { state in
                state.steadySince = System.milliseconds
                state.lowered = nil
            }
        }
    }
}
