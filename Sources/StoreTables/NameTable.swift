package import Store

/// The names of documents: whose they are, and whose they were.
///
/// A document keeps its number when it is renamed, and a process gives no number out twice: what
/// was written for a document that is gone cannot become another's. All that changes runs inside
/// the caller's transaction.
package struct NameTable {
    private let statements: Statements
    private let index: DocumentIndex
    private var lastID: Int64
    /// What the list of documents says differently once the transaction is durable.
    private var listed: [DocumentIndex.Change] = []

    init(_ statements: Statements, _ index: DocumentIndex) throws(StorageError) {
        self.statements = statements
        self.index = index
        let sql = """
            SELECT max(id) FROM (SELECT max(id) AS id FROM documents
                UNION ALL SELECT max(document) FROM former) AS numbers
            """
        lastID = try statements("count the documents", sql).first { $0.integer(at: 0) } ?? 0
    }

    /// Gives what the list of documents says differently since this was last asked.
    package mutating func takeListed() -> [DocumentIndex.Change] {
        defer { listed = [] }
        return listed
    }

    /// Carries a change out; gives what came of it, and the number of the document that was
    /// deleted.
    package mutating func apply(
        _ change: DirectoryChange
    ) throws(StorageError) -> (outcome: DirectoryOutcome, deleted: Int64?) {
        switch change {
        case .create(let name, let epoch, let time, let countMax, let user, let userCountMax):
            if let found = try statements.document(name) {
                // Of the same history if this was committed, and its answer was lost.
                return (found.epoch == epoch ? .done : .taken, nil)
            }
            let usage = index.usage(of: user)
            guard usage.all.documents < countMax else { return (.tooMany, nil) }
            guard user.isEmpty || usage.user.documents < userCountMax else {
                return (.userHasTooMany, nil)
            }
            try create(name, epoch: epoch, time: time, user: user)
        case .discard(let name, let epoch):
            guard let document = try statements.document(name)?.id,
                try isEmpty(document, epoch: epoch)
            else { break }
            try remove(document)
            return (.done, document)
        case .rename(let name, let new):
            guard let (document, epoch, isFrozen) = try statements.document(name) else {
                return (.missing, nil)
            }
            guard !isFrozen else { return (.frozen, nil) }
            guard try statements.document(new) == nil else { return (.taken, nil) }
            try keepFormer(name, of: document, epoch)
            try statements("rename a document", "UPDATE documents SET name = ?2 WHERE id = ?1")
                .run(document, texts: [new])
            listed.append(.renamed(document: document, to: new))
        case .delete(let name):
            guard let (document, epoch, isFrozen) = try statements.document(name) else {
                return (.missing, nil)
            }
            guard !isFrozen else { return (.frozen, nil) }
            try keepFormer(name, of: document, epoch)
            try remove(document)
            return (.deleted(epoch: epoch), document)
        case .freeze(let name, let isFrozen):
            guard let document = try statements.document(name)?.id else { return (.missing, nil) }
            try statements("freeze a document", "UPDATE documents SET frozen = ?2 WHERE id = ?1")
                .run(document, isFrozen ? 1 : 0)
        case .revoke(let revocation):
            // A second word about the same tokens counts when it reaches further.
            let sql = """
                INSERT INTO revocations (time, kind, subject) VALUES (?, ?, ?)
                ON CONFLICT (kind, subject) DO UPDATE SET time = excluded.time
                WHERE excluded.time > revocations.time
                """
            try statements("revoke tokens", sql)
                .run(revocation.time, texts: [revocation.kind.rawValue, revocation.subject])
        case .pardon(let revocation):
            let sql = "DELETE FROM revocations WHERE kind = ? AND subject = ?"
            try statements("undo a revocation", sql)
                .run(texts: [revocation.kind.rawValue, revocation.subject])
        }
        return (.done, nil)
    }

    /// Takes all documents away that have no edits: a process that ended left them.
    ///
    /// - Complexity: O(documents).
    package mutating func discardAll() throws(StorageError) {
        let sql = "SELECT id FROM documents WHERE \(Self.isEmpty)"
        let empty = try statements("look for documents without edits", sql)
            .rows { $0.integer(at: 0) }
        for document in empty { try remove(document) }
    }

    /// The documents that had a name and have it no more, the latest last.
    package func former(_ name: String) throws(StorageError) -> [FormerDocument] {
        let sql = """
            SELECT former.epoch, documents.name FROM former
            LEFT JOIN documents ON documents.id = former.document
            WHERE former.name = ? ORDER BY former.rowid
            """
        return try statements("read the former names", sql).rows(texts: [name]) { row in
            let now = row.text(at: 1)
            return FormerDocument(epoch: row.word(at: 0), name: now.isEmpty ? nil : now)
        }
    }
}

extension NameTable {
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

    private func isEmpty(_ document: Int64, epoch: UInt64) throws(StorageError) -> Bool {
        let sql = "SELECT id FROM documents WHERE id = ? AND epoch = ? AND \(Self.isEmpty)"
        return try statements("look for edits of a document", sql)
            .first(document, Int64(bitPattern: epoch)) { _ in true } ?? false
    }

    private mutating func create(
        _ name: String,
        epoch: UInt64,
        time: Int64,
        user: String
    ) throws(StorageError) {
        lastID = try statements.nextDocument(after: lastID)
        let sql = """
            INSERT INTO documents (id, epoch, created, name, "user") VALUES (?, ?, ?, ?, ?)
            """
        try statements("create a document", sql)
            .run(lastID, Int64(bitPattern: epoch), time, texts: [name, user])
        let summary = DocumentSummary(name: name, revision: 0, time: time, user: user)
        listed.append(.created(document: lastID, summary))
    }

    private func keepFormer(
        _ name: String,
        of document: Int64,
        _ epoch: UInt64
    ) throws(StorageError) {
        let sql = "INSERT INTO former (document, epoch, name) VALUES (?, ?, ?)"
        try statements("keep a former name", sql)
            .run(document, Int64(bitPattern: epoch), texts: [name])
    }

    private mutating func remove(_ document: Int64) throws(StorageError) {
        try statements.removeDocument(document)
        listed.append(.deleted(document: document))
    }
}

extension Statements {
    /// The names of the documents that take no edits.
    package func frozenNames() throws(StorageError) -> [String] {
        let sql = "SELECT name FROM documents WHERE frozen = 1 ORDER BY name"
        return try self("list the frozen documents", sql).rows { $0.text(at: 0) }
    }

    /// The tokens that are refused.
    package func revokedTokens() throws(StorageError) -> [StoredRevocation] {
        let sql = "SELECT kind, subject, time FROM revocations ORDER BY kind, subject"
        return try self("read the revoked tokens", sql).rows { row throws(StorageError) in
            let text = row.text(at: 0)
            guard let kind = StoredRevocation.Kind(rawValue: text) else {
                throw .corrupt(what: "revocations: the kind \(text)")
            }
            return StoredRevocation(kind, row.text(at: 1), time: row.integer(at: 2))
        }
    }

    /// Deletes a document with all its rows, inside the caller's transaction.
    package func removeDocument(_ document: Int64) throws(StorageError) {
        let tables = Tables.ofDocuments.map { "\($0) WHERE document" }
        for rows in tables + ["documents WHERE id"] {
            try self("delete a document", "DELETE FROM \(rows) = ?").run(document)
        }
    }
}
