/// Why the journal could not do its work: the facts, and in `description` the next step.
package enum StorageError: Error, Sendable, Equatable {
    /// Another process holds the data directory; nil when its id could not be read.
    case inUse(directory: String, processID: Int32?)
    /// A file, directory or thread that the journal needs could not be had.
    case cannotOpen(path: String, reason: String)
    /// The data directory or the journal file cannot be written.
    case notWritable(path: String)
    /// The disk failed, or is full, at a file that SQLite does not write.
    case diskFailed(path: String, reason: String, isFull: Bool)
    /// The file is no database, or it belongs to another program.
    case notADatabase(path: String)
    /// What is stored contradicts itself.
    case corrupt(what: String)
    /// A file of a data directory is missing, cut short, older than the others, or another's.
    case incomplete(path: String, what: String)
    /// The journal was written by a server whose tables had another layout.
    case schemaTooOld(path: String)
    /// A directory has a copy of the journal that a server made when it lost a file.
    case rescued(directory: String)
    /// A server of an older version was killed, and left edits that it alone can read.
    case needsUpdate(directory: String)
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
    /// The tables at this address have documents, and are not replaced.
    case hasDocuments(address: String)
    /// There is a file where a backup should go.
    case alreadyExists(path: String)
    /// A backup could not be made; the journal it is of goes on.
    case backupFailed(path: String, reason: String)
    /// A backup is being made already.
    case backupUnderWay
    /// A file of the journal is no longer the one that was opened.
    ///
    /// `isRescued` tells whether all that is committed was copied to another.
    case replaced(path: String, what: String, isRescued: Bool)
    /// PostgreSQL cannot be reached, or refused; `state` is its five characters for the cause, and
    /// empty when it said nothing.
    case postgres(state: String, message: String, operation: String)
    /// The version of PostgreSQL is older than the tables need.
    case serverTooOld(found: String, needed: String)
    /// PostgreSQL has a setting with which it acknowledges what it could lose.
    case postgresNotDurable(setting: String, found: String, needed: String)
    /// Another server has the store in PostgreSQL.
    case storeInUse(address: String)
    /// Another server of the store is reached at this server's address.
    case nodeInUse(String)
    /// Another server of the store has a document, at this address.
    case elsewhere(String)
    /// Other servers have taken documents over that this one had.
    case takenOver
    /// PostgreSQL has not kept the last commits of documents, this many in all.
    case commitsLost(Int)
    /// Any other failure of SQLite, with its code and words.
    case sqlite(Fault, code: Int32, message: String, operation: String)

    /// What an operator can do about a failure of SQLite.
    package enum Fault: Sendable {
        /// There is no room on the disk.
        case full
        /// The disk cannot be read or written.
        case broken
        /// Another program has the file.
        case locked
        case noMemory
        case other
    }

    /// Whether the disk had no room for a write, and nothing else went wrong.
    package var isFull: Bool {
        switch self {
        case .sqlite(.full, _, _, _), .diskFailed(_, _, isFull: true): true
        default: false
        }
    }

    /// True if a file of the journal was removed or replaced while the server ran.
    package var isReplaced: Bool {
        if case .replaced = self { true } else { false }
    }
}

