internal import Disk
internal import Store
internal import StoreTables

/// The row of the table `commit_log`: what the tables know of the files beside them.
///
/// It is a blob of one size, which SQLite overwrites where it is. So a checkpoint that is torn
/// leaves the row of before or that of after in the database.
struct CommitLogRow {
    /// The upper half counts the commits of SQLite, the lower one tells journals apart.
    ///
    /// A file that has a greater count tells that the database or its write-ahead log is older, or
    /// gone.
    private(set) var salt: Int64
    /// The name of the commit log of the last run; 0 before the first, or for one without a name.
    private(set) var log: Int64 = 0
    /// True if that log may hold commits that the tables lack; false after a clean stop.
    private(set) var isOpen: Bool
    /// The salt that the database got by the last checkpoint that copied all, and its pages then.
    ///
    /// One that copied a part may have given it a later salt.
    private var checkpoint: (salt: Int64, pages: Int64) = (0, 0)

    static let byteCount = 40

    /// Reads the row of a database.
    ///
    /// - Throws: `corrupt` when there is none, or what reading gives.
    init(of database: Database) throws(StorageError) {
        let sql = "SELECT state FROM commit_log"
        let row = try SQLiteStatement(database, sql, "read the salt").first { $0.blob(at: 0) }
        guard let row, row.count == Self.byteCount else {
            throw .corrupt(what: "\(database.path): the table commit_log is empty")
        }
        (salt, log, isOpen) = (row.word(at: 0), row.word(at: 8), row.word(at: 16) != 0)
        checkpoint = (row.word(at: 24), row.word(at: 32))
    }

    /// The row of a journal that has no run yet, or is of a version whose logs have no names.
    init(salt: Int64, isOpen: Bool) { (self.salt, self.isOpen) = (salt, isOpen) }

    /// Its bytes.
    var bytes: [UInt8] {
        var bytes = [UInt8](repeating: 0, count: Self.byteCount)
        bytes.put(salt, at: 0)
        bytes.put(log, at: 8)
        bytes.put(isOpen ? 1 : 0, at: 16)
        bytes.put(checkpoint.salt, at: 24)
        bytes.put(checkpoint.pages, at: 32)
        return bytes
    }

    /// Returns true if a salt is of this journal.
    func isOfJournal(_ other: Int64) -> Bool {
        UInt32(truncatingIfNeeded: other) == UInt32(truncatingIfNeeded: salt)
    }

    /// Checks that the files of a directory belong together and have all that they held.
    ///
    /// Looks at the first record of the commit log only; `CommitLog.read` checks the others.
    ///
    /// - Throws: `incomplete` with the file that is not as it was left.
    /// - Complexity: O(bytes of the commit log).
    func check(_ database: Database) throws(StorageError) {
        let path = database.path
        let directory = BackupDraft.directory(of: path)
        do throws(StorageError) { try compare(database, path) } catch {
            // It has what a running server had, to whom one of them was lost.
            let isRescued = System.exists("\(directory)/\(StorageError.rescueName)")
            throw isRescued ? .rescued(directory: directory) : error
        }
    }

    private func compare(_ database: Database, _ path: String) throws(StorageError) {
        let logPath = path + CommitLog.suffix
        let note = try Witness.note(of: path)
        if let note, !isOfJournal(note.salt) {
            throw .incomplete(path: path, what: "and \(path)\(Witness.suffix) are of two journals")
        }
        let found = try CommitLog.identity(of: path)
        let logged = found.firstSalt.map { isOfJournal($0) ? $0 : 0 }
        let newest = max(note?.salt ?? 0, logged ?? 0)
        guard newest >> 32 <= salt >> 32 else {
            throw incomplete(database, beside: newest)
        }
        if isOpen, log != 0, found.name != log {
            let what =
                !System.exists(logPath)
                ? "is missing"
                : System.size(of: logPath) == 0 ? "is empty" : "is older, or another's"
            throw .incomplete(path: logPath, what: "\(what), and may have held edits")
        }
        // Before the first checkpoint of this version the database need not have the row.
        guard let saltWithoutLog = database.saltWithoutLog, checkpoint.salt != 0 else { return }
        guard System.size(of: path) >= Int(checkpoint.pages) * (try database.pageBytes) else {
            throw .incomplete(path: path, what: "was cut short")
        }
        switch saltWithoutLog {
        case .success(checkpoint.salt...salt): break
        // A checkpoint was killed after the first page, which tells how many there will be.
        case .failure(.corrupt): break
        // The power may have torn a page, which its log has whole.
        case .failure where try database.value("PRAGMA integrity_check(1)", "check it") == "ok":
            break
        case .success, .failure:
            throw .incomplete(path: path, what: "does not belong to its -wal")
        }
    }

    /// The refusal of the database or of its write-ahead log: one is older than the other files.
    private func incomplete(_ database: Database, beside newest: Int64) -> StorageError {
        let (path, logPath) = (database.path, database.path + "-wal")
        switch database.saltWithoutLog {
        case .success(newest...):
            let what = "is older than \(path), which was stopped with an empty one"
            return .incomplete(path: logPath, what: what)
        case nil where isOpen:
            let what = "is missing or empty, or \(path) is older than the files beside it"
            return .incomplete(path: logPath, what: what)
        default: return .incomplete(path: path, what: "is older than the files beside it")
        }
    }

    /// Notes that SQLite has copied its write-ahead log into the database.
    mutating func noteCheckpoint(of database: Database) throws(StorageError) {
        checkpoint = (salt, Int64(try database.value("PRAGMA page_count", "count pages")) ?? 0)
    }

    /// The row of the next commit, perhaps with the log of another run.
    func next(isOpen: Bool, renewsLog: Bool) -> CommitLogRow {
        var next = self
        next.isOpen = isOpen
        if renewsLog { next.log = salt }
        next.salt += 1 << 32
        return next
    }

    /// The row of a copy, which is a journal of its own, and counts on no log beside it.
    func copied(number: Int64) -> CommitLogRow {
        CommitLogRow(salt: (salt >> 32) << 32 | number & 0xFFFF_FFFF, isOpen: false)
    }

    /// The statement that writes the row.
    static let update = "UPDATE commit_log SET state = ?"
}
