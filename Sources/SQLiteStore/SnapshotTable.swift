internal import Store

/// Reads and writes states, inside the caller's transaction.
///
/// A large state is stored in parts, a transaction each, between which the journal commits what
/// others wait for. Its last part is in its row of `snapshots`: without that row the parts before
/// it count for nothing.
struct SnapshotTable {
    /// Bytes of a part.
    ///
    /// A commit waits for one part at most: about as long as for another commit.
    static let partBytes = 64 << 10

    let statements: Statements

    /// Drops the parts of states that were not stored whole.
    ///
    /// - Complexity: O(parts).
    func dropRemains() throws(StorageError) {
        let sql = """
            DELETE FROM snapshot_parts WHERE NOT EXISTS (SELECT 1 FROM snapshots
                WHERE document = snapshot_parts.document AND revision = snapshot_parts.revision)
            """
        try statements("drop parts of states", sql).run()
    }

    /// Stores a state whole, in the place of one of the same revision.
    func write(_ state: StoredSnapshot, of document: Int64) throws(StorageError) {
        try dropParts(of: document, state.revision)
        try insert(state, of: document, body: state.body)
    }

    /// Stores the next part of a state; the state of a revision that is there already stays, and
    /// one whose edit was cut off meanwhile is left aside.
    ///
    /// - Returns: whether the state is now whole, or no more parts are wanted.
    /// - Complexity: O(parts that are there).
    func writePart(of state: StoredSnapshot, of document: Int64) throws(StorageError) -> Bool {
        let selectStored = """
            SELECT EXISTS (SELECT 1 FROM snapshots WHERE document = ?1 AND revision = ?2),
                EXISTS (SELECT 1 FROM edits WHERE document = ?1 AND revision = ?2),
                coalesce((SELECT sum(length(body)) FROM snapshot_parts
                    WHERE document = ?1 AND revision = ?2), 0)
            """
        let found = try statement(selectStored).first(document, state.revision) { row in
            (row.integer(at: 0) == 1, row.integer(at: 1) == 1, Int(row.integer(at: 2)))
        }
        let (isThere, hasEdit, start) = found ?? (false, false, 0)
        if isThere { return true }
        guard hasEdit else {
            try dropParts(of: document, state.revision)
            return true
        }
        let rest = state.body[min(start, state.body.count)...]
        guard rest.count > Self.partBytes else {
            try insert(state, of: document, body: Array(rest))
            return true
        }
        let sql = "INSERT INTO snapshot_parts (document, revision, start, body) VALUES (?, ?, ?, ?)"
        try statement(sql)
            .run(document, state.revision, Int64(start), blob: Array(rest.prefix(Self.partBytes)))
        return false
    }

    /// The newest state of a document up to a revision; nil when there is none.
    func newest(
        of document: Int64,
        upTo revision: Int64 = .max
    ) throws(StorageError) -> StoredSnapshot? {
        try read(document, revision, "AND revision <= ? ORDER BY revision DESC LIMIT 1").first
    }

    /// All states of a document, in order.
    func all(of document: Int64) throws(StorageError) -> [StoredSnapshot] {
        try read(document, .max, "AND revision <= ? ORDER BY revision")
    }

    private func read(
        _ document: Int64,
        _ revision: Int64,
        _ which: String
    ) throws(StorageError) -> [StoredSnapshot] {
        let operation = "read a state"
        let sql = "SELECT revision, chain, body FROM snapshots WHERE document = ? \(which)"
        let parts = try statements(
            operation,
            "SELECT body FROM snapshot_parts WHERE document = ? AND revision = ? ORDER BY start"
        )
        return try statements(operation, sql).rows(document, revision) { row throws(StorageError) in
            let revision = row.integer(at: 0)
            let stored = try parts.rows(document, revision) { $0.blob(at: 0) } + [row.blob(at: 2)]
            let body = stored.reduce(into: []) { $0 += $1 }
            return StoredSnapshot(revision: revision, body: body, chain: row.word(at: 1))
        }
    }

    private func insert(
        _ state: StoredSnapshot,
        of document: Int64,
        body: [UInt8]
    ) throws(StorageError) {
        let sql = """
            INSERT OR REPLACE INTO snapshots (document, revision, chain, body) VALUES (?, ?, ?, ?)
            """
        try statement(sql)
            .run(document, state.revision, Int64(bitPattern: state.chain), blob: body)
    }

    private func dropParts(of document: Int64, _ revision: Int64) throws(StorageError) {
        try statement("DELETE FROM snapshot_parts WHERE document = ? AND revision = ?")
            .run(document, revision)
    }

    private func statement(_ sql: String) throws(StorageError) -> Statement {
        try statements("store a state", sql)
    }
}
