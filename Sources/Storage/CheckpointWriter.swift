/// Puts what another journal has of a document in the place of what is here.
///
/// What both have in common stays: of a document that goes on from a revision that is here, with
/// the history that it has here, all edits up to it.
struct CheckpointWriter {
    private let selectChain: Statement
    private let selectFirst: Statement
    private let deleteEdits: Statement
    private let deleteSnapshots: Statement
    private let deletions: [Statement]
    private let insertAnswer: Statement

    init(_ database: Database) throws(StorageError) {
        let operation = "store another node's state"
        func statement(_ sql: String) throws(StorageError) -> Statement {
            try Statement(database, sql, operation)
        }
        selectChain = try statement(
            """
            SELECT chain FROM edits WHERE document = ?1 AND revision = ?2
            UNION ALL SELECT chain FROM snapshots WHERE document = ?1 AND revision = ?2
            """
        )
        selectFirst = try statement("SELECT min(revision) FROM edits WHERE document = ?")
        deleteEdits = try statement("DELETE FROM edits WHERE document = ? AND revision > ?")
        deleteSnapshots = try statement("DELETE FROM snapshots WHERE document = ? AND revision > ?")
        var deletions: [Statement] = []
        for table in ["clients", "refusals", "answers"] {
            deletions.append(try statement("DELETE FROM \(table) WHERE document = ?"))
        }
        self.deletions = deletions
        insertAnswer = try statement(
            "INSERT INTO answers (document, client, seq, revision) VALUES (?, ?, ?, ?)"
        )
    }

    /// Makes room for a checkpoint, inside the caller's transaction.
    ///
    /// - Returns: the last revision that stays; 0 for none.
    /// - Complexity: O(what goes).
    func clear(_ document: Int64, for checkpoint: StoredCheckpoint) throws(StorageError) -> Int64 {
        let base = checkpoint.base
        var isCommon = base.revision == 0
        try selectChain.forEachRow(document, base.revision) { row in
            isCommon = UInt64(bitPattern: row.integer(at: 0)) == base.chain
        }
        let last = isCommon ? base.revision : 0
        try deleteEdits.run(document, last)
        try deleteSnapshots.run(document, isCommon ? last : -1)
        for deletion in deletions { try deletion.run(document) }
        return last
    }

    /// Stores the answers to edits that are not stored themselves, inside the caller's transaction.
    func write(
        _ answers: [(client: Int64, seq: Int64, revision: Int64)],
        of document: Int64
    ) throws(StorageError) {
        var first = Int64.max
        try selectFirst.forEachRow(document) { row in
            if row.integer(at: 0) > 0 { first = row.integer(at: 0) }
        }
        for answer in answers where answer.revision < first {
            try insertAnswer.run(document, answer.client, answer.seq, answer.revision)
        }
    }
}
