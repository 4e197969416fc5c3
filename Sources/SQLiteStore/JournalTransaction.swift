internal import Store
internal import StoreTables

/// SQLite's transaction, which stays open over many commits of the journal.
///
/// The tables have an entry as soon as it is written: reads see it, and the unique index refuses a
/// second of its kind. The commit log makes it durable. SQLite commits when that log is long, and
/// with all that is no entry of it.
///
/// While the log holds a record, the transaction is open and has its entries: all rests on that.
/// After an error in which SQLite took it back, it is made again from the log.
final class JournalTransaction {
    private let database: Database
    private let log: CommitLog
    private let beginStatement: SQLiteStatement
    private let commitStatement: SQLiteStatement
    private let changeSalt: SQLiteStatement
    /// False when the tables have an entry that is not for the commit log.
    private var isLogged = true

    /// Opens the commit log of a database whose tables are up to date.
    ///
    /// - Throws: `cannotOpen`, `notWritable`, `sqlite`, or `corrupt` when the page of the salt is
    ///   damaged: what is acknowledged could not get into the tables.
    init(of database: Database) throws(StorageError) {
        self.database = database
        let damage = try database.value("PRAGMA integrity_check(commit_log)", "check the salt")
        guard damage == "ok" else { throw .corrupt(what: "\(database.path): \(damage)") }
        let select = try SQLiteStatement(database, "SELECT salt FROM commit_log", "read the salt")
        let salt = try select.first { $0.integer(at: 0) }
        guard let salt else {
            throw .corrupt(what: "\(database.path): the table commit_log is empty")
        }
        log = try CommitLog(of: database.path, salt: salt)
        beginStatement = try SQLiteStatement(database, "BEGIN IMMEDIATE", "begin a commit")
        commitStatement = try SQLiteStatement(database, "COMMIT", "commit")
        changeSalt = try SQLiteStatement(
            database,
            """
            UPDATE commit_log SET salt = (((salt >> 32) + 1) << 32) | (random() & 4294967295)
            RETURNING salt
            """,
            "change the salt"
        )
    }

    /// The bytes of the commit log that count.
    var commitLogBytes: Int { log.end }

    /// Memory of pages from which SQLite commits, so that they can go.
    private static let cachedBytesMax = 8 << 20

    /// True when SQLite should commit: the log has reached this size, or pages use much memory.
    func isLong(_ bytes: Int) -> Bool {
        log.end > 0 && (log.end >= bytes || database.cachedBytes >= Self.cachedBytesMax)
    }

    /// Begins, unless it has.
    func begin() throws(StorageError) {
        try check()
        if database.isAutocommit { try beginStatement.run() }
    }

    /// Looks whether SQLite took the transaction back, as it does after some errors of a read.
    ///
    /// - Throws: `sqlite`: the next start makes it again.
    func check() throws(StorageError) {
        guard database.isAutocommit, log.end > 0 else { return }
        throw .sqlite(
            .other,
            code: 4,
            message: "it was rolled back",
            operation: "keep a transaction open"
        )
    }

    /// Writes an entry into the tables; it is durable after `makeDurable`.
    func write(_ entry: JournalEntry, into tables: Tables) throws(StorageError) {
        try begin()
        try tables.entries.write(entry)
        if isLogged { isLogged = log.add(entry) }
    }

    /// Makes the entries durable: with a record of the commit log, or by a commit of SQLite when
    /// they do not all fit there or `commits` says so.
    func makeDurable(commits: Bool) throws(StorageError) {
        if commits || !isLogged { try commit() } else { try log.write() }
    }

    /// Lets SQLite commit, if it has begun.
    func commit() throws(StorageError) {
        try check()
        guard !database.isAutocommit else { return }
        let salt = log.end > 0 ? try changeSalt.first { $0.integer(at: 0) } : nil
        try commitStatement.run()
        if let salt { log.restart(salt: salt) } else { log.dropEntries() }
        isLogged = true
    }

    /// Takes back what is not durable, after an error.
    func rollBack(_ tables: Tables) throws(StorageError) {
        // SQLite may have rolled back already (page on transactions, section 2.3).
        if !database.isAutocommit { try database.execute("ROLLBACK", "roll back a commit") }
        log.dropEntries()
        isLogged = true
        tables.entries.forget()
        for document in try replay(into: tables) { try tables.list(document) }
    }

    /// Writes what the commit log holds into the tables; gives whose it is.
    ///
    /// - Throws: `corrupt` when it does not follow on what the tables hold.
    @discardableResult
    func replay(into tables: Tables) throws(StorageError) -> Set<Int64> {
        var documents: Set<Int64> = []
        try log.read { entry throws(StorageError) in
            if database.isAutocommit { try beginStatement.run() }
            guard try tables.entries.isNext(entry) else {
                throw .corrupt(
                    what: "\(database.path): what the commit log has of document \(entry.document) "
                        + "does not follow on what is stored"
                )
            }
            try tables.entries.write(entry)
            documents.insert(entry.document)
        }
        // The caller reads the sizes of documents from the tables.
        _ = tables.entries.space.takeGrown()
        return documents
    }

    /// Commits for the last time, and leaves the commit log empty.
    func end() throws(StorageError) {
        try commit()
        try log.empty()
    }
}
