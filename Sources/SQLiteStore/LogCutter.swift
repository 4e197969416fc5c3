internal import Store

/// Cuts the old end of logs off, a batch at a time.
///
/// What is needed to serve the document stays, whatever the rule says: the last edits, from which
/// members resume, and of each client the answers to its last edits, which move to a table of their
/// own. What can be undone is in the snapshots. Before the first edit goes, the state at the cut is
/// stored, so that every revision that is kept can be rebuilt.
struct LogCutter {
    /// Edits that go in one transaction: a commit waits no longer than for these.
    static let batchEdits: Int64 = 256

    private let past: PastReader
    private let tailEdits: Int64
    private let answerSeqs: Int64
    private let findDocument: Statement
    private let findNumber: Statement
    private let deleteSnapshots: Statement
    private let snapshots: SnapshotTable
    private let selectBatch: Statement
    private let selectLastSeq: Statement
    private let insertAnswer: Statement
    private let deleteAnswers: Statement
    private let deleteEdits: Statement
    private let shrink: Statement

    init(
        _ database: Database,
        _ past: PastReader,
        _ snapshots: SnapshotTable,
        _ options: JournalOptions
    ) throws(StorageError) {
        self.past = past
        self.snapshots = snapshots
        tailEdits = Int64(max(options.tailEdits, 1))
        answerSeqs = Int64(options.answerSeqs)
        let operation = "trim a log"
        func statement(_ sql: String) throws(StorageError) -> Statement {
            try Statement(database, sql, operation)
        }
        findDocument = try statement("SELECT id FROM documents WHERE name = ?")
        findNumber = try statement("SELECT 1 FROM documents WHERE id = ?")
        deleteSnapshots = try statement(
            "DELETE FROM snapshots WHERE document = ? AND revision < ?"
        )
        selectBatch = try statement(
            """
            SELECT revision, client, seq, length(body) FROM edits
            WHERE document = ? AND revision <= ? ORDER BY revision LIMIT ?
            """
        )
        selectLastSeq = try statement(
            """
            SELECT max(
                coalesce((SELECT max(seq) FROM edits INDEXED BY edits_by_client
                    WHERE document = ?1 AND client = ?2), 0),
                coalesce((SELECT max(seq) FROM refusals WHERE document = ?1 AND client = ?2), 0),
                coalesce((SELECT max(seq) FROM answers WHERE document = ?1 AND client = ?2), 0))
            """
        )
        insertAnswer = try statement(
            "INSERT INTO answers (document, client, seq, revision) VALUES (?, ?, ?, ?)"
        )
        deleteAnswers = try statement(
            "DELETE FROM answers WHERE document = ? AND client = ? AND seq <= ?"
        )
        deleteEdits = try statement("DELETE FROM edits WHERE document = ? AND revision <= ?")
        shrink = try statement("UPDATE documents SET bytes = bytes - ?2 WHERE id = ?1")
    }

    /// Where a document's log is to be cut off by a rule; nil when all of it stays.
    func cut(_ name: String, _ rule: HistoryRetention) throws(StorageError) -> StoredCut? {
        defer { findDocument.reset() }
        try findDocument.bind(name, at: 1)
        guard try findDocument.step() else { return nil }
        let document = findDocument.integer(at: 0)
        let bounds = try past.bounds(of: document)
        var revision: Int64 = 0
        if let editsMax = rule.editsMax { revision = bounds.last - editsMax }
        if let time = rule.olderThan {
            revision = max(revision, try past.revision(of: document, at: time, bounds) ?? 0)
        }
        revision = min(revision, bounds.last - tailEdits)
        guard revision >= max(bounds.oldest, bounds.first + 1) else { return nil }
        return StoredCut(document: document, revision: revision)
    }

    /// Takes the oldest edits up to a cut away, inside the caller's transaction.
    ///
    /// - Parameters:
    ///   - cut: where to.
    ///   - state: the state there, to begin with.
    /// - Returns: whether there are more, and the bytes that these no longer take.
    /// - Throws: what SQLite gives.
    func take(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?
    ) throws(StorageError) -> (isMore: Bool, freed: Int64) {
        var exists = false
        try findNumber.forEachRow(cut.document) { _ in exists = true }
        let bounds = try past.bounds(of: cut.document)
        // The document may be gone by now; and who asks for more than may go gets nothing.
        guard exists, cut.revision <= bounds.last - tailEdits else { return (false, 0) }
        if let state {
            try deleteSnapshots.run(cut.document, cut.revision)
            try snapshots.write(
                state.body,
                of: cut.document,
                at: cut.revision,
                chain: state.chain
            )
        }
        var batch: [(client: Int64, seq: Int64, revision: Int64)] = []
        var freed: Int64 = 0
        try selectBatch.forEachRow(cut.document, cut.revision, Self.batchEdits) { row in
            batch.append((row.integer(at: 1), row.integer(at: 2), row.integer(at: 0)))
            freed += row.integer(at: 3) + SpaceAccount.editBytes
        }
        guard let last = batch.last?.revision else { return (false, 0) }
        try keepAnswers(to: batch, of: cut.document)
        try deleteEdits.run(cut.document, last)
        try shrink.run(cut.document, freed)
        return (last < cut.revision, freed)
    }

    private func keepAnswers(
        to batch: [(client: Int64, seq: Int64, revision: Int64)],
        of document: Int64
    ) throws(StorageError) {
        var windows: [Int64: Int64] = [:]
        for client in Set(batch.map(\.client)) {
            try selectLastSeq.forEachRow(document, client) { row in
                windows[client] = row.integer(at: 0) - answerSeqs
            }
            try deleteAnswers.run(document, client, windows[client] ?? 0)
        }
        for edit in batch where edit.seq > windows[edit.client] ?? 0 {
            try insertAnswer.run(document, edit.client, edit.seq, edit.revision)
        }
    }
}
