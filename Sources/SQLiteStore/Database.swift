internal import CSQLite
internal import Disk
internal import Glibc
internal import Store
internal import StoreTables

/// The one connection to the journal file.
///
/// Not Sendable: one thread at a time has it with the writer.
@safe final class Database: StatementSource {
    let path: String
    /// For statements only.
    ///
    /// Valid as long as the database lives, and statements keep it alive.
    private(set) var handle: OpaquePointer
    /// Pages in the write-ahead log after the last commit; SQLite writes it through this pointer.
    private let pagesInLog: UnsafeMutablePointer<Int32>
    /// The salt that the database had without its write-ahead log when it was opened; nil when that
    /// log was empty.
    let saltWithoutLog: Result<Int64, StorageError>?
    /// Goes after the connection: properties end after the body of `deinit`.
    private let lock: DirectoryLock?

    /// Locks the directory and opens `DIR/journal.sqlite`, making both if absent.
    ///
    /// The file is not touched yet: first `Schema.check`, then `makeDurable`.
    ///
    /// - Throws: `inUse`, `cannotOpen`, `notWritable`, `libraryTooOld`, or `corrupt` for a
    ///   write-ahead log whose database is gone.
    /// - Complexity: O(bytes of the write-ahead log) after a crash.
    convenience init(directory: String) throws(StorageError) {
        try Self.checkLibrary()
        try self.init(directory: directory, lock: try DirectoryLock(directory: directory))
    }

    /// Opens the journal of a directory that is locked; nil for a lock that the caller keeps.
    init(directory: String, lock: consuming DirectoryLock?) throws(StorageError) {
        let path = directory + "/journal.sqlite"
        try JournalPlace.finish(directory)
        try Self.checkLogHasDatabase(path)
        for suffix in ["-wal", CommitLog.suffix] { try Self.secureLog(path + suffix) }
        let hasLog = System.size(of: path + "-wal") > 0
        saltWithoutLog = hasLog ? Self.readSaltWithoutLog(path) : nil
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        unsafe handle = try Self.open(path, path, flags)
        self.path = path
        self.lock = lock
        unsafe pagesInLog = .allocate(capacity: 1)
        unsafe pagesInLog.initialize(to: 0)
        countLogPages()
        // SQLite falls back to read-only by itself when it may not write.
        if unsafe sqlite3_db_readonly(handle, "main") == 1 { throw .notWritable(path: path) }
        try configure()
    }

    /// Opens a database file by itself: one to be read that nobody writes, or one in the making,
    /// which is worth nothing before it is whole.
    ///
    /// - Throws: `cannotOpen`, `notWritable`, `libraryTooOld` or `sqlite`.
    init(file path: String, isReadOnly: Bool) throws(StorageError) {
        try Self.checkLibrary()
        let flags = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE
        let place = isReadOnly ? Self.immutable(path) : path
        unsafe handle = try Self.open(path, place, flags | SQLITE_OPEN_URI)
        self.path = path
        lock = nil
        saltWithoutLog = nil
        unsafe pagesInLog = .allocate(capacity: 1)
        unsafe pagesInLog.initialize(to: 0)
        try isReadOnly ? configureReading() : configureMaking()
    }

    deinit {
        // Statements hold the database, so all of them are finalized by now (sqlite3_close page).
        let code = unsafe sqlite3_close(handle)
        precondition(code == SQLITE_OK, "A database outlives its statements.")
        unsafe pagesInLog.deallocate()
    }

    func prepare(_ sql: String, _ operation: String) throws(StorageError) -> any Statement {
        try SQLiteStatement(self, sql, operation)
    }

    /// Runs statements that have no parameters and whose rows do not matter.
    func execute(_ sql: String, _ operation: String) throws(StorageError) {
        let code = unsafe sqlite3_exec(handle, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw failure(code, operation) }
    }

    /// The first column of the first row as text; empty when there is none.
    func value(_ sql: String, _ operation: String) throws(StorageError) -> String {
        try SQLiteStatement(self, sql, operation).first { $0.text(at: 0) } ?? ""
    }

