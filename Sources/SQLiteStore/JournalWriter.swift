internal import Disk
internal import Store
internal import StoreTables

/// The work of the writer thread, or of the thread that replaces it: it has the connection, and
/// commits what has queued.
///
/// A failed write is never tried again and never answered: it ends the process, and the next start
/// reads the truth from the disk. After a failed fsync the kernel may mark the lost pages clean, so
/// that a second fsync succeeds without them (PostgreSQL's "fsyncgate"). That is also why the
/// connection is not closed on that path: closing would checkpoint and delete the log. The one
/// exception is a disk that is full: see JournalWriter+Full.swift.
final class JournalWriter: WriterWork {
    let queue: CommandQueue
    let options: JournalOptions
    let database: Database
    let tables: Tables
    let backups = BackupRequests()
    /// What is being worked at, and what waits for room on the disk.
    var commands: [JournalCommand] = []
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
    let transaction: JournalTransaction

    /// Locks the directory, opens the file, checks it and brings its schema up to date.
    init(
        directory: String,
        options: JournalOptions,
        queue: CommandQueue
    ) throws(StorageError) {
        self.queue = queue
        self.options = options
        database = try Database(directory: directory)
        let hasTables = try Schema.check(database)
        try database.makeDurable(walBytesMax: options.walBytesMax)
        if hasTables {
            let copy = try Self.update(database, in: directory)
            if let copy { options.onUpdate(copy) }
        } else {
            try Schema.create(in: database)
        }
        transaction = try JournalTransaction(of: database)
        try DirectoryLock.synchronize(directory: directory)
        pageBytes = try database.pageBytes
        tables = try Tables(Statements(database), queue.index, options)
        try transaction.replay(into: tables)
        do throws(StorageError) {
            let databaseCountsOnLogs = transaction.isOpen
            try transaction.startRun()
            try transaction.begin()
            try tables.clean()
            try transaction.commit()
            // The database has to say so when all files beside it are gone.
            if !databaseCountsOnLogs { try transaction.checkpoint(cuttingLog: true) }
        } catch {
            // What would go takes room that nobody has now: the next start sees to it.
            guard error.isFull else { throw error }
            try transaction.rollBack(tables)
        }
        frozenNames = try tables.statements.frozenNames()
        revoked = try tables.statements.revokedTokens()
        watch = FileWatch(database.path)
        self.directory = directory
        try tables.list()
    }

    /// Brings tables of an older version up to date; gives where the files of before are kept, or
    /// nil if nothing was to do.
    ///
    /// - Throws: what copying or updating throws; then there is no copy.
    private static func update(
        _ database: Database,
        in directory: String
    ) throws(StorageError) -> String? {
        guard let version = try Schema.olderVersion(database) else { return nil }
        let copy = try JournalPlace.copy(directory, into: "before-update-from-\(version)")
        do throws(StorageError) {
            // An older version writes none: it is of a newer one that was here before.
            try Witness.remove(of: database.path)
            try Schema.update(database)
        } catch {
            JournalPlace.discard(copy)
            throw error
        }
        return copy
    }

    /// Works until the queue is closed and empty, then copies the log into the database.
    func workToEnd() throws(StorageError) {
        while wait() {
            try work()
            if let stall, queue.isClosed {
                guard commands.isEmpty, stall.isFull else { throw stall }
                break
            }
            copySlice()
        }
        endBackup(.failure(.backupFailed(path: backup?.target ?? "", reason: "the journal ends")))
        do throws(StorageError) {
            try transaction.end()
            try checkpoint(cuttingLog: true)
        } catch {
            // The commit log has it all.
            guard error.isFull else { throw error }
        }
    }

    /// Does what was taken, in order; what has to wait for room on the disk stays.
    func work() throws(StorageError) {
        // Commands that are added meanwhile wait for the next turn.
        let end = commands.count
        var done = 0
        var isFull = false
        do throws(StorageError) {
            while done < end { done = try work(from: done) }
            // After the answers.
            if transaction.isLong(options.commitLogBytes) || backups.areWaiting {
                try transaction.commit()
                try checkpointIfLong()
            }
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
        beginBackups()
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
        case .change:
            // A document that is deleted may have more pages than there is memory for.
            try database.execute("PRAGMA cache_spill = ON", "let pages go")
            let count = try tables.change(commands[first...], transaction: transact)
            try database.execute("PRAGMA cache_spill = OFF", "keep pages")
            try checkpointIfLong()
            return first + count
        case .cut(let cut, let state, let completion):
            completion(try tables.take(cut, storing: state, transaction: transact))
            try checkpointIfLong()
        case .store(let document, let state, let completion):
            try storePart(of: state, of: document, completion)
        case .load, .read, .confirm, .probe: _ = try answerReader(commands[first])
        case .release: break
        }
        return first + 1
    }

