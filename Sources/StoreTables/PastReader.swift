package import Store

/// Reads the past of documents: what is kept of it, and its edits in slices of bounded size.
///
/// Every edit is kept from the first revision on, and there is a snapshot at `first`, unless that
/// is 0: so any revision from there on is the newest snapshot at or below it and the edits between.
package struct PastReader {
    /// Edits of a slice, and bytes after which it ends: about a millisecond.
    package static let sliceEditsMax: Int64 = 256
    static let sliceBytesMax = 131_072

    private static let operation = "read a document's past"

    let statements: Statements
    let snapshots: SnapshotTable

    /// What is kept of a document, and where to begin for a moment; nil when there is none.
    ///
    /// - Complexity: O(log edits) seeks, and the size of a snapshot if a moment is asked for.
    package func read(
        _ name: String,
        at moment: StoredMoment?
    ) throws(StorageError) -> StoredPast? {
        guard let (document, epoch, _) = try statements.document(name) else { return nil }
        let bounds = try bounds(of: document)
        var past = StoredPast(
            document: document,
            epoch: epoch,
            first: bounds.first,
            last: bounds.last
        )
        past.lastTime = try time(of: bounds.last, in: document)
        let asked: Int64?
        switch moment {
        case nil: asked = nil
        case .revision(let revision): asked = revision
        case .time(let time): asked = try revision(of: document, at: time, bounds)
        }
        if let asked, asked >= bounds.first, asked <= bounds.last {
            past.revision = asked
            past.base = try snapshots.newest(of: document, upTo: asked)
        }
        return past
    }

    /// The next edits of a document, as many as make a slice.
    package func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64
    ) throws(StorageError) -> [StoredEdit] {
        let sql = """
            SELECT \(statements.editColumns) FROM edits
            WHERE document = ? AND revision > ? AND revision <= ? ORDER BY revision LIMIT ?
            """
        var edits: [StoredEdit] = []
        var bytes = 0
        try statements(Self.operation, sql)
            .forEachRow(document, revision, last, Self.sliceEditsMax) { row in
                edits.append(StoredEdit(row))
                bytes += edits[edits.count - 1].body.count
                return bytes < Self.sliceBytesMax
            }
        return edits
    }

    /// The first revision whose state can be rebuilt, the last, and the oldest edit there is.
    ///
    /// The oldest may be below the first while a log is being cut off.
    func bounds(
        of document: Int64
    ) throws(StorageError) -> (first: Int64, last: Int64, oldest: Int64) {
        let selectBounds = """
            SELECT coalesce((SELECT min(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM snapshots WHERE document = ?1), 0)
            """
        let found = try statements(Self.operation, selectBounds)
            .first(document) { ($0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2)) }
        let (oldest, last, state) = found ?? (0, 0, 0)
        if oldest == 1 { return (0, last, oldest) }
        // Nothing is before the first edit but a state that it goes on from.
        guard oldest > 1 else { return (state, state, oldest) }
        let selectFirst = """
            SELECT coalesce(min(revision), 0) FROM snapshots WHERE document = ? AND revision >= ?
            """
        let first = try statements(Self.operation, selectFirst)
            .first(document, oldest - 1) { $0.integer(at: 0) }
        return (first ?? 0, last, oldest)
    }

    /// The last revision up to a time, by bisection: a server's clock that was set back may hide
    /// an edit, but each moment has one answer.
    ///
    /// Nil for a time before all that is kept.
    func revision(
        of document: Int64,
        at time: Int64,
        _ bounds: (first: Int64, last: Int64, oldest: Int64)
    ) throws(StorageError) -> Int64? {
        var (below, above) = (bounds.first, bounds.last + 1)
        while above - below > 1 {
            let middle = below + (above - below) / 2
            let found = try self.time(of: middle, in: document) ?? .max
            if found <= time { below = middle } else { above = middle }
        }
        return below == bounds.first && below > 0 ? nil : below
    }

    private func time(of revision: Int64, in document: Int64) throws(StorageError) -> Int64? {
        let sql = "SELECT time FROM edits WHERE document = ? AND revision = ?"
        return try statements(Self.operation, sql)
            .first(document, revision) { $0.integer(at: 0) }
    }
}