extension StorageError: CustomStringConvertible {
    /// One sentence of cause and one of what to do next.
    package var description: String {
        switch self {
        case .inUse(let directory, let processID):
            let holder = processID.map { "process \($0)" } ?? "another process"
            return "the data directory \(directory) is in use by \(holder): "
                + "stop that server, or choose another directory"
        case .cannotOpen(let path, let reason):
            return "cannot open \(path): \(reason); "
                + "check that the path exists and this user may use it"
        case .notWritable(let path):
            return "cannot write \(path): "
                + "give this user write permission, or choose another directory"
        case .diskFailed(let path, let reason, let isFull):
            return
                "the disk failed at \(path): \(reason); \(isFull ? Self.whenFull : Self.whenBroken)"
        case .notADatabase(let path):
            return "\(path) is not a journal of this server: "
                + "move the file away, or choose another data directory"
        case .corrupt(let what):
            return "the journal is damaged: \(what); "
                + "stop writing to it and restore the newest backup"
        case .incomplete(let path, let what):
            let directory = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
            return "\(path) \(what): put the file back that belongs here, or restore a backup; "
                + "`emojiart-server backup FILE --incomplete --data \(directory)` saves what is "
                + "left"
        case .rescued(let directory):
            return "\(directory) lost a file under a running server, and has "
                + "\(Self.rescueName) with all that was acknowledged: remove journal.sqlite and "
                + "the files whose names begin so, give \(Self.rescueName) that name, and start "
                + "again"
        case .schemaTooOld(let path):
            return "\(path) was written by an older version, whose history this one cannot read: "
                + "start that version, export each document with `emojiart export`, then start "
                + "this one on an empty data directory and load them with `emojiart import`"
        case .needsUpdate(let directory):
            return "a server of an older version was killed in \(directory): start this version "
                + "on it once, which brings it up to date and keeps a copy"
        case .schemaTooNew(let found, let supported):
            return "the journal has schema version \(found), and this server supports up to "
                + "\(supported): run the newer server that wrote it"
        case .durabilityNotGiven(let setting, let found):
            return "SQLite reports \(setting) = \(found), so an acknowledged edit could be lost: "
                + "put the data directory on a local disk, and use an unmodified SQLite"
        case .libraryTooOld(let found, let needed):
            return "SQLite \(found) is too old: install version \(needed) or newer"
        case .noJournal(let directory):
            return "there is no journal in \(directory): give the server's data directory"
        case .hasDocuments(let address):
            return "the store \(address) has documents: give an empty database, or drop its tables"
        case .hasJournal(let directory):
            return "\(directory) already holds a journal: choose an empty directory, or give "
                + "--replace, which keeps the old journal under another name"
        case .alreadyExists(let path):
            return "\(path) already exists: choose another name"
        case .backupFailed(let path, let reason):
            return "cannot make the backup \(path): \(reason); "
                + "free some space or choose another place (the journal is unaffected)"
        case .backupUnderWay:
            return "another backup is in progress: wait until it is done"
        case .replaced(let path, let what, let isRescued):
            let next =
                isRescued
                ? "remove journal.sqlite and the files whose names begin so, give "
                    + "\(Self.rescueName) that name, and start again"
                : "restore the newest backup"
            return "\(path) was \(what) while the server used it: edits wait unanswered; stop the "
                + "server, \(next)"
        case .postgres(let state, let message, let operation):
            let code = state.isEmpty ? "" : " (\(state))"
            return "PostgreSQL failed to \(operation): \(message)\(code); "
                + Self.nextStep(state, message)
        case .serverTooOld(let found, let needed):
            return "PostgreSQL \(found) is too old: use version \(needed) or newer"
        case .postgresNotDurable(let setting, let found, let needed):
            let step =
                switch setting {
                case "server_encoding": "which cannot hold all texts: make a database with UTF8"
                case "fsync":
                    "so an acknowledged edit could be lost: set it to \(needed), and run `sync` on "
                        + "that machine"
                case "synchronous_standby_names":
                    "so an acknowledged edit could be lost: set it to \(needed) again, or restart "
                        + "this server, which then goes on without a standby"
                case "full_page_writes":
                    "so an acknowledged edit could be lost: set it to \(needed), and run CHECKPOINT"
                default: "so an acknowledged edit could be lost: set it to \(needed)"
                }
            return "PostgreSQL has \(setting) = \(found), \(step)"
        case .storeInUse(let address):
            return "another server uses the store \(address): stop it, or give this one a store "
                + "of its own"
        case .nodeInUse(let address):
            return "another server of the store is at \(address): give each server an address of "
                + "its own, see `node`"
        case .elsewhere(let address):
            return "another server has the document: ask \(address)"
        case .takenOver:
            return "another server has taken documents over: was this one cut off from PostgreSQL, "
                + "or stopped, for seconds?"
        case .commitsLost(let count):
            return "PostgreSQL lacks the last \(count) commits that it had acknowledged: was a "
                + "standby promoted that had not got them? Clients that saw them get an alarm; "
                + "have PostgreSQL wait for a standby"
        case .sqlite(let fault, let code, let message, let operation):
            let next = Self.nextStep(fault)
            return "SQLite failed to \(operation): \(message) (code \(code)); \(next)"
        }
    }

    /// What the journal is copied to when its file was replaced, with all that was acknowledged.
    package static let rescueName = "journal-rescued.sqlite"

    private static let whenFull =
        "free some disk space, and start again if it has ended (acknowledged edits are kept)"
    private static let whenBroken =
        "check the disk and the kernel log, then start again (acknowledged edits are kept)"

    /// What to do by PostgreSQL's code for the cause, or by its words before it gives one.
    private static func nextStep(_ state: String, _ message: String) -> String {
        func says(_ words: String...) -> Bool { words.contains(where: message.contains) }
        if state == "42501" {
            return "grant the role USAGE and CREATE on the schema, and all on the tables in it"
        }
        if says("password", "no pg_hba.conf entry", "authentication") {
            return "check the user and the password, and pg_hba.conf of that server"
        }
        if says("certificate", "SSL error", "support SSL") {
            return "check sslmode, sslrootcert and sslcert in the address"
        }
        if says("invalid URI query parameter") { return "correct the address" }
        if says("does not exist") {
            return "make the database or the role, or correct the address"
        }
        if state.prefix(2) == "53" { return "give PostgreSQL more room, memory or connections" }
        if state.isEmpty || state.prefix(2) == "57" || state == "25006" {
            return "check that PostgreSQL runs there and takes writes"
        }
        return "start again; if it happens again, report it with this line"
    }

    private static func nextStep(_ fault: Fault) -> String {
        switch fault {
        case .full: whenFull
        case .broken: whenBroken
        case .locked: "close the other program that has the journal open"
        case .noMemory: "give the process more memory and start again"
        case .other: "start again; if it happens again, report it with this line"
        }
    }
}
