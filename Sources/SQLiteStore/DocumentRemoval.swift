internal import Store

/// Takes documents away with all their rows, inside the caller's transaction.
struct DocumentRemoval {
    private let database: Database
    private let deletions: [Statement]
    private let selectEmpty: Statement

    /// A document that goes with its last member: it has no edits, and no pictures for them.
    ///
    /// Its row says the same as the tables: where the disk gives back one page in the place of
    /// another, a document with a history must not pass for an empty one.
    private static let isEmpty = """
        frozen = 0 AND bytes = 0
        AND NOT EXISTS (SELECT 1 FROM edits WHERE document = documents.id)
        AND NOT EXISTS (SELECT 1 FROM snapshots WHERE document = documents.id)
        AND NOT EXISTS (SELECT 1 FROM images WHERE document = documents.id)
        """

    init(_ database: Database) throws(StorageError) {
        self.database = database
        selectEmpty = try Statement(
            database,
            "SELECT id FROM documents WHERE id = ? AND epoch = ? AND \(Self.isEmpty)",
            "look for edits of a document"
        )
        let tables = Schema.tablesOfDocuments.map { "\($0) WHERE document" }
        var deletions: [Statement] = []
        for rows in tables + ["documents WHERE id"] {
            let sql = "DELETE FROM \(rows) = ?"
            deletions.append(try Statement(database, sql, "delete a document"))
        }
        self.deletions = deletions
    }

    /// Deletes a document.
    ///
    /// - Complexity: O(what is stored of it).
    func remove(_ document: Int64) throws(StorageError) {
        for deletion in deletions { try deletion.run(document) }
    }

    /// Returns true if a document of this history has no edits and no pictures, and is not
    /// frozen.
    func isEmpty(_ document: Int64, epoch: UInt64) throws(StorageError) -> Bool {
        var isEmpty = false
        try selectEmpty.forEachRow(document, Int64(bitPattern: epoch)) { _ in isEmpty = true }
        return isEmpty
    }

    /// All such documents.
    ///
    /// - Complexity: O(documents).
    func empty() throws(StorageError) -> [Int64] {
        let select = try Statement(
            database,
            "SELECT id FROM documents WHERE \(Self.isEmpty)",
            "look for documents without edits"
        )
        var empty: [Int64] = []
        try select.forEachRow { empty.append($0.integer(at: 0)) }
        return empty
    }
}
