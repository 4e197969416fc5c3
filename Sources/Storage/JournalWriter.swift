import Glibc

/// The work of the writer thread: it owns the connection, and commits what has queued.
///
///     take all ─> submits in a row: BEGIN, inserts, COMMIT (one fsync), completions, checkpoint
///              ─> load or list: reads between two commits, completion
///
/// A failed write is never tried again and never answered: it ends the process, and the next start
/// reads the truth from the disk. After a failed fsync the kernel may mark the lost pages clean, so
/// that a second fsync succeeds without them (PostgreSQL's "fsyncgate"). That is also why the
/// connection is not closed on that path: closing would checkpoint and delete the log.
final class JournalWriter {
    private let mailbox: Mailbox
    private let options: JournalOptions
    private let database: Database
    private let pageBytes: Int
    private var entries: EntryWriter
    private let documents: DocumentReader
    private let begin: Statement
    private let commit: Statement

    /// Locks the directory, opens the file, checks it and brings its schema up to date.
    init(
        directory: String,
        options: JournalOptions,
        mailbox: Mailbox
    ) throws(StorageError) {
        self.mailbox = mailbox
        self.options = options
        database = try Database(directory: directory)
        let found = try Schema.check(database)
        try database.makeDurable(walBytesMax: options.walBytesMax)
        try Schema.migrate(database, from: found)
        try DirectoryLock.synchronize(directory: directory)
        pageBytes = Int(try database.value("PRAGMA page_size", "read page_size")) ?? 4096
        entries = try EntryWriter(database, options)
        documents = try DocumentReader(database, options)
        begin = try Statement(database, "BEGIN IMMEDIATE", "begin a commit")
        commit = try Statement(database, "COMMIT", "commit")
    }

    /// Works until the mailbox is closed and empty, then copies the log into the database.
    func run() {
        var commands: [JournalCommand] = []
        while mailbox.take(into: &commands) {
            var next = commands.startIndex
            while next < commands.endIndex {
                next = work(commands, from: next)
            }
        }
        checkpoint(cuttingLog: true)
    }

    /// Does the next load or list, or all submits up to it.
    ///
    /// Gives the index after.
    private func work(_ commands: [JournalCommand], from first: Int) -> Int {
        switch commands[first] {
        case .load(let name, let epoch, let completion):
            completion(load(name, epoch))
            return first + 1
        case .list(let completion):
            completion(list())
            return first + 1
        case .submit:
            let end = commands[first...].firstIndex { !$0.isSubmit } ?? commands.endIndex
            commitSubmits(commands[first..<end])
            return end
        }
    }

    private func commitSubmits(_ submits: ArraySlice<JournalCommand>) {
        let start = ContinuousClock.now
        var count = 0
        var bytes = 0
        orFatal { () throws(StorageError) in
            for case .submit(let batch, _) in submits {
                for entry in batch {
                    if count == 0 { try begin.run() }
                    try entries.write(entry)
                    count += 1
                    bytes += entry.byteCount
                }
            }
            if count > 0 { try commit.run() }
        }
        if count > 0 {
            mailbox.recordCommit(entries: count, bytes: bytes, duration: start.duration(to: .now))
        }
        for case .submit(_, let completion) in submits { completion() }
        // After the completions: nobody's answer waits for it.
        if database.logPages >= options.checkpointPages {
            checkpoint(cuttingLog: database.logPages * pageBytes >= options.walBytesMax)
        }
    }

    private func load(
        _ name: String,
        _ epoch: UInt64?
    ) -> Result<StoredDocument?, StorageError> {
        Result { () throws(StorageError) in
            if let (document, epoch) = try documents.find(name) {
                return try documents.read(name, document, epoch)
            }
            guard let epoch else { return nil }
            return try documents.read(name, create(name, epoch), epoch)
        }
    }

    private func create(_ name: String, _ epoch: UInt64) -> Int64 {
        var document: Int64 = 0
        orFatal { () throws(StorageError) in
            try begin.run()
            document = try documents.create(name, epoch: epoch, time: Self.now())
            try commit.run()
        }
        return document
    }

    private func list() -> Result<[DocumentSummary], StorageError> {
        Result { () throws(StorageError) in try documents.list() }
    }

    private func checkpoint(cuttingLog: Bool) {
        orFatal { () throws(StorageError) in try database.checkpoint(cuttingLog: cuttingLog) }
        mailbox.recordCheckpoint()
    }

    private func orFatal(_ write: () throws(StorageError) -> Void) {
        do throws(StorageError) {
            try write()
        } catch {
            options.onFatal(error)
        }
    }

    /// Milliseconds since 1970.
    private static func now() -> Int64 {
        var time = timespec()
        let result = unsafe clock_gettime(CLOCK_REALTIME, &time)
        precondition(result == 0, "The system has a clock.")
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
