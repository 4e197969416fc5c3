internal import Disk
internal import Store

/// Checks that the journal's files are still the ones that were opened.
///
/// If somebody removes or replaces one, the server writes to a file without a name, and everything
/// in it is lost when the process ends.
struct FileWatch {
    private let path: String
    private var database: System.FileIdentity?
    private let log: System.FileIdentity?

    /// Notes the files of a database that is open, with its write-ahead log.
    init(_ path: String) {
        self.path = path
        database = System.identity(of: path)
        log = System.identity(of: path + "-wal")
    }

    /// Compares the files with those of the beginning.
    ///
    /// - Parameter logBytes: what the log holds at least.
    /// - Throws: `replaced`.
    /// - Complexity: two system calls.
    func check(logBytes: Int) throws(StorageError) {
        try check(path, database, bytes: database?.bytes ?? 0)
        try check(path + "-wal", log, bytes: logBytes)
    }

    /// The log was copied into the database, which may be longer now.
    mutating func noteCheckpoint() {
        if let now = System.identity(of: path), now.number == database?.number { database = now }
    }

    private func check(
        _ path: String,
        _ known: System.FileIdentity?,
        bytes: Int
    ) throws(StorageError) {
        guard let known else { return }
        guard let now = System.identity(of: path) else {
            throw .replaced(path: path, what: "removed", isRescued: false)
        }
        guard now.number == known.number, now.device == known.device else {
            throw .replaced(path: path, what: "replaced", isRescued: false)
        }
        guard now.bytes >= bytes else {
            throw .replaced(path: path, what: "cut short", isRescued: false)
        }
    }
}
