import CSQLite

/// Why the journal could not do its work: the facts, and in `description` the next step.
package enum StorageError: Error, Sendable, Equatable {
    /// Another process holds the data directory; nil when its id could not be read.
    case inUse(directory: String, processID: Int32?)
    /// A file, directory or thread that the journal needs could not be had.
    case cannotOpen(path: String, reason: String)
    /// The data directory or the journal file cannot be written.
    case notWritable(path: String)
    /// The disk failed, or is full, while the journal was being opened.
    case diskFailed(path: String, reason: String, isFull: Bool)
    /// The file is no database, or it belongs to another program.
    case notADatabase(path: String)
    /// What is stored contradicts itself.
    case corrupt(what: String)
    /// The journal was written by a newer server.
    case schemaTooNew(found: Int, supported: Int)
    /// SQLite did not take a setting that durability rests on.
    case durabilityNotGiven(setting: String, found: String)
    /// The SQLite library found at run time lacks what the schema needs.
    case libraryTooOld(found: String, needed: String)
    /// A directory that should hold a journal holds none.
    case noJournal(directory: String)
    /// A directory that should hold no journal holds one.
    case hasJournal(directory: String)
    /// There is a file where a backup should go.
    case alreadyExists(path: String)
    /// A backup could not be made; the journal it is of goes on.
    case backupFailed(path: String, reason: String)
    /// A backup is being made already.
    case backupUnderWay
    /// Any other failure of SQLite, with its codes and words.
    case sqlite(code: Int32, extended: Int32, message: String, operation: String)
}

extension StorageError {
    /// Whether the disk had no room for a write, and nothing else went wrong.
    var isFull: Bool {
        if case .sqlite(SQLITE_FULL, _, _, _) = self { true } else { false }
    }
}

extension StorageError: CustomStringConvertible {
    /// One sentence of cause and one of what to do next.
    package var description: String {
        switch self {
        case .inUse(let directory, let processID):
            let holder = processID.map { "process \($0)" } ?? "another process"
            return "The data directory \(directory) is in use by \(holder). "
                + "Stop that server, or choose another directory."
        case .cannotOpen(let path, let reason):
            return "Cannot open \(path): \(reason). "
                + "Check that the path exists and may be used by this user."
        case .notWritable(let path):
            return "\(path) cannot be written. "
                + "Give this user write permission, or choose another data directory."
        case .diskFailed(let path, let reason, let isFull):
            return
                "The disk failed at \(path): \(reason). \(isFull ? Self.whenFull : Self.whenBroken)"
        case .notADatabase(let path):
            return "\(path) is not a journal of this server. "
                + "Move the file away, or choose another data directory."
        case .corrupt(let what):
            return "The journal is damaged: \(what). "
                + "Stop writing to it and restore the newest backup."
        case .schemaTooNew(let found, let supported):
            return "The journal has schema version \(found), this server knows up to "
                + "\(supported). Run the newer server that wrote it."
        case .durabilityNotGiven(let setting, let found):
            return "SQLite answers \(setting) = \(found), so an acknowledged edit could be lost. "
                + "Put the data directory on a local disk, and use an unmodified SQLite."
        case .libraryTooOld(let found, let needed):
            return "SQLite \(found) is too old. Install version \(needed) or newer."
        case .noJournal(let directory):
            return "There is no journal in \(directory). Name the server's data directory."
        case .hasJournal(let directory):
            return "\(directory) holds a journal. Choose an empty directory, or say --replace: "
                + "what is there is then kept under another name."
        case .alreadyExists(let path):
            return "\(path) is there already. Choose another name."
        case .backupFailed(let path, let reason):
            return "The backup \(path) was not made: \(reason). "
                + "Make room or choose another place; the journal itself is not touched."
        case .backupUnderWay:
            return "Another backup is being made. Wait until it is done."
        case .sqlite(_, let extended, let message, let operation):
            return "SQLite failed to \(operation): \(message) (code \(extended)). \(nextStep)"
        }
    }

    private static let whenFull =
        "Free space on the disk and start again: all that was acknowledged is kept."
    private static let whenBroken =
        "Check the disk and the kernel log, then start again: "
        + "all that was acknowledged is kept."

    private var nextStep: String {
        guard case .sqlite(let code, _, _, _) = self else { return "" }
        switch code {
        case SQLITE_FULL:
            return Self.whenFull
        case SQLITE_IOERR:
            return Self.whenBroken
        case SQLITE_BUSY, SQLITE_LOCKED:
            return "Close the other program that has the journal open."
        case SQLITE_NOMEM:
            return "Give the process more memory and start again."
        default:
            return "Start again; if it returns, report it with this line."
        }
    }
}