    var lastInsertedRow: Int64 { unsafe sqlite3_last_insert_rowid(handle) }

    var isAutocommit: Bool { unsafe sqlite3_get_autocommit(handle) != 0 }

    var logPages: Int { unsafe Int(pagesInLog.pointee) }

    /// The memory that pages take.
    var cachedBytes: Int {
        var (now, most) = (Int32(0), Int32(0))
        let code = unsafe sqlite3_db_status(handle, SQLITE_DBSTATUS_CACHE_USED, &now, &most, 0)
        precondition(code == SQLITE_OK, "SQLite knows its cache.")
        return Int(now)
    }

    /// Copies the write-ahead log into the database, and with `cuttingLog` empties the file too;
    /// false when some of it was left.
    func checkpoint(cuttingLog: Bool) throws(StorageError) -> Bool {
        let mode = cuttingLog ? SQLITE_CHECKPOINT_TRUNCATE : SQLITE_CHECKPOINT_PASSIVE
        var (all, copied) = (Int32(0), Int32(0))
        let code = unsafe sqlite3_wal_checkpoint_v2(handle, "main", mode, &all, &copied)
        guard code == SQLITE_OK else { throw failure(code, "checkpoint the write-ahead log") }
        unsafe pagesInLog.pointee = 0
        return all == copied
    }

    /// The salt that the database has without its write-ahead log.
    private static func readSaltWithoutLog(_ path: String) -> Result<Int64, StorageError> {
        Result { () throws(StorageError) in
            try CommitLogRow(of: Database(file: path, isReadOnly: true)).salt
        }
    }

    /// The bytes of a page.
    var pageBytes: Int {
        get throws(StorageError) { Int(try value("PRAGMA page_size", "read page_size")) ?? 2048 }
    }

    func failure(_ code: Int32, _ operation: String) -> StorageError {
        let message = unsafe Self.message(handle, code)
        switch code & 0xFF {
        case SQLITE_NOTADB:
            return .notADatabase(path: path)
        case SQLITE_CORRUPT:
            return .corrupt(what: "\(path): \(message) (code \(code)) while trying to \(operation)")
        case SQLITE_READONLY:
            return .notWritable(path: path)
        default:
            let fault: StorageError.Fault =
                switch code & 0xFF {
                case SQLITE_FULL: .full
                case SQLITE_IOERR: .broken
                case SQLITE_BUSY, SQLITE_LOCKED: .locked
                case SQLITE_NOMEM: .noMemory
                default: .other
                }
            return .sqlite(fault, code: code, message: message, operation: operation)
        }
    }

    /// The URI under which SQLite reads a file that does not change: without locks, and without a
    /// look at logs beside it (page on URI file names, section 3.4).
    static func immutable(_ path: String) -> String {
        var uri = "file:"
        for byte in path.utf8 {
            let isPlain = byte > 0x20 && byte < 0x7F && !"%?#'".utf8.contains(byte)
            let digits = String(byte, radix: 16)
            uri += isPlain ? String(UnicodeScalar(byte)) : (byte < 16 ? "%0" : "%") + digits
        }
        return uri + "?immutable=1"
    }

    private static func open(
        _ path: String,
        _ place: String,
        _ flags: Int32
    ) throws(StorageError) -> OpaquePointer {
        var opened: OpaquePointer?
        // NOMUTEX: the connection has one owner at a time, so SQLite need not lock.
        let all = flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let code = unsafe sqlite3_open_v2(place, &opened, all, nil)
        guard code == SQLITE_OK, let connection = unsafe opened else {
            let reason = unsafe message(opened, code)
            let cause = unsafe sqlite3_system_errno(opened)
            unsafe sqlite3_close(opened)
            if cause == EACCES { throw .notWritable(path: path) }
            throw .cannotOpen(path: path, reason: reason)
        }
        return unsafe connection
    }

    /// Replaces the automatic checkpoint by a count: it would run inside COMMIT, where its errors
    /// are dropped (sqlite3_wal_hook page) and every waiting answer waits for it as well.
    private func countLogPages() {
        unsafe sqlite3_wal_hook(
            handle,
            { context, _, _, pages in
                unsafe context?.assumingMemoryBound(to: Int32.self).pointee = pages
                return SQLITE_OK
            },
            pagesInLog
        )
    }

