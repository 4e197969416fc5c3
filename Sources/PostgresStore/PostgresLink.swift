internal import Store
internal import StoreTables

/// The connection to PostgreSQL, which is replaced when it breaks, and the documents that this
/// server may write.
///
/// A document's row says which server has it (`node`), how often that changed (`term`), and how
/// many commits that server has made (`stamp`). Each transaction changes the rows of its documents
/// on the condition that they are as this server left them. So a server whose document another has
/// taken commits nothing more for it, and what became of a commit whose answer was lost is read
/// there.
final class PostgresLink: StatementSource {
    /// A document that is this server's, as this server left it.
    struct Claim {
        let node: Int64
        let term: Int64
        var stamp: Int64 = 0
    }

    /// How the store may be used besides this server.
    struct Terms {
        let address: PostgresAddress
        /// PostgreSQL may acknowledge what it has not made durable.
        var acceptsLoss = false
        /// Other servers may use the store at the same time.
        var isShared = false
        /// The server ends: what waits for a standby is waited for no longer.
        var isEnding: @Sendable () -> Bool = { false }
        /// The schema of the tables, quoted; empty before the first connection.
        fileprivate(set) var schema = ""
        /// The names of synchronous standbys when the first connection was made; empty for none.
        fileprivate(set) var standbys = ""
    }

    private(set) var terms: Terms
    private(set) var connection: PostgresConnection?
    private var statements = 0
    /// The statement behind each commit; settled by the first connection.
    private(set) lazy var settingsGuard = makeSettingsGuard()
    /// The documents that this server may write, by number.
    var claims: [Int64: Claim] = [:]

    /// Whether the connection writes what is acknowledged, and keeps the store from others, or
    /// others from having it for themselves.
    private let locks: Bool
    /// The name of its connections, among those of PostgreSQL.
    private let name = "emojiart-server-\(UInt64.random(in: 0 ... .max))"

    init(_ terms: Terms, locks: Bool = true) {
        self.terms = terms
        self.locks = locks
    }

    func prepare(_ sql: String, _ operation: String) throws(StorageError) -> any Statement {
        statements += 1
        return PostgresStatement(self, statements, sql, operation)
    }