    private func transact(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        try transaction.begin()
        try body()
        try transaction.commit()
    }

    private func commitSubmits(_ submits: ArraySlice<JournalCommand>) throws(StorageError) {
        try makeDurable(submits)
        for case .submit(_, let completion) in submits { completion() }
        // After the completions: nobody's answer waits for it.
        try checkpointIfLong()
    }

    /// Commits a batch for a thread that does this one's work meanwhile.
    ///
    /// False when it waits for room on the disk; then it gets its completion when it is durable.
    func commit(
        _ entries: [JournalEntry],
        _ completion: @escaping @Sendable () -> Void
    ) throws(StorageError) -> Bool {
        commands.append(.submit(entries, completion: completion))
        do throws(StorageError) {
            try makeDurable(commands[...])
        } catch {
            guard error.isFull || error.isReplaced else { throw error }
            try stall(error)
            return false
        }
        commands.removeAll(keepingCapacity: true)
        return true
    }

    /// True when there is something to do that does not queue.
    var hasMore: Bool { stall != nil || transaction.isLong(options.commitLogBytes) }

    private func makeDurable(_ submits: ArraySlice<JournalCommand>) throws(StorageError) {
        try watch.check(
            logBytes: database.logPages * (pageBytes + Self.frameHeaderBytes),
            commitLogBytes: transaction.commitLogBytes
        )
        let start = ContinuousClock.now
        var count = 0
        var bytes = 0
        for case .submit(let batch, _) in submits {
            for entry in batch {
                try transaction.write(entry, into: tables)
                count += 1
                bytes += entry.byteCount
            }
        }
        guard count > 0 else { return }
        let written = ContinuousClock.now
        try transaction.makeDurable(commits: backup != nil)
        let end = ContinuousClock.now
        tables.noteEdits(of: submits)
        queue.recordCommit(
            entries: count,
            bytes: bytes,
            duration: start.duration(to: end),
            sync: written.duration(to: end)
        )
    }

    /// Stores the next part of a large state, and lets others go before the one after.
    private func storePart(
        of state: StoredSnapshot,
        of document: Int64,
        _ completion: @escaping @Sendable () -> Void
    ) throws(StorageError) {
        let start = ContinuousClock.now
        try transaction.begin()
        let isWhole = try tables.entries.writePart(of: state, of: document)
        let written = ContinuousClock.now
        try transaction.commit()
        let end = ContinuousClock.now
        queue.recordCommit(
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
        guard database.isAutocommit, database.logPages >= options.checkpointPages else { return }
        try checkpoint(cuttingLog: database.logPages * pageBytes >= options.walBytesMax)
    }

    /// Answers a command that only reads, and makes nothing; false for any other.
    ///
    /// - Throws: what ends the process, after the answer.
    func answerReader(_ command: JournalCommand) throws(StorageError) -> Bool {
        var failure: StorageError?
        switch command {
        case .load(let name, let completion):
            let result = Result { () throws(StorageError) in try tables.documents.read(name) }
            if case .failure(let error) = result { failure = error }
            completion(result)
        case .read(let answer):
            let answer = answer(tables)
            failure = answer.error
            answer.tell()
        case .confirm(_, let completion), .probe(let completion): completion()
        case .submit, .store, .change, .cut, .release: return false
        }
        if case .corrupt? = failure { try leaveDamage() }
        try transaction.check()
        return true
    }

    /// Goes on after a read that found damage: SQLite takes no more writes in such a transaction.
    private func leaveDamage() throws(StorageError) {
        guard !database.isAutocommit else { return }
        try transaction.rollBack(tables)
        guard stall == nil else { return }
        do throws(StorageError) {
            // The next damage that is met need not begin from here.
            try transaction.commit()
        } catch {
            guard error.isFull else { throw error }
            try transaction.rollBack(tables)
        }
    }

    private func checkpoint(cuttingLog: Bool) throws(StorageError) {
        do throws(StorageError) {
            try transaction.checkpoint(cuttingLog: cuttingLog)
            watch.noteCheckpoint()
            queue.recordCheckpoint()
        } catch {
            // The log has it all; the next commit tries again.
            guard error.isFull else { throw error }
        }
    }
}
