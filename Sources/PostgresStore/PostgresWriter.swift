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
    let link: PostgresLink
    let tables: Tables
    let node: NodeLease.Shown
    /// The number of this server under which it has its documents.
    private(set) var number: Int64
    private var commands: [JournalCommand] = []
    /// What came while a commit could not be done.
    private var arrivals: [JournalCommand] = []
    private var stall: JournalStatistics.Stall?
    /// The document that the current transaction deletes: it may have done so.
    var leaving: Int64?
    let frozenNames: [String]
    let revoked: [StoredRevocation]

    /// Uses a connection that has checked the tables.
    init(
        _ link: PostgresLink,
        _ node: NodeLease.Shown,
        _ options: JournalOptions,
        _ queue: CommandQueue
    ) throws(StorageError) {
        self.queue = queue
        self.options = options
        self.link = link
        self.node = node
        number = node.node
        try link.awaitStandby()
        let tables = try Tables(Statements(link), queue.index, options)
        // Of what other servers have open nothing may go.
        if !link.terms.isShared {
            try link.transact([]) { () throws(StorageError) in try tables.clean() }
        }
        frozenNames = try tables.statements.frozenNames()
        revoked = try tables.statements.revokedTokens()
        try tables.list()
        try link.settle("read the store")
        self.tables = tables
    }

    func workToEnd() throws(StorageError) {
        while true {
            // The rest of a large state waits behind what others have queued meanwhile.
            if !takeQueue() {
                queue.wait()
                guard takeQueue() else { return }
            }
            try work()
        }
    }

    func takeQueue() -> Bool {
        _ = queue.take(into: &commands)
        return !commands.isEmpty
    }

    func work() throws(StorageError) {
        giveUpIfDead()
        // Clients have to know what is lost, also those that send nothing.
        let returns = node.takeReturn()
        if returns { link.disconnect() }
        if returns || node.lowered != nil { try persist { () throws(StorageError) in } }
        // Commands that are added meanwhile wait for the next turn.
        let end = commands.count
        var done = 0
        while done < end { done = try work(from: done) }
        commands.removeFirst(done)
        commands += arrivals
        arrivals = []
    }

    /// Gives all documents up if this server was declared dead: it has another number since.
    private func giveUpIfDead() {
        let current = node.node
        guard current != number else { return }
        number = current
        let claimed = Array(link.claims.keys)
        link.claims = [:]
        lose(claimed, missing: 0)
    }

    /// Does the next command, or all submits or changes in a row; gives the index after.
    private func work(from first: Int) throws(StorageError) -> Int {
        switch commands[first] {
        case .submit:
            let end = end(of: first) { if case .submit = $0 { true } else { false } }
            try commitSubmits(commands[first..<end])
            return end
        case .change(let change, let completion):
            guard let name = change.document else {
                let end = end(of: first) {
                    if case .change(let next, _) = $0 { next.document == nil } else { false }
                }
                return first
                    + (try tables.change(commands[first..<end]) { body throws(StorageError) in
                        try transact([]) { _ throws(StorageError) in try body() }
                    })
            }
            try carryOut(change, of: name, completion)
        case .cut(let cut, let state, let completion):
            completion(try take(cut, state))
        case .store(let document, let state, let completion):
            try storePart(of: state, of: document, completion)
        case .load(let name, let completion): try load(name, completion)
        case .confirm:
            let end = end(of: first) { if case .confirm = $0 { true } else { false } }
            try confirm(commands[first..<end])
            return end
        case .release(let name):
            try persist { () throws(StorageError) in try link.release(name) }
        case .read(let question):
            var answer: JournalAnswer?
            try persist { () throws(StorageError) in
                let found = question(tables)
                if let error = found.error, error.isOutage || error.isOvertaken { throw error }
                answer = found
                try link.settle("read")
            }
            answer?.tell()
        case .probe(let completion): completion()
        }
        return first + 1
    }

    /// The end of those commands in a row that are as the first is.
    private func end(of first: Int, _ isAlike: (JournalCommand) -> Bool) -> Int {
        commands[first...].firstIndex { !isAlike($0) } ?? commands.endIndex
    }

    private func commitSubmits(_ submits: ArraySlice<JournalCommand>) throws(StorageError) {
        let start = ContinuousClock.now
        var (count, bytes) = (0, 0)
        var documents: Set<Int64> = []
        for case .submit(let batch, _) in submits {
            count += batch.count
            for entry in batch {
                bytes += entry.byteCount
                documents.insert(entry.document)
            }
        }
        if count > 0 {
            var written = start
            try transact(Array(documents)) { present throws(StorageError) in
                for case .submit(let batch, _) in submits {
                    for entry in batch where present.contains(entry.document) {
                        try tables.entries.write(entry)
                    }
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
        // Of a document that is lost no part is stored.
        var isWhole = true
        try transact([document]) { _ throws(StorageError) in
            isWhole = try tables.entries.writePart(of: state, of: document)
        }
        if link.claims[document] == nil { isWhole = true }
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

    /// Runs a transaction until it is committed, once, for those documents that are this server's.
    ///
    /// `body` gets those. The others are lost, and whoever watches is told.
    func transact(
        _ documents: [Int64],
        _ body: (Set<Int64>) throws(StorageError) -> Void
    ) throws(StorageError) {
        var mine = documents.filter { link.claims[$0] != nil }
        lose(documents.filter { link.claims[$0] == nil }, missing: 0)
        var isUnsure = false
        try persist { () throws(StorageError) in
            while true {
                if isUnsure {
                    if let leaving, try link.isGone(leaving) { return }
                    try look(at: mine)
                    mine = mine.filter { link.claims[$0] != nil }
                    if !mine.isEmpty, try link.wasCommitted(mine) { return }
                }
                if mine.isEmpty, !documents.isEmpty { return }
                isUnsure = true
                let present = Set(mine)
                do throws(StorageError) {
                    return try link.transact(mine) { () throws(StorageError) in
                        try body(present)
                    }
                } catch {
                    tables.entries.forget()
                    guard error.isOvertaken else { throw error }
                }
            }
        }
    }

    func lose(_ documents: [Int64], missing: Int64) {
        guard !documents.isEmpty else { return }
        let cause = missing > 0 ? StorageError.commitsLost(Int(missing)) : .takenOver
        node.tell(.lost(documents, cause: cause))
    }

    /// Does something until PostgreSQL can be reached for all of it, and keeps what it commits.
    func persist(_ body: () throws(StorageError) -> Void) throws(StorageError) {
        while true {
            do throws(StorageError) {
                if let lowered = node.lowered { throw lowered }
                if link.connection == nil {
                    try link.connect()
                    try link.awaitStandby()
                    try look(at: Array(link.claims.keys))
                }
                try body()
                note(nil)
                return
            } catch {
                if error.isOvertaken {
                    // It may run again; with the connection goes the transaction that is open.
                    link.disconnect()
                    continue
                }
                guard error.isOutage else { throw error }
                // The next connection looks whether the standbys have what was committed meanwhile.
                link.disconnect()
                note(error)
                if queue.isClosed { throw error }
                waitALittle()
            }
        }
    }

    /// Looks which documents are lost: taken over, or without their last commits.
    func look(at documents: [Int64]) throws(StorageError) {
        var documents = documents
        if let leaving, try link.isGone(leaving) { documents.removeAll { $0 == leaving } }
        guard !documents.isEmpty else { return }
        let (lost, missing) = try link.drop(documents)
        lose(lost, missing: missing)
    }

    /// Reports why commits wait, once for each cause; nil for no more.
    private func note(_ cause: StorageError?) {
        let found = cause.map { JournalStatistics.Stall($0) }
        guard found != stall else { return }
        stall = found
        queue.recordStall(cause)
        options.onStall(cause)
    }

    /// Waits before another try, and answers who asks whether the thread gets on.
    private func waitALittle() {
        System.pause(milliseconds: 100)
        var new: [JournalCommand] = []
        guard queue.take(into: &new) else { return }
        for command in new {
            if case .probe(let completion) = command {
                completion()
            } else {
                arrivals.append(command)
            }
        }
    }
}
