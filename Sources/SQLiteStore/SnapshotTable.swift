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

    private let insert: Statement
    private let insertPart: Statement
    private let deleteParts: Statement
    private let selectStored: Statement
    private let selectNewest: Statement
    private let selectParts: Statement

    init(_ database: Database) throws(StorageError) {
        let operation = "store a state"
        func statement(_ sql: String) throws(StorageError) -> Statement {
            try Statement(database, sql, operation)
        }
        insert = try statement(
            """
            INSERT OR REPLACE INTO snapshots (document, revision, chain, body)
            VALUES (?, ?, ?, ?)
            """
        )
        insertPart = try statement(
            """
            INSERT INTO snapshot_parts (document, revision, start, body) VALUES (?, ?, ?, ?)
            """
        )
        deleteParts = try statement(
            "DELETE FROM snapshot_parts WHERE document = ? AND revision = ?"
        )
        selectStored = try statement(
            """
            SELECT EXISTS (SELECT 1 FROM snapshots WHERE document = ?1 AND revision = ?2),
                EXISTS (SELECT 1 FROM edits WHERE document = ?1 AND revision = ?2),
                coalesce((SELECT sum(length(body)) FROM snapshot_parts
                    WHERE document = ?1 AND revision = ?2), 0)
            """
        )
        selectNewest = try Statement(
            database,
            """
            SELECT revision, chain, body FROM snapshots
            WHERE document = ? AND revision <= ? ORDER BY revision DESC LIMIT 1
            """,
            "read a state"
        )
        selectParts = try Statement(database, Self.partsOfState, "read a state")
    }

    /// The parts of a state before its last one, in order.
    static let partsOfState = """
        SELECT body FROM snapshot_parts WHERE document = ? AND revision = ? ORDER BY start
        """

    /// Drops the parts of states that were not stored whole.
    ///
    /// - Complexity: O(parts).
    static func dropRemains(_ database: Database) throws(StorageError) {
        try database.execute(
            """
            DELETE FROM snapshot_parts WHERE NOT EXISTS (SELECT 1 FROM snapshots
                WHERE document = snapshot_parts.document AND revision = snapshot_parts.revision)
            """,
            "drop parts of states"
        )
    }

    /// Stores a state whole, in the place of one of the same revision.
    func write(
        _ body: [UInt8],
        of document: Int64,
        at revision: Int64,
        chain: UInt64
    ) throws(StorageError) {
        try deleteParts.run(document, revision)
        try insert.run(document, revision, Int64(bitPattern: chain), blob: body)
    }

    /// Stores the next part of a state; the state of a revision that is there already stays, and
    /// one whose edit was cut off meanwhile is left aside.
    ///
    /// - Returns: whether the state is now whole, or no more parts are wanted.
    /// - Complexity: O(parts that are there).
    func writePart(
        of body: [UInt8],
        of document: Int64,
        at revision: Int64,
        chain: UInt64
    ) throws(StorageError) -> Bool {
        var (isThere, hasEdit) = (false, false)
        var start = 0
        try selectStored.forEachRow(document, revision) { row in
            (isThere, hasEdit) = (row.integer(at: 0) == 1, row.integer(at: 1) == 1)
            start = Int(row.integer(at: 2))
        }
        if isThere { return true }
        guard hasEdit else {
            try deleteParts.run(document, revision)
            return true
        }
        let rest = body[min(start, body.count)...]
        guard rest.count > Self.partBytes else {
            try insert.run(document, revision, Int64(bitPattern: chain), blob: Array(rest))
            return true
        }
        let part = Array(rest.prefix(Self.partBytes))
        try insertPart.run(document, revision, Int64(start), blob: part)
        return false
    }

    /// The newest state of a document up to a revision; nil when there is none.
    func newest(
        of document: Int64,
        upTo revision: Int64 = .max
    ) throws(StorageError) -> (revision: Int64, body: [UInt8], chain: UInt64)? {
        var snapshot: (revision: Int64, body: [UInt8], chain: UInt64)?
        try selectNewest.forEachRow(document, revision) { row in
            let chain = UInt64(bitPattern: row.integer(at: 1))
            snapshot = (row.integer(at: 0), row.blob(at: 2), chain)
        }
        guard let (revision, last, chain) = snapshot else { return nil }
        return (revision, try Self.body(of: document, at: revision, last, selectParts), chain)
    }

    /// A state's body, of which the last part is known.
    static func body(
        of document: Int64,
        at revision: Int64,
        _ last: [UInt8],
        _ selectParts: Statement
    ) throws(StorageError) -> [UInt8] {
        var body: [UInt8] = []
        try selectParts.forEachRow(document, revision) { body += $0.blob(at: 0) }
        return body + last
    }
}
