internal import Disk
internal import Store
internal import StoreTables

/// The row of the table `commit_log`: what the tables know of the files beside them.
struct CommitLogRow {
    /// The upper half counts the commits of SQLite, the lower one tells journals apart.
    ///
    /// A file that has a greater count tells that the database or its write-ahead log is older, or
    /// gone.
    private(set) var salt: Int64
    /// The name of the commit log of the last run; 0 before the first, or for one without a name.
    private(set) var log: Int64
    /// Whether that log may hold commits that the tables lack: not after a clean stop.
    private(set) var isOpen: Bool
    /// The salt that the database has without its write-ahead log, and the pages.
    private var checkpoint: (salt: Int64, pages: Int64)

    /// Reads the row of a database.
    ///
    /// - Throws: `corrupt` when there is none, or what reading gives.
    init(of database: Database) throws(StorageError) {
        let sql = """
            SELECT salt, log, is_open, checkpoint_salt, checkpoint_pages FROM commit_log
            """
        let row = try SQLiteStatement(database, sql, "read the salt").first { row in
            (0..<5).map(row.integer)
        }
        guard let row else {
            throw .corrupt(what: "\(database.path): the table commit_log is empty")
        }
        (salt, log, isOpen, checkpoint) = (row[0], row[1], row[2] != 0, (row[3], row[4]))
        // A checkpoint that was killed may have copied the row.
        if case .success(salt) = database.saltWithoutLog { checkpoint.salt = salt }
    }

    /// Checks that the files of a directory belong together and have all that they held.
    ///
    /// What the commit log has after its first record is seen when it is read.
    ///
    /// - Throws: `incomplete` with the file that is not as it was left.
    /// - Complexity: O(bytes of the commit log).
    func check(_ database: Database) throws(StorageError) {
        let path = database.path
        let logPath = path + CommitLog.suffix
        let found = try CommitLog.identity(of: path)
        if isOpen, log != 0, found.name != log {
            let what =
                !System.exists(logPath)
                ? "is missing" : System.size(of: logPath) == 0 ? "is empty" : "is another's, or older"
            throw .incomplete(path: logPath, what: "\(what), and may have held edits")
        }
        let note = try Witness.note(of: path)
        if let note, UInt32(truncatingIfNeeded: note.salt) != UInt32(truncatingIfNeeded: salt) {
            throw .incomplete(path: path, what: "and \(path)\(Witness.suffix) are of two journals")
        }
        let newest = max(note?.salt ?? 0, found.firstSalt ?? 0)
        guard newest >> 32 <= salt >> 32 else {
            throw .incomplete(path: path, what: "is older than the files beside it, or lacks its -wal")
        }
        // Before the first checkpoint of this version the database need not have the row.
        guard let saltWithoutLog = database.saltWithoutLog, checkpoint.salt != 0 else { return }
        guard System.size(of: path) >= Int(checkpoint.pages) * (try database.pageBytes) else {
            throw .incomplete(path: path, what: "was cut short")
        }
        switch saltWithoutLog {
        case .success(salt), .success(checkpoint.salt): break
        // A checkpoint was killed after the first page, which tells how many there will be.
        case .failure(.corrupt): break
        case .success, .failure:
            throw .incomplete(path: path, what: "does not belong to its -wal")
        }
    }

    /// Notes that SQLite has copied its write-ahead log into the database.
    mutating func noteCheckpoint(of database: Database) throws(StorageError) {
        checkpoint = (salt, Int64(try database.value("PRAGMA page_count", "count pages")) ?? 0)
    }

    /// Notes that SQLite may have copied part of it.
    mutating func notePartOfCheckpoint(of database: Database) {
        if case .success(salt) = database.readSaltWithoutLog() { checkpoint.salt = salt }
    }

    /// Changes the row in a transaction that is about to be committed; gives it with its new salt.
    func changed(
        isOpen: Bool,
        renewsLog: Bool,
        by statement: SQLiteStatement
    ) throws(StorageError) -> CommitLogRow {
        var changed = self
        changed.isOpen = isOpen
        if renewsLog { changed.log = salt }
        let newSalt = try statement.first(
            changed.log,
            isOpen ? 1 : 0,
            checkpoint.salt,
            checkpoint.pages
        ) { $0.integer(at: 0) }
        guard let newSalt else { throw .corrupt(what: "the table commit_log is empty") }
        changed.salt = newSalt
        return changed
    }

    /// What changes the row.
    static let change = """
        UPDATE commit_log SET salt = salt + 4294967296,
            log = ?, is_open = ?, checkpoint_salt = ?, checkpoint_pages = ?
        RETURNING salt
        """
}
