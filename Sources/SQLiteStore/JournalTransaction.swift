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
    private var witness: Witness
    private var row: CommitLogRow
    private let beginStatement: SQLiteStatement
    private let commitStatement: SQLiteStatement
    private let changeRow: SQLiteStatement
    /// False when the tables have an entry that is not for the commit log.
    private var isLogged = true

    /// Opens the commit log of a database whose tables are up to date.
    ///
    /// - Throws: `cannotOpen`, `notWritable`, `sqlite`; `incomplete` when files of the directory do
    ///   not belong together; `corrupt` when the page of the salt is damaged: what is
    ///   acknowledged could not get into the tables.
    init(of database: Database) throws(StorageError) {
        self.database = database
        let damage = try database.value("PRAGMA integrity_check(commit_log)", "check the salt")
        guard damage == "ok" else { throw .corrupt(what: "\(database.path): \(damage)") }
        row = try CommitLogRow(of: database)
        try row.check(database)
        if !row.isOpen { try CommitLog.setAsideForeign(of: database.path, row) }
        let note = try Witness.note(of: database.path)
        let bound = note?.salt == row.salt ? note?.end : nil
        log = try CommitLog(of: database.path, row: row, holding: bound ?? 0)
        witness = try Witness(of: database.path)
        beginStatement = try SQLiteStatement(database, "BEGIN IMMEDIATE", "begin a commit")
        commitStatement = try SQLiteStatement(database, "COMMIT", "commit")
        changeRow = try SQLiteStatement(database, CommitLogRow.update, "change the salt")
    }

    /// True if a commit log with a name may hold commits that the tables lack.
    var isOpen: Bool { row.isOpen && row.log != 0 }

    /// The bytes of the commit log that count.
    var commitLogBytes: Int { log.end }

    /// Memory of pages from which SQLite commits, so that they can go.
    private static let cachedBytesMax = 8 << 20

    /// True when SQLite should commit: the log has reached this size, or pages use much memory.
    func isLong(_ bytes: Int) -> Bool {
        log.hasRecords && (log.end >= bytes || database.cachedBytes >= Self.cachedBytesMax)
    }

    /// Begins the commit log of this run, when the tables have what the one of before held.
    ///
    /// Between the two commits no log counts, whatever its first block has by then.
    func startRun() throws(StorageError) {
        try commit(isOpen: false, renewsLog: true)
        try log.begin(name: row.log)
        try commit(isOpen: true)
    }

    /// Begins, unless it has.
    func begin() throws(StorageError) {
        try check()
        guard database.isAutocommit else { return }
        if !row.isOpen { try startRun() }
        try beginStatement.run()
    }

    /// Looks whether SQLite took the transaction back, as it does after some errors of a read.
    ///
    /// - Throws: `sqlite`: the next start makes it again.
    func check() throws(StorageError) {
        guard database.isAutocommit, log.hasRecords else { return }
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
        guard !commits, isLogged else { return try commit() }
        try log.write()
        tellWitness()
    }

    /// Lets SQLite commit, if it has begun.
    func commit() throws(StorageError) {
        try check()
        if !database.isAutocommit { try commit(isOpen: row.isOpen) }
    }

    private func commit(isOpen: Bool, renewsLog: Bool = false) throws(StorageError) {
        if database.isAutocommit { try beginStatement.run() }
        let next = row.next(isOpen: isOpen, renewsLog: renewsLog)
        try changeRow.run(blob: next.bytes)
        try commitStatement.run()
        row = next
        log.restart(salt: row.salt)
        isLogged = true
        tellWitness()
    }

    private func tellWitness() {
        witness.write(Witness.Note(salt: row.salt, end: Int64(log.end)))
    }

    /// Copies SQLite's log into the database, and with `cuttingLog` empties the file too.
    func checkpoint(cuttingLog: Bool) throws(StorageError) {
        guard try database.checkpoint(cuttingLog: cuttingLog) else { return }
        try row.noteCheckpoint(of: database)
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
        try check()
        try commit(isOpen: false)
        try log.empty()
    }
}
