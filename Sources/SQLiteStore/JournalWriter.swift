internal import Disk
internal import Store

/// The work of the writer thread: it owns the connection, and commits what has queued.
///
/// A failed write is never tried again and never answered: it ends the process, and the next start
/// reads the truth from the disk. After a failed fsync the kernel may mark the lost pages clean, so
/// that a second fsync succeeds without them (PostgreSQL's "fsyncgate"). That is also why the
/// connection is not closed on that path: closing would checkpoint and delete the log. The one
/// exception is a disk that is full: see JournalWriter+Full.swift.
final class JournalWriter: WriterWork {
    let mailbox: CommandQueue
    let options: JournalOptions
    let database: Database
    var entries: EntryWriter
    /// What is being worked at, and what waits for room on the disk.
    var commands: [JournalCommand] = []
    /// What the list of documents learns of a commit.
    private var changes: [DocumentIndex.Change] = []
    /// Why commits wait; nil while there is room.
    var stall: StorageError?
    var backup: BackupUnderWay?
    let frozenNames: [String]
    let revoked: [StoredRevocation]
    private let pageBytes: Int
    /// SQLite's file format, section 4.1: before each page in the write-ahead log.
    private static let frameHeaderBytes = 24
    private var watch: FileWatch
    let directory: String
    let statements: Statements
    private let documents: DocumentReader
    let images: ImageTable
    var names: NameTable
    let past: PastReader
    let cutter: LogCutter
    private let begin: Statement
    private let commit: Statement

    /// Locks the directory, opens the file, checks it and brings its schema up to date.
    init(
        directory: String,
        options: JournalOptions,
        mailbox: CommandQueue
    ) throws(StorageError) {
        self.mailbox = mailbox
        self.options = options
        database = try Database(directory: directory)
        let hasTables = try Schema.check(database)
        try database.makeDurable(walBytesMax: options.walBytesMax)
        if !hasTables { try Schema.create(in: database) }
        try DirectoryLock.synchronize(directory: directory)
        pageBytes = Int(try database.value("PRAGMA page_size", "read page_size")) ?? 4096
        statements = Statements(database)
        let snapshots = SnapshotTable(statements: statements)
        names = try NameTable(statements, mailbox.index)
        begin = try Statement(database, "BEGIN IMMEDIATE", "begin a commit")
        commit = try Statement(database, "COMMIT", "commit")
        do throws(StorageError) {
            try begin.run()
            try names.discardAll()
            try snapshots.dropRemains()
            try commit.run()
        } catch {
            // What would go takes room that nobody has now: the next start sees to it.
            guard error.isFull else { throw error }
            if !database.isAutocommit { try database.execute("ROLLBACK", "roll back a start") }
        }
        _ = names.takeListed()
        frozenNames = try names.frozen()
        revoked = try names.revoked()
        images = ImageTable(statements: statements, bytesMax: options.imagesBytesMax)
        past = PastReader(statements: statements, snapshots: snapshots)
        cutter = LogCutter(past: past, options: options)
        entries = try EntryWriter(statements, images, snapshots, options)
        documents = DocumentReader(statements: statements, snapshots: snapshots, options: options)
        watch = FileWatch(database.path)
        self.directory = directory
        mailbox.index.apply(try documents.summaries())
    }

    /// Works until the mailbox is closed and empty, then copies the log into the database.
    func workToEnd() throws(StorageError) {
        while wait() {
            try work()
            if let stall, mailbox.isClosed { throw stall }
            copySlice()
        }
        endBackup(.failure(.backupFailed(path: backup?.target ?? "", reason: "the journal ends")))
        try checkpoint(cuttingLog: true)
    }

    /// Does what was taken, in order; what has to wait for room on the disk stays.
    func work() throws(StorageError) {
        // Commands that are added meanwhile wait for the next turn.
        let end = commands.count
        var done = 0
        var isFull = false
        do throws(StorageError) {
            while done < end { done = try work(from: done) }
        } catch {
            guard error.isFull || error.isReplaced else { throw error }
            try stall(error)
            isFull = true
        }
        if done == commands.count {
            commands.removeAll(keepingCapacity: true)
        } else {
            commands.removeFirst(done)
        }
        if isFull { try answerReaders() } else { recover() }
    }

    /// Does the next command, or all submits or changes in a row.
    ///
    /// Gives the index after.
    private func work(from first: Int) throws(StorageError) -> Int {
        switch commands[first] {
        case .submit:
            let end = commands[first...].firstIndex {
                if case .submit = $0 { false } else { true }
            }
            try commitSubmits(commands[first..<(end ?? commands.endIndex)])
            return end ?? commands.endIndex
        case .change: return try commitChanges(from: first)
        case .backup(let target, let completion): beginBackup(target, completion)
        case .cut(let cut, let state, let completion):
            try begin.run()
            let (isMore, freed) = try cutter.take(cut, storing: state)
            try commit.run()
            mailbox.index.apply([.grew(document: cut.document, bytes: -freed)])
            completion(isMore)
            try checkpointIfLong()
        case .store(let document, let state, let completion):
            try storePart(of: state, of: document, completion)
        case .load, .read: _ = answerReader(commands[first])
        }
        return first + 1
    }