    /// STRICT tables came with 3.37.
    private static func checkLibrary() throws(StorageError) {
        let found = sqlite3_libversion_number()
        guard found >= 3_037_000 else {
            let text = "\(found / 1_000_000).\(found / 1000 % 1000).\(found % 1000)"
            throw .libraryTooOld(found: text, needed: "3.37.0")
        }
        precondition(sqlite3_threadsafe() != 0, "This SQLite may not change threads.")
        countNoMemory
    }

    /// Without its count of memory, which nobody reads, SQLite locks for no allocation.
    ///
    /// A process that has used SQLite before goes on with it.
    private static let countNoMemory: Void = { _ = csqlite_count_no_memory() }()

    /// SQLite deletes a log that lies beside a missing or empty database, and with it every commit
    /// not yet copied.
    ///
    /// Ours is never empty once there is a log, so somebody took the file away or emptied it.
    static func checkLogHasDatabase(_ path: String) throws(StorageError) {
        guard System.size(of: path) == 0 else { return }
        let directory = BackupDraft.directory(of: path)
        if System.exists("\(directory)/\(StorageError.rescueName)") {
            throw .rescued(directory: directory)
        }
        for suffix in ["-wal", CommitLog.suffix, Witness.suffix]
        where System.exists(path + suffix) {
            throw .incomplete(
                path: path,
                what: "is missing or empty, but there is \(path)\(suffix)"
            )
        }
    }

    /// Writes a log that a crash left over what it is, and syncs it.
    ///
    /// A process that was killed between writing a commit and syncing it leaves what looks like a
    /// commit, and SQLite takes it for one: nobody may see it before the disk has it, or the power
    /// could take it back.
    ///
    /// After a failed fsync the kernel may take the pages for clean: they are read back as they
    /// were written, and a later fsync succeeds, but the disk never had them (PostgreSQL's
    /// "fsyncgate"). A checkpoint would then put their content into the database, and the next
    /// power failure bring back the older log, which would be replayed over it. Written again, they
    /// are on the disk, or the disk says that they are not.
    ///
    /// - Throws: `cannotOpen`, `notWritable` or `diskFailed` with the path.
    private static func secureLog(_ path: String) throws(StorageError) {
        guard let file = try RawFile(path) else { return }
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while true {
            let count = try file.read(into: &chunk, at: offset)
            if count == 0 { break }
            // The rest of a short write comes with the next chunk.
            offset += try file.write(chunk[..<count], at: offset)
        }
        if offset > 0 { try file.synchronize() }
    }

    private static func message(_ connection: OpaquePointer?, _ code: Int32) -> String {
        let text = unsafe connection.flatMap { unsafe sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        return unsafe text.map { unsafe String(cString: $0) } ?? "unknown"
    }
}

/// Every name is a section of the SQLite page on pragmas.
extension Database {
    /// Sets what concerns the connection only, before the file is read for the first time.
    func configure() throws(StorageError) {
        let code = unsafe csqlite_set_defensive(handle)
        guard code == SQLITE_OK else { throw failure(code, "turn on the defensive mode") }
        // Closing is not to write: after a failed fsync it would sync what may be lost, and delete
        // the log; and a file that is refused stays as it was.
        let kept = unsafe csqlite_keep_log_on_close(handle)
        guard kept == SQLITE_OK else { throw failure(kept, "keep the write-ahead log on close") }
        try set([
            // Before the first use of the log: then the log's index lives on the heap, there is
            // no shared-memory file, and no other process can join in (page on WAL, section 8).
            "locking_mode = EXCLUSIVE",
            // A mapped file turns an I/O error into a SIGBUS, and a stray pointer into corruption.
            "mmap_size = 0",
            // A transaction that waits for its commit writes nothing: a read that had to write, and
            // found no room, would take it back (`JournalTransaction`).
            "cache_spill = OFF",
            // Looks at each page when it is read, and finds damage before following it.
            "cell_size_check = ON",
            // A schema in a swapped file may not call functions with side effects.
            "trusted_schema = OFF",
            "foreign_keys = OFF",
        ])
    }

