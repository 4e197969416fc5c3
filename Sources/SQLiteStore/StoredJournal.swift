internal import Disk
package import Store
package import StoreTables

/// A journal that nobody writes to: a backup, or that of a server that is not running.
///
/// Gives back all that is stored, where a running journal gives what opening a document needs.
/// Nothing is changed, but that a killed server's commit log goes into the tables. One thread only.
package final class StoredJournal {
    let database: Database
    /// To read the tables by.
    package let statements: Statements
    private let isIncomplete: Bool
    /// Why what the commit log held could not be committed, if it could not.
    private var whyNotCommitted: StorageError?

    /// A document of the journal.
    package struct Document: Sendable {
        /// Its number, under which its rows are found.
        package let id: Int64
        /// Its name.
        package let name: String
        /// The id of its history.
        package let epoch: UInt64
        /// When it was made, in milliseconds since 1970.
        package let created: Int64
    }

    private init(_ database: Database, isIncomplete: Bool = false) {
        self.database = database
        self.isIncomplete = isIncomplete
        statements = Statements(database)
    }

    /// Opens a backup.
    ///
    /// - Throws: `cannotOpen`, `notADatabase`, `schemaTooNew`, `corrupt` or `sqlite`.
    package convenience init(backup path: String) throws(StorageError) {
        guard System.size(of: path) > 0 else {
            throw .cannotOpen(path: path, reason: "there is no such file, or it is empty")
        }
        self.init(try Database(file: path, isReadOnly: true))
        guard try Schema.check(database) else { throw .notADatabase(path: path) }
        statements.lacksMarks = try Schema.olderVersion(database) != nil
    }

    /// Opens the journal of a data directory, and keeps others from it.
    ///
    /// If files of it may be missing or older, it is only good for a backup of what is left, and
    /// nothing of it is changed.
    ///
    /// - Throws: `noJournal`, `inUse`, `incomplete`, or what opening a backup throws.
    package convenience init(directory: String, isIncomplete: Bool = false) throws(StorageError) {
        try Self.checkPresence(directory)
        self.init(try Database(directory: directory), isIncomplete: isIncomplete)
        if !isIncomplete { try replayCommitLog(directory) }
    }

    /// Makes a draft of a backup, whose tables `fill` writes.
    ///
    /// - Throws: what `fill` throws, `alreadyExists`, `backupUnderWay` or `backupFailed`.
    package static func draft(
        of target: String,
        filling fill: (Statements) throws(StorageError) -> Void
    ) throws(StorageError) -> BackupDraft {
        let draft = try BackupDraft(of: target)
        let database = try Database(file: draft.path, isReadOnly: false)
        try Schema.create(in: database)
        try database.execute("BEGIN", "begin")
        try fill(Statements(database))
        try database.execute("COMMIT", "commit")
        return draft
    }

    /// Opens the journal of a directory that the caller has locked.
    convenience init(in place: borrowing JournalPlace) throws(StorageError) {
        try Self.checkPresence(place.directory)
        self.init(try Database(directory: place.directory, lock: nil))
        try replayCommitLog(place.directory)
    }

    /// Puts into the tables what a killed server left in its commit log.
    private func replayCommitLog(_ directory: String) throws(StorageError) {
        guard try Schema.check(database) else { throw .noJournal(directory: directory) }
        if try Schema.olderVersion(database) != nil {
            guard System.size(of: database.path + CommitLog.suffix) == 0 else {
                throw .needsUpdate(directory: directory)
            }
            statements.lacksMarks = true
            return
        }
        let row = try CommitLogRow(of: database)
        guard row.isOpen else { return try row.check(database) }
        let transaction = try JournalTransaction(of: database)
        try database.checkDurability()
        let tables = try Tables(statements, DocumentIndex(), JournalOptions())
        do throws(StorageError) {
            try transaction.replay(into: tables)
            try transaction.commit()
        } catch {
            // It can be read all the same.
            guard error.isFull else { throw error }
            try transaction.rollBack(tables)
            whyNotCommitted = error
        }
    }

    private static func checkPresence(_ directory: String) throws(StorageError) {
        let path = directory + "/journal.sqlite"
        guard !System.exists(path) else { return }
        try Database.checkLogHasDatabase(path)
        throw .noJournal(directory: directory)
    }

    /// Copies it whole into a draft.
    ///
    /// - Throws: what `JournalCopy` throws.
    package func backup(to target: String) throws(StorageError) -> BackupDraft {
        if let whyNotCommitted { throw whyNotCommitted }
        let draft = try JournalCopy(of: database, to: target).copyAll()
        if isIncomplete { try CommitLog.replay(of: database, into: draft) }
        return draft
    }

    /// What SQLite finds wrong with the file; nothing when it is sound.
    ///
    /// - Complexity: O(bytes).
    package func damage() -> [String] {
        let orphans = Tables.ofDocuments.map { table in
            """
            SELECT 'rows of no document in \(table)'
            WHERE EXISTS (SELECT 1 FROM \(table)
                WHERE document NOT IN (SELECT id FROM documents))
            """
        }
        do throws(StorageError) {
            var found: [String] = []
            for sql in ["PRAGMA integrity_check(20)"] + orphans {
                found += try statements("look for damage", sql).rows { $0.text(at: 0) }
            }
            return found.filter { $0 != "ok" }
        } catch {
            return ["\(error)"]
        }
    }

    /// The documents, by name.
    package func documents() throws(StorageError) -> [Document] {
        let sql = "SELECT id, name, epoch, created FROM documents ORDER BY name"
        return try statements("list the documents", sql).rows { row in
            Document(
                id: row.integer(at: 0),
                name: row.text(at: 1),
                epoch: row.word(at: 2),
                created: row.integer(at: 3)
            )
        }
    }

    /// Reads a document as a running journal reads it when a server opens it.
    package func stored(_ document: Document) throws(StorageError) -> StoredDocument {
        let reader = DocumentReader(statements, JournalOptions())
        let stored = try reader.read(document.name)
        guard let stored else { throw .corrupt(what: "\(document.name) is not found by its name") }
        return stored
    }

    /// Calls `body` for each edit of a document, in order, until it says no.
    package func forEachEdit(
        of document: Int64,
        _ body: (StoredEdit) -> Bool
    ) throws(StorageError) {
        let sql = "SELECT \(statements.editColumns) FROM edits WHERE document = ? ORDER BY revision"
        try statements("read the edits", sql).forEachRow(document) { body(StoredEdit($0)) }
    }

    /// The last revision of a document; 0 when it has none.
    package func lastRevision(of document: Int64) throws(StorageError) -> Int64 {
        let sql = """
            SELECT max(coalesce((SELECT max(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM snapshots WHERE document = ?1), 0))
            """
        return try statements("find a revision", sql).first(document) { $0.integer(at: 0) } ?? 0
    }

    /// The last revision of a document that was made at or before a time, in milliseconds since
    /// 1970; 0 when none was.
    package func lastRevision(at time: Int64, of document: Int64) throws(StorageError) -> Int64 {
        let sql = "SELECT max(revision) FROM edits WHERE document = ? AND time <= ?"
        return try statements("find a revision", sql)
            .first(document, time) { $0.integer(at: 0) } ?? 0
    }

    /// The states that are stored of a document, in order.
    package func snapshots(of document: Int64) throws(StorageError) -> [StoredSnapshot] {
        try SnapshotTable(statements).all(of: document)
    }

    /// How far each client's seqs go in a document: how many of its last seqs have an edit or a
    /// refusal, and the last of them.
    ///
    /// Of those before, refusals are not kept.
    package func seqRanges(
        of document: Int64
    ) throws(StorageError) -> [(client: Int64, count: Int64, last: Int64)] {
        let sql = """
            WITH used AS (SELECT client, seq FROM edits WHERE document = ?1
                UNION ALL SELECT client, seq FROM refusals WHERE document = ?1),
            ends AS (SELECT client, max(seq) AS last FROM used GROUP BY client)
            SELECT client, count(*), last FROM used JOIN ends USING (client)
            WHERE seq > last - ?2 GROUP BY client
            """
        let kept = Int64(JournalOptions().answerSeqs)
        return try statements("count the seqs", sql).rows(document, kept) { row in
            (row.integer(at: 0), row.integer(at: 1), row.integer(at: 2))
        }
    }

    /// The codes of a document's refusals, each once.
    package func refusalCodes(of document: Int64) throws(StorageError) -> [String] {
        let sql = "SELECT DISTINCT code FROM refusals WHERE document = ?"
        return try statements("read the refusals", sql).rows(document) { $0.text(at: 0) }
    }

    /// Calls `body` for each image of a document, with the size that is noted of it.
    package func forEachImage(
        of document: Int64,
        _ body: (StoredImage, Int64) -> Void
    ) throws(StorageError) {
        let sql = "SELECT digest, type, body, size FROM images WHERE document = ? ORDER BY id"
        try statements("read the images", sql).forEachRow(document) { row in
            let image = StoredImage(
                digest: row.text(at: 0),
                type: row.text(at: 1),
                body: row.blob(at: 2)
            )
            body(image, row.integer(at: 3))
            return true
        }
    }
}