    private func commitSubmits(_ submits: ArraySlice<JournalCommand>) throws(StorageError) {
        try watch.check(logBytes: database.logPages * (pageBytes + Self.frameHeaderBytes))
        let start = ContinuousClock.now
        var count = 0
        var bytes = 0
        for case .submit(let batch, _) in submits {
            for entry in batch {
                if count == 0 { try begin.run() }
                try entries.write(entry)
                count += 1
                bytes += entry.byteCount
            }
        }
        if count > 0 {
            let written = ContinuousClock.now
            try commit.run()
            let end = ContinuousClock.now
            noteEdits(of: submits)
            mailbox.recordCommit(
                entries: count,
                bytes: bytes,
                duration: start.duration(to: end),
                sync: written.duration(to: end)
            )
        }
        for case .submit(_, let completion) in submits { completion() }
        // After the completions: nobody's answer waits for it.
        try checkpointIfLong()
    }

    private func noteEdits(of submits: ArraySlice<JournalCommand>) {
        for case .submit(let batch, _) in submits {
            for case .edit(let document, let edit) in batch {
                let change = DocumentIndex.Change.reached(
                    document: document,
                    revision: edit.revision,
                    time: edit.time
                )
                // Of edits in a row of one document the last is enough.
                if case .reached(document, _, _) = changes.last { changes.removeLast() }
                changes.append(change)
            }
        }
        for (document, bytes) in entries.space.takeGrown() {
            changes.append(.grew(document: document, bytes: bytes))
        }
        guard !changes.isEmpty else { return }
        mailbox.index.apply(changes)
        changes.removeAll(keepingCapacity: true)
    }

    /// Stores the next part of a large state, and lets others go before the one after.
    private func storePart(
        of state: StoredSnapshot,
        of document: Int64,
        _ completion: @escaping @Sendable () -> Void
    ) throws(StorageError) {
        let start = ContinuousClock.now
        try begin.run()
        let isWhole = try entries.writePart(of: state, of: document)
        let written = ContinuousClock.now
        try commit.run()
        let end = ContinuousClock.now
        mailbox.recordCommit(
            entries: isWhole ? 1 : 0,
            bytes: isWhole ? state.body.count : 0,
            duration: start.duration(to: end),
            sync: written.duration(to: end)
        )
        if isWhole {
            completion()
        } else {
            commands.append(.store(document: document, state, completion: completion))
        }
        try checkpointIfLong()
    }

    private func checkpointIfLong() throws(StorageError) {
        guard database.logPages >= options.checkpointPages else { return }
        try checkpoint(cuttingLog: database.logPages * pageBytes >= options.walBytesMax)
    }

    /// Answers a command that only reads, and makes nothing; false for any other.
    func answerReader(_ command: JournalCommand) -> Bool {
        switch command {
        case .load(let name, let completion):
            completion(Result { () throws(StorageError) in try documents.read(name) })
        case .read(let answer): answer(self)
        case .submit, .store, .change, .cut, .backup: return false
        }
        return true
    }

    private func checkpoint(cuttingLog: Bool) throws(StorageError) {
        do throws(StorageError) {
            try database.checkpoint(cuttingLog: cuttingLog)
            watch.noteCheckpoint()
            mailbox.recordCheckpoint()
        } catch {
            // The log has it all; the next commit tries again.
            guard error.isFull else { throw error }
        }
    }

    /// The most changes of one transaction: others wait for it.
    private static let changesMax = 1_024

    /// Carries out the changes from one of the commands on, and answers each when all are durable.
    ///
    /// Gives the index after the last one.
    private func commitChanges(from first: Int) throws(StorageError) -> Int {
        let before = names
        var done: [(DirectoryOutcome, completion: @Sendable (DirectoryOutcome) -> Void)] = []
        var deleted: [Int64] = []
        do throws(StorageError) {
            try begin.run()
            for command in commands[first...].prefix(Self.changesMax) {
                guard case .change(let change, let completion) = command else { break }
                let result = try names.apply(change)
                done.append((result.outcome, completion))
                if let document = result.deleted { deleted.append(document) }
            }
            try commit.run()
            mailbox.index.apply(names.takeListed())
        } catch {
            // What is counted in memory is of the transaction.
            names = before
            throw error
        }
        for document in deleted { entries.forget(document) }
        for (outcome, completion) in done { completion(outcome) }
        return first + done.count
    }
}
