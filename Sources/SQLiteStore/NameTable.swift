internal import Store

/// The names of documents: whose they are, and whose they were.
///
/// A document keeps its number when it is renamed, and a process gives no number out twice: what
/// was written for a document that is gone cannot become another's.
struct NameTable {
    private let find: Statement
    private let insert: Statement
    private let rename: Statement
    private let freeze: Statement
    private let selectFrozen: Statement
    private let keepFormer: Statement
    private let selectFormer: Statement
    private let removal: DocumentRemoval
    private let index: DocumentIndex
    /// The last number that was given out.
    private var lastID: Int64
    /// What the list of documents says differently once the transaction is durable.
    private(set) var listed: [DocumentIndex.Change] = []

    init(_ database: Database, _ index: DocumentIndex) throws(StorageError) {
        self.index = index
        insert = try Statement(
            database,
            "INSERT INTO documents (id, epoch, created, name, user) VALUES (?, ?, ?, ?, ?)",
            "create a document"
        )
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
        freeze = try Statement(
            database,
            "UPDATE documents SET frozen = ?2 WHERE id = ?1",
            "freeze a document"
        )
        selectFrozen = try Statement(
            database,
            "SELECT name FROM documents WHERE frozen = 1 ORDER BY name",
            "list the frozen documents"
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
            "read the former names"
        )
        removal = try DocumentRemoval(database)
        let last = try database.value(
            """
            SELECT max(coalesce((SELECT max(id) FROM documents), 0),
                coalesce((SELECT max(document) FROM former), 0))
            """,
            "count the documents"
        )
        lastID = Int64(last) ?? 0
    }

    /// Makes an empty document, inside the caller's transaction.
    mutating func create(
        _ name: String,
        epoch: UInt64,
        time: Int64,
        countMax: Int,
        user: String,
        userCountMax: Int
    ) throws(StorageError) -> DirectoryOutcome {
        guard try document(name) == nil else { return .taken }
        let usage = index.usage(of: user)
        guard usage.all.documents < countMax else { return .tooMany }
        guard user.isEmpty || usage.user.documents < userCountMax else { return .userHasTooMany }
        lastID += 1
        try insert.run(lastID, Int64(bitPattern: epoch), time, texts: [name, user])
        let summary = DocumentSummary(name: name, revision: 0, time: time, user: user)
        listed.append(.created(document: lastID, summary))
        return .done
    }

    /// Gives what the list of documents says differently since this was last asked.
    mutating func takeListed() -> [DocumentIndex.Change] {
        defer { listed = [] }
        return listed
    }

    /// Gives a document another name, inside the caller's transaction.
    mutating func rename(
        _ name: String,
        to new: String
    ) throws(StorageError) -> DirectoryOutcome {
        guard let (document, epoch) = try document(name) else { return .missing }
        guard try self.document(new) == nil else { return .taken }
        try keepFormer.run(document, Int64(bitPattern: epoch), texts: [name])
        try rename.run(document, texts: [new])
        listed.append(.renamed(document: document, to: new))
        return .done
    }

    /// Deletes a document and its history, inside the caller's transaction.
    ///
    /// - Returns: its number and the id of its history; nil when there was none.
    /// - Complexity: O(what is stored of it).
    mutating func delete(
        _ name: String
    ) throws(StorageError) -> (document: Int64, epoch: UInt64)? {
        guard let (document, epoch) = try document(name) else { return nil }
        try keepFormer.run(document, Int64(bitPattern: epoch), texts: [name])
        try remove(document)
        return (document, epoch)
    }

    /// Takes a document away that has no edits, inside the caller's transaction: nobody hears that
    /// it was there.
    ///
    /// - Returns: its number; nil when there is none of this history, when it has edits, or is
    ///   frozen.
    mutating func discard(_ name: String, epoch: UInt64) throws(StorageError) -> Int64? {
        guard let (document, _) = try document(name) else { return nil }
        guard try removal.isEmpty(document, epoch: epoch) else { return nil }
        try remove(document)
        return document
    }

    /// Takes all such documents away, inside the caller's transaction: a process that ended left
    /// them.
    ///
    /// - Complexity: O(documents).
    mutating func discardAll() throws(StorageError) {
        for document in try removal.empty() { try remove(document) }
    }

    private mutating func remove(_ document: Int64) throws(StorageError) {
        try removal.remove(document)
        listed.append(.deleted(document: document))
    }

    /// Notes that a document takes no edits, or does again, inside the caller's transaction.
    ///
    /// - Returns: whether there is such a document.
    func freeze(_ name: String, _ isFrozen: Bool) throws(StorageError) -> Bool {
        guard let (document, _) = try document(name) else { return false }
        try freeze.run(document, isFrozen ? 1 : 0)
        return true
    }

    /// The names of the documents that take no edits.
    func frozen() throws(StorageError) -> [String] {
        var names: [String] = []
        try selectFrozen.forEachRow { names.append($0.text(at: 0)) }
        return names
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
