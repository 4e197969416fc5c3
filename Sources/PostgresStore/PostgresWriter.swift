internal import Disk
internal import Store
internal import StoreTables

/// The work of the store's thread: it owns the connection, and commits what has queued.
///
/// While PostgreSQL cannot be reached, what is being done is tried again until it is done: edits
/// wait unanswered, and nothing is lost. A commit whose answer was lost is looked for first. What
/// PostgreSQL refuses ends the process, which reads the truth when it starts again.
final class PostgresWriter: WriterWork {
    private let queue: CommandQueue
    private let options: JournalOptions
    private let link: PostgresLink
    private let tables: Tables
    private var commands: [JournalCommand] = []
    /// What came while a commit could not be done.
    private var arrivals: [JournalCommand] = []
    private var isStalled = false
    let frozenNames: [String]
    let revoked: [StoredRevocation]

    /// Connects, makes the tables if there are none, and becomes the one that writes.
    init(
        _ address: PostgresAddress,
        acceptsLoss: Bool,
        _ options: JournalOptions,
        _ queue: CommandQueue
    ) throws(StorageError) {
        self.queue = queue
        self.options = options
        link = PostgresLink(address, acceptsLoss: acceptsLoss)
        try link.connect()
        try PostgresSchema.prepare(link)
        try link.takeOver()
        let tables = try Tables(Statements(link), queue.index, options)
        try link.transact { () throws(StorageError) in try tables.clean() }
        frozenNames = try tables.names.frozen()
        revoked = try tables.names.revoked()
        try tables.list()
        try link.settle("read the store")
        self.tables = tables
    }

    func workToEnd() throws(StorageError) {
        // The rest of a large state waits behind what others have queued meanwhile.
        while takeQueue() || queue.take(into: &commands, waits: true) { try work() }
    }

    func takeQueue() -> Bool {
        _ = queue.take(into: &commands, waits: false)
        return !commands.isEmpty
    }

    var retryMilliseconds: UInt32? { nil }

    func work() throws(StorageError) {
        // Commands that are added meanwhile wait for the next turn.
        let end = commands.count
        var done = 0
        while done < end { done = try work(from: done) }
        commands.removeFirst(done)
        commands += arrivals
        arrivals = []
    }

    /// Does the next command, or all submits or changes in a row; gives the index after.
    private func work(from first: Int) throws(StorageError) -> Int {
        switch commands[first] {
        case .submit:
            let end = commands[first...].firstIndex {
                if case .submit = $0 { false } else { true }
            }
            try commitSubmits(commands[first..<(end ?? commands.endIndex)])
            return end ?? commands.endIndex
        case .change: return first + (try tables.change(commands[first...], transaction: transact))
        case .cut(let cut, let state, let completion):
            completion(try tables.take(cut, storing: state, transaction: transact))
        case .store(let document, let state, let completion):
            try storePart(of: state, of: document, completion)
        case .load(let name, let completion):
            try persist { () throws(StorageError) in
                let stored = try outcome { () throws(StorageError) in
                    try tables.documents.read(name)
                }
                try link.settle("read a document")
                completion(stored)
            }
        case .read(let answer):
            // The connection is there before, for an answer is given once.
            try persist { () throws(StorageError) in try link.settle("read") }
            answer(tables)
            try persist { () throws(StorageError) in try link.settle("read") }
        case .probe(let completion): completion()
        }
        return first + 1
    }

    /// What came of reading; an outage is thrown, for it to be tried again.
    private func outcome<Value>(
        _ body: () throws(StorageError) -> Value
    ) throws(StorageError) -> Result<Value, StorageError> {
        do throws(StorageError) { return .success(try body()) } catch {
            if error.isOutage { throw error }
            return .failure(error)
        }
    }

    private func commitSubmits(_ submits: ArraySlice<JournalCommand>) throws(StorageError) {
        let start = ContinuousClock.now
        var (count, bytes) = (0, 0)
        for case .submit(let batch, _) in submits {
            count += batch.count
            bytes += batch.reduce(0) { $0 + $1.byteCount }
        }
        if count > 0 {
            var written = start
            try transact { () throws(StorageError) in
                for case .submit(let batch, _) in submits {
                    for entry in batch { try tables.entries.write(entry) }
                }
                written = .now
            }
            let end = ContinuousClock.now
            tables.noteEdits(of: submits)
            queue.recordCommit(
                entries: count,
                bytes: bytes,
                duration: start.duration(to: end),
                sync: written.duration(to: end)
            )
        }
        for case .submit(_, let completion) in submits { completion() }
    }

    /// Stores the next part of a large state, and lets others go before the one after.
    private func storePart(
        of state: StoredSnapshot,
        of document: Int64,
        _ completion: @escaping @Sendable () -> Void
    ) throws(StorageError) {
        let start = ContinuousClock.now
        var isWhole = false
        try transact { () throws(StorageError) in
            isWhole = try tables.entries.writePart(of: state, of: document)
        }
        let duration = start.duration(to: .now)
        queue.recordCommit(
            entries: isWhole ? 1 : 0,
            bytes: isWhole ? state.body.count : 0,
            duration: duration,
            sync: duration
        )
        if isWhole {
            completion()
        } else {
            commands.append(.store(document: document, state, completion: completion))
        }
    }

    /// Runs a transaction until it is committed, once.
    private func transact(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        var isUnsure = false
        try persist { () throws(StorageError) in
            while true {
                if isUnsure, try link.wasCommitted() { return }
                isUnsure = true
                do throws(StorageError) {
                    return try link.transact(body)
                } catch {
                    tables.entries.forget()
                    guard error.isOvertaken else { throw error }
                }
            }
        }
    }

    /// Does something until PostgreSQL can be reached for all of it.
    private func persist(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        while true {
            do throws(StorageError) {
                if link.connection == nil { try link.connect() }
                try body()
                if isStalled { note(nil) }
                return
            } catch {
                guard error.isOutage else { throw error }
                if !isStalled { note(error) }
                if queue.isClosed { throw error }
                waitALittle()
            }
        }
    }

    private func note(_ cause: StorageError?) {
        isStalled = cause != nil
        queue.recordStall(cause)
        options.onStall(cause)
    }

    /// Waits before another try, and answers who asks whether the thread gets on.
    private func waitALittle() {
        System.pause(milliseconds: 100)
        let known = arrivals.count
        guard queue.take(into: &arrivals, waits: false) else { return }
        let new = arrivals[known...]
        arrivals.removeSubrange(known...)
        for command in new {
            if case .probe(let completion) = command {
                completion()
            } else {
                arrivals.append(command)
            }
        }
    }
}