/// Cuts the old end of logs off, a batch at a time.
///
/// What is needed to serve the document stays, whatever the rule says: the last edits, from which
/// members resume, and of each client the answers to its last edits, which move to a table of their
/// own. What can be undone is in the snapshots. Before the first edit goes, the state at the cut is
/// stored, so that every revision that is kept can be rebuilt.
package struct LogCutter {
    /// Edits that go in one transaction: a commit waits no longer than for these.
    static let batchEdits: Int64 = 256

    let past: PastReader
    let options: JournalOptions

    /// At least one edit stays: the log tells the last revision.
    private var tailEdits: Int64 { Int64(max(options.tailEdits, 1)) }

    /// Where a document's log is to be cut off by a rule; nil when all of it stays.
    package func cut(_ name: String, _ rule: HistoryRetention) throws(StorageError) -> StoredCut? {
        guard let document = try past.statements.document(name)?.id else { return nil }
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

    /// Takes the oldest edits up to a cut away, inside the caller's transaction, which begins with
    /// the state there; gives whether there are more, and the bytes that these no longer take.
    package func take(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?
    ) throws(StorageError) -> (isMore: Bool, freed: Int64) {
        let document = cut.document
        let find = "SELECT 1 FROM documents WHERE id = ?"
        let isThere = try statement(find).first(document) { _ in true } ?? false
        let bounds = try past.bounds(of: document)
        // The document may be gone by now; and who asks for more than may go gets nothing.
        guard isThere, cut.revision <= bounds.last - tailEdits else { return (false, 0) }
        if let (body, chain) = state {
            try statement("DELETE FROM snapshots WHERE document = ? AND revision < ?")
                .run(document, cut.revision)
            let snapshot = StoredSnapshot(revision: cut.revision, body: body, chain: chain)
            try past.snapshots.write(snapshot, of: document)
        }
        let selectBatch = """
            SELECT revision, client, seq, mark, counter, length(body) FROM edits
            WHERE document = ? AND revision <= ? ORDER BY revision LIMIT ?
            """
        var freed: Int64 = 0
        let batch = try statement(selectBatch).rows(document, cut.revision, Self.batchEdits) {
            row in
            freed += row.integer(at: 5) + SpaceAccount.editBytes
            return (0..<5).map { row.integer(at: $0) }
        }
        guard let last = batch.last?[0] else { return (false, 0) }
        try keepAnswers(to: batch, of: document)
        try statement("DELETE FROM edits WHERE document = ? AND revision <= ?").run(document, last)
        try statement("UPDATE documents SET bytes = bytes - ?2 WHERE id = ?1").run(document, freed)
        return (last < cut.revision, freed)
    }

    private func keepAnswers(
        to batch: [[Int64]],
        of document: Int64
    ) throws(StorageError) {
        let selectLastSeq = """
            SELECT max(seq) FROM (
                SELECT max(seq) AS seq FROM edits INDEXED BY edits_by_client
                    WHERE document = ?1 AND client = ?2
                UNION ALL SELECT max(seq) FROM refusals WHERE document = ?1 AND client = ?2
                UNION ALL SELECT max(seq) FROM answers WHERE document = ?1 AND client = ?2) AS used
            """
        var windows: [Int64: Int64] = [:]
        for client in Set(batch.map { $0[1] }) {
            let last = try statement(selectLastSeq).first(document, client) { $0.integer(at: 0) }
            let window = (last ?? 0) - Int64(options.answerSeqs)
            windows[client] = window
            try statement("DELETE FROM answers WHERE document = ? AND client = ? AND seq <= ?")
                .run(document, client, window)
        }
        let insert = try statement(
            """
            INSERT INTO answers (document, revision, client, seq, mark, counter)
            VALUES (?, ?, ?, ?, ?, ?)
            """
        )
        for edit in batch where edit[2] > windows[edit[1]] ?? 0 {
            try insert.run([document] + edit, [], nil)
        }
    }

    private func statement(_ sql: String) throws(StorageError) -> any Statement {
        try past.statements("trim a log", sql)
    }
}
