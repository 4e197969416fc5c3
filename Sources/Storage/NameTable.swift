/// The names of documents: whose they are, and whose they were.
///
/// A document keeps its number when it is renamed, and no number is given out again: what was
/// written for a document that is gone cannot become another's.
struct NameTable {
    private let find: Statement
    private let rename: Statement
    private let keepFormer: Statement
    private let selectFormer: Statement
    private let deletions: [Statement]

    init(_ database: Database) throws(StorageError) {
        find = try Statement(
            database,
            "SELECT id, epoch FROM documents WHERE name = ?",
            "find a document"
        )
        rename = try Statement(
            database,
            "UPDATE documents SET name = ?2 WHERE id = ?1",
            "rename a document"
        )
        keepFormer = try Statement(
            database,
            "INSERT INTO former (document, epoch, name) VALUES (?, ?, ?)",
            "keep a former name"
        )
        selectFormer = try Statement(
            database,
            """
            SELECT former.epoch, documents.name FROM former
            LEFT JOIN documents ON documents.id = former.document
            WHERE former.name = ? ORDER BY former.rowid
            """,
            "read who had a name"
        )
        var deletions: [Statement] = []
        for table in ["edits", "refusals", "clients", "snapshots", "images"] {
            let sql = "DELETE FROM \(table) WHERE document = ?"
            deletions.append(try Statement(database, sql, "delete a document"))
        }
        let last = "DELETE FROM documents WHERE id = ?"
        deletions.append(try Statement(database, last, "delete a document"))
        self.deletions = deletions
    }

    /// Gives a document another name, inside the caller's transaction.
    func rename(_ name: String, to new: String) throws(StorageError) -> RenameOutcome {
        guard let (document, epoch) = try document(name) else { return .missing }
        guard try self.document(new) == nil else { return .taken }
        try keepFormer.run(document, Int64(bitPattern: epoch), text: name)
        try rename.run(document, text: new)
        return .renamed
    }

    /// Deletes a document and its history, inside the caller's transaction.
    ///
    /// - Returns: its number; nil when there was none.
    /// - Complexity: O(what is stored of it).
    func delete(_ name: String) throws(StorageError) -> Int64? {
        guard let (document, epoch) = try document(name) else { return nil }
        try keepFormer.run(document, Int64(bitPattern: epoch), text: name)
        for deletion in deletions { try deletion.run(document) }
        return document
    }

    /// The documents that had a name and have it no more, the latest last.
    func former(_ name: String) throws(StorageError) -> [FormerDocument] {
        defer { selectFormer.reset() }
        try selectFormer.bind(name, at: 1)
        var former: [FormerDocument] = []
        while try selectFormer.step() {
            let now = selectFormer.text(at: 1)
            former.append(
                FormerDocument(
                    epoch: UInt64(bitPattern: selectFormer.integer(at: 0)),
                    name: now.isEmpty ? nil : now
                )
            )
        }
        return former
    }

    private func document(_ name: String) throws(StorageError) -> (Int64, UInt64)? {
        defer { find.reset() }
        try find.bind(name, at: 1)
        guard try find.step() else { return nil }
        return (find.integer(at: 0), UInt64(bitPattern: find.integer(at: 1)))
    }
}