    /// Sets what a file in the making needs: it is nobody's but ours, and is synced at its end.
    func configureMaking() throws(StorageError) {
        try set(["locking_mode = EXCLUSIVE", "journal_mode = OFF", "synchronous = OFF"])
    }

    /// Sets what a file needs that came from elsewhere and is only read.
    func configureReading() throws(StorageError) {
        let code = unsafe csqlite_set_defensive(handle)
        guard code == SQLITE_OK else { throw failure(code, "turn on the defensive mode") }
        try set(["mmap_size = 0", "cell_size_check = ON", "trusted_schema = OFF"])
    }

    /// Sets what durability rests on, and reads it back.
    ///
    /// - Throws: `durabilityNotGiven` when SQLite answers otherwise than it was told.
    func makeDurable(walBytesMax: Int) throws(StorageError) {
        try set([
            // For a new file: an edit changes two pages, and of each few bytes. Smaller ones would
            // hold fewer edits whole.
            "page_size = 2048",
            "journal_mode = WAL",
            // NORMAL would not sync the log in COMMIT: the last commits could go with the power.
            "synchronous = FULL",
            "journal_size_limit = \(walBytesMax)",
        ])
        try checkDurability()
    }

    /// Reads the settings back: SQLite answers a pragma it did not follow with the old value, not
    /// with an error.
    func checkDurability() throws(StorageError) {
        let expected = [
            (setting: "locking_mode", value: "exclusive"),
            (setting: "journal_mode", value: "wal"),
            (setting: "synchronous", value: "2"),
        ]
        for (setting, value) in expected {
            let found = try self.value("PRAGMA \(setting)", "read \(setting)")
            guard found == value else {
                throw .durabilityNotGiven(setting: setting, found: found)
            }
        }
    }

    private func set(_ settings: [String]) throws(StorageError) {
        for setting in settings {
            try execute("PRAGMA \(setting)", "set \(setting)")
        }
    }
}

/// Checks that the journal's files are still the ones that were opened.
///
/// If somebody removes or replaces one, the server writes to a file without a name, and everything
/// in it is lost when the process ends.
struct FileWatch {
    private let path: String
    private let logPath: String
    private let commitLogPath: String
    private var database: System.FileIdentity?
    private let log: System.FileIdentity?
    private let commitLog: System.FileIdentity?
    /// Set once a file was cut short: the next write behind its end would make it look whole.
    private var loss: StorageError?

    init(_ path: String) {
        self.path = path
        logPath = path + "-wal"
        commitLogPath = path + CommitLog.suffix
        database = System.identity(of: path)
        log = System.identity(of: logPath)
        commitLog = System.identity(of: commitLogPath)
    }

    /// Checks that the files are those that were opened, and the logs at least this long.
    ///
    /// - Throws: `replaced`.
    /// - Complexity: three system calls.
    mutating func check(logBytes: Int, commitLogBytes: Int) throws(StorageError) {
        if let loss { throw loss }
        try check(path, database, bytes: database?.bytes ?? 0)
        try check(logPath, log, bytes: logBytes)
        try check(commitLogPath, commitLog, bytes: commitLogBytes)
    }

    /// The log was copied into the database, which may be longer now.
    mutating func noteCheckpoint() {
        if let now = System.identity(of: path), now.number == database?.number { database = now }
    }

    private mutating func check(
        _ path: String,
        _ known: System.FileIdentity?,
        bytes: Int
    ) throws(StorageError) {
        guard let known else { return }
        let now = System.identity(of: path)
        let isSame = now?.number == known.number && now?.device == known.device
        let what = now == nil ? "removed" : isSame ? "cut short" : "replaced"
        guard isSame, now?.bytes ?? 0 >= bytes else {
            let error = StorageError.replaced(path: path, what: what, isRescued: false)
            if isSame { loss = error }
            throw error
        }
    }
}