    func nextDocument(after last: Int64) throws(StorageError) -> Int64 {
        try read("number a document") { $0.send("SELECT \(PostgresSchema.newNumber)") }
            .integer(0, 0)
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

    /// Sends a statement that gives rows, and waits until all that was sent is done.
    ///
    /// - Throws: `postgres`.
    func ask(
        _ operation: String,
        _ sql: String,
        _ texts: [String] = []
    ) throws(StorageError) -> PostgresRows {
        let rows = try read(operation) { $0.send(sql, texts: texts) }
        try settle(operation)
        return rows
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
        let message = terms.address.hidden(failure.message)
        return .postgres(state: failure.state, message: message, operation: operation)
    }

    // MARK: - Connecting

    /// How long a start, or another try, waits for a connection.
    private static let connectSeconds = 5

    /// Connects and checks that what is committed there is durable, and that no server has the
    /// store for itself.
    ///
    /// - Throws: `postgres`, `serverTooOld`, `postgresNotDurable` or `storeInUse`.
    func connect() throws(StorageError) {
        connection = nil
        do throws(PostgresFailure) {
            connection = try PostgresConnection(
                terms.address.whole,
                as: name,
                seconds: Self.connectSeconds,
                isEnding: terms.isEnding
            )
        } catch {
            throw self.error(error, "connect")
        }
        do throws(StorageError) { try check() } catch {
            connection = nil
            throw error
        }
    }

    /// Lets go of the connection, for another to be made.
    func disconnect() { connection = nil }

    private func check() throws(StorageError) {
        let version = connection?.serverVersion ?? 0
        guard version >= 150_000 else {
            throw .serverTooOld(found: "\(version / 10_000)", needed: "15")
        }
        setUpSession()
        // PostgreSQL may not have seen that the last connection is lost, which has the lock.
        connection?.send(
            """
            SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
            WHERE application_name = $1 AND pid <> pg_backend_pid()
            """,
            texts: [name]
        )
        let lock = terms.isShared ? "pg_try_advisory_lock_shared" : "pg_try_advisory_lock"
        let key = "hashtextextended('emojiart.' || current_schema(), 0)"
        let rows = try ask(
            "read its settings",
            """
            SELECT current_setting('server_encoding'),
                pg_is_in_recovery() OR current_setting('transaction_read_only') = 'on',
                \(locks ? "\(lock)(\(key))" : "true"),
                coalesce(quote_ident(current_schema()), ''), \(Self.settings)
            """
        )
        guard rows.integer(0, 1) == 0 else {
            throw .postgres(state: "25006", message: "it is a standby", operation: "connect")
        }
        let schema = rows.text(0, 3)
        guard !schema.isEmpty else {
            throw .postgres(
                state: "42501",
                message: "there is no schema for the tables",
                operation: "connect"
            )
        }
        let encoding = rows.text(0, 0)
        guard encoding == "UTF8" else {
            let setting = "server_encoding"
            throw .postgresNotDurable(setting: setting, found: encoding, needed: "UTF8")
        }
        if locks, let lowered = lowered(rows, from: 4) { throw lowered }
        guard rows.integer(0, 2) == 1 else { throw .storeInUse(address: "\(terms.address)") }
        if terms.schema.isEmpty { (terms.schema, terms.standbys) = (schema, rows.text(0, 7)) }
    }

    // MARK: - Writing

    /// Waits until all that was sent is done.
    func settle(_ operation: String) throws(StorageError) {
        try attempt(operation) { connection throws(PostgresFailure) in try connection.settle() }
    }

    /// Runs a transaction that writes for some documents, all of them claimed: what `body` does
    /// becomes durable at once, or nothing.
    ///
    /// - Throws: what `body` throws, or `postgres`; then `outcome` says what became of it.
    func transact(
        _ documents: [Int64],
        _ body: () throws(StorageError) -> Void
    ) throws(StorageError) {
        guard let connection else {
            throw .postgres(state: "", message: "there is no connection", operation: "commit")
        }
        do throws(StorageError) {
            connection.send("BEGIN")
            guardRows(of: documents)
            try body()
            connection.send("COMMIT")
            guardSettings()
            try settle("commit")
        } catch {
            if self.connection != nil, connection.isInTransaction {
                connection.send("ROLLBACK")
                try settle("roll back")
            } else if error.isOvertaken {
                // It may be committed, while a setting was lowered, perhaps for a moment only.
                try checkDurability()
                try awaitStandby()
            }
            throw error
        }
        if connection.takeUnreplicated() { try awaitStandby() }
        for document in documents { claims[document]?.stamp += 1 }
    }

    /// Waits until a standby has all that is committed, if one has to: an operator or a crash may
    /// have cut a wait short.
    func awaitStandby() throws(StorageError) {
        // A commit waits for all before it.
        try transact([]) { connection?.send("UPDATE store SET told = told") }
    }

    /// Fails the transaction unless all its documents are as this server left them.
    private func guardRows(of documents: [Int64]) {
        guard !documents.isEmpty else { return }
        let rows = documents.compactMap { claims[$0] }
        connection?.send(
            0,
            Self.fence,
            [Int64(documents.count)],
            [
                Self.array(documents), Self.array(rows.map(\.node)), Self.array(rows.map(\.term)),
                Self.array(rows.map(\.stamp)),
            ],
            nil
        )
    }

    /// Divides by zero when a row is not as it was left, which fails the transaction.
    private static let fence = """
        WITH mine AS (
            UPDATE documents AS row SET stamp = row.stamp + 1
            FROM unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::bigint[])
                AS left_as(id, node, term, stamp)
            WHERE row.id = left_as.id AND row.node = left_as.node AND row.term = left_as.term
                AND row.stamp = left_as.stamp
            RETURNING 1)
        SELECT 1 / (CASE WHEN (SELECT count(*) FROM mine) = $1 THEN 1 ELSE 0 END)
        """

    private static func array(_ values: [Int64]) -> String {
        "{\(values.map(String.init).joined(separator: ","))}"
    }

    /// Finds out whether the transaction that failed last, of these documents, was committed.
    ///
    /// Call `drop` before: of those that are lost nothing can be told.
    func wasCommitted(_ documents: [Int64]) throws(StorageError) -> Bool {
        var isCommitted = false
        for (document, row) in try rows(of: documents) {
            guard let stamp = claims[document]?.stamp, row.stamp > stamp else { continue }
            claims[document]?.stamp = row.stamp
            isCommitted = true
        }
        return isCommitted
    }

    /// Claims those of some documents no more that are lost; gives them, and how many commits of
    /// theirs PostgreSQL had acknowledged and has no more.
    func drop(_ documents: [Int64]) throws(StorageError) -> (lost: [Int64], missing: Int64) {
        var dropped = (lost: [Int64](), missing: Int64(0))
        let found = try rows(of: documents)
        for document in documents {
            guard let claim = claims[document] else { continue }
            let row = found[document]
            if row?.node == claim.node, row?.term == claim.term {
                guard let stamp = row?.stamp, stamp < claim.stamp else { continue }
                dropped.missing += claim.stamp - stamp
            } else if (row?.term ?? 0) < claim.term {
                // Terms only grow: the claim is missing, too.
                dropped.missing += claim.stamp
            }
            dropped.lost.append(document)
            claims[document] = nil
        }
        return dropped
    }

    /// True when a document has no row: it was deleted.
    func isGone(_ document: Int64) throws(StorageError) -> Bool { try rows(of: [document]).isEmpty }

    private func rows(of documents: [Int64]) throws(StorageError) -> [Int64: Claim] {
        let rows = try ask(
            "look for a commit",
            "SELECT id, node, term, stamp FROM documents WHERE id = ANY ($1::bigint[])",
            [Self.array(documents)]
        )
        var found: [Int64: Claim] = [:]
        for row in 0..<rows.count {
            found[rows.integer(row, 0)] = Claim(
                node: rows.integer(row, 1),
                term: rows.integer(row, 2),
                stamp: rows.integer(row, 3)
            )
        }
        return found
    }
}
