internal import Disk
internal import Store
internal import StoreTables

/// The connection to PostgreSQL, which is replaced when it breaks, and the right to write.
///
/// One row of the table `store` says who writes, and how often that was. Each transaction changes
/// it on the condition that it is as this server left it. So a server that another has followed
/// commits nothing more, and what became of a commit whose answer was lost is read there.
final class PostgresLink: StatementSource {
    let address: PostgresAddress
    private(set) var connection: PostgresConnection?
    private var statements = 0
    /// The number of this server among those that have written.
    private var term: Int64 = 0
    /// The transactions of that server so far.
    private var stamp: Int64 = 0
    private let acceptsLoss: Bool

    init(_ address: PostgresAddress, acceptsLoss: Bool) {
        self.address = address
        self.acceptsLoss = acceptsLoss
    }

    func prepare(_ sql: String, _ operation: String) throws(StorageError) -> any Statement {
        statements += 1
        return PostgresStatement(self, statements, sql, operation)
    }

    /// Reads on the connection.
    ///
    /// - Throws: `postgres`.
    func read(
        _ operation: String,
        _ send: (PostgresConnection) -> Void
    ) throws(StorageError) -> PostgresRows {
        try attempt(operation) { connection throws(PostgresFailure) in
            try connection.read { send(connection) }
        }
    }

    private func attempt<Value>(
        _ operation: String,
        _ body: (PostgresConnection) throws(PostgresFailure) -> Value
    ) throws(StorageError) -> Value {
        guard let connection else {
            throw .postgres(state: "", message: "there is no connection", operation: operation)
        }
        do throws(PostgresFailure) { return try body(connection) } catch {
            throw self.error(error, operation)
        }
    }

    private func error(_ failure: PostgresFailure, _ operation: String) -> StorageError {
        if failure.isOutage { connection = nil }
        let message = address.hidden(failure.message)
        return .postgres(state: failure.state, message: message, operation: operation)
    }

    // MARK: - Connecting

    /// How long a start, or another try, waits for a connection.
    private static let connectSeconds = 5

    /// Connects and checks that what is committed there is durable.
    ///
    /// - Throws: `postgres`, `libraryTooOld`, `durabilityNotGiven` or `inUse`.
    func connect() throws(StorageError) {
        connection = nil
        do throws(PostgresFailure) {
            connection = try PostgresConnection(address.whole, seconds: Self.connectSeconds)
        } catch {
            throw self.error(error, "connect")
        }
        let version = connection?.serverVersion ?? 0
        guard version >= 150_000 else {
            throw .serverTooOld(found: "\(version / 10_000)", needed: "15")
        }
        connection?.send("SET plan_cache_mode = force_generic_plan")
        connection?.send("SET idle_in_transaction_session_timeout = '60s'")
        // PostgreSQL ends a statement whose client has gone, even one that waits for a lock.
        connection?.send("SET client_connection_check_interval = '2s'")
        let rows = try read("read its settings") { connection in
            connection.send(
                """
                SELECT current_setting('server_encoding'), current_setting('fsync'),
                    current_setting('full_page_writes'), current_setting('synchronous_commit'),
                    pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
                    pg_try_advisory_lock(hashtextextended('emojiart.' || current_schema(), 0)),
                    coalesce(current_schema(), '')
                """
            )
        }
        guard rows.integer(0, 4) == 0 else {
            connection = nil
            throw .postgres(state: "25006", message: "it is a standby", operation: "connect")
        }
        guard !rows.text(0, 6).isEmpty else {
            connection = nil
            throw .postgres(
                state: "42501",
                message: "there is no schema for the tables",
                operation: "connect"
            )
        }
        try check("server_encoding", rows.text(0, 0), ["UTF8"])
        try check("fsync", rows.text(0, 1), ["on"])
        try check("full_page_writes", rows.text(0, 2), ["on"])
        if !acceptsLoss {
            try check("synchronous_commit", rows.text(0, 3), ["on", "remote_apply"])
        }
        guard rows.integer(0, 5) == 1 else {
            connection = nil
            throw .storeInUse(address: "\(address)")
        }
    }

    private func check(
        _ setting: String,
        _ found: String,
        _ right: [String]
    ) throws(StorageError) {
        guard right.contains(found) else {
            connection = nil
            throw .postgresNotDurable(setting: setting, found: found, needed: right[0])
        }
    }

    // MARK: - Writing

    /// Makes this server the one that writes.
    func takeOver() throws(StorageError) {
        let rows = try read("take the store over") { connection in
            connection.send("UPDATE store SET term = term + 1, stamp = 0 RETURNING term")
        }
        try settle("take the store over")
        (term, stamp) = (rows.integer(0, 0), 0)
    }

    /// Waits until all that was sent is done.
    func settle(_ operation: String) throws(StorageError) {
        try attempt(operation) { connection throws(PostgresFailure) in try connection.settle() }
    }

    /// Runs a transaction: what `body` does becomes durable at once, or nothing.
    ///
    /// - Throws: what `body` throws, or `postgres`; then `outcome` says what became of it.
    func transact(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        guard let connection else {
            throw .postgres(state: "", message: "there is no connection", operation: "commit")
        }
        do throws(StorageError) {
            connection.send("BEGIN")
            connection.send(
                """
                WITH mine AS (UPDATE store SET stamp = stamp + 1
                    WHERE term = \(term) AND stamp = \(stamp) RETURNING 1)
                SELECT 1 / (SELECT count(*) FROM mine)
                """
            )
            try body()
            connection.send("COMMIT")
            try settle("commit")
        } catch {
            if self.connection != nil, connection.isInTransaction {
                connection.send("ROLLBACK")
                try settle("roll back")
            }
            throw error
        }
        stamp += 1
        // Somebody cut the wait for the standby short: a later commit that is on it follows this.
        while connection.takeUnreplicated() {
            connection.send("UPDATE store SET stamp = stamp WHERE term = \(term)")
            try settle("wait for the standby")
        }
    }

    /// Finds out whether the transaction that failed last was committed all the same.
    ///
    /// - Throws: `takenOver` when another server writes now, `commitsLost` when some are missing.
    func wasCommitted() throws(StorageError) -> Bool {
        let rows = try read("look for a commit") { $0.send("SELECT term, stamp FROM store") }
        try settle("look for a commit")
        guard rows.count == 1, rows.integer(0, 0) == term else {
            throw .takenOver(address: "\(address)")
        }
        let found = rows.integer(0, 1)
        guard found >= stamp else {
            throw .commitsLost(address: "\(address)", count: Int(stamp - found))
        }
        defer { stamp = found }
        return found == stamp + 1
    }
}
