internal import Disk
package import Store

/// A journal that nobody writes to: a backup, or that of a server that is not running.
///
/// Gives back all that is stored, where a running journal gives what opening a document needs.
/// Nothing is changed. One thread only.
package final class StoredJournal {
    let database: Database

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

    /// Opens a backup.
    ///
    /// - Throws: `cannotOpen`, `notADatabase`, `schemaTooNew`, `corrupt` or `sqlite`.
    package init(backup path: String) throws(StorageError) {
        guard System.size(of: path) > 0 else {
            throw .cannotOpen(path: path, reason: "there is no such file, or it is empty")
        }
        database = try Database(file: path, isReadOnly: true)
        guard try Schema.check(database) else { throw .notADatabase(path: path) }
    }

    /// Opens the journal of a data directory, and keeps others from it.
    ///
    /// - Throws: `noJournal`, `inUse`, or what opening a backup throws.
    package init(directory: String) throws(StorageError) {
        try Self.checkPresence(directory)
        database = try Database(directory: directory)
        guard try Schema.check(database) else { throw .noJournal(directory: directory) }
    }

    /// Opens the journal of a directory that the caller has locked.
    init(in place: borrowing JournalPlace) throws(StorageError) {
        try Self.checkPresence(place.directory)
        database = try Database(directory: place.directory, lock: nil)
        guard try Schema.check(database) else { throw .noJournal(directory: place.directory) }
    }

    private static func checkPresence(_ directory: String) throws(StorageError) {
        guard System.exists(directory + "/journal.sqlite") else {
            throw .noJournal(directory: directory)
        }
    }

    /// Copies it whole into a draft.
    ///
    /// - Throws: what `JournalCopy` throws.
    package func backup(to target: String) throws(StorageError) -> BackupDraft {
        try JournalCopy(of: database, to: target).copyAll()
    }

    /// What SQLite finds wrong with the file; nothing when it is sound.
    ///
    /// - Complexity: O(bytes).
    package func damage() -> [String] {
        do throws(StorageError) {
            var found = try lines("PRAGMA integrity_check(20)").filter { $0 != "ok" }
            for table in Schema.tablesOfDocuments {
                let sql = """
                    SELECT 'rows of no document in \(table)'
                    WHERE EXISTS (SELECT 1 FROM \(table)
                        WHERE document NOT IN (SELECT id FROM documents))
                    """
                found += try lines(sql)
            }
            return found
        } catch {
            return ["\(error)"]
        }
    }

    /// The documents, by name.
    package func documents() throws(StorageError) -> [Document] {
        var documents: [Document] = []
        let sql = "SELECT id, name, epoch, created FROM documents ORDER BY name"
        try Statement(database, sql, "list the documents").forEachRow { row in
            documents.append(
                Document(
                    id: row.integer(at: 0),
                    name: row.text(at: 1),
                    epoch: UInt64(bitPattern: row.integer(at: 2)),
                    created: row.integer(at: 3)
                )
            )
        }
        return documents
    }

    /// Reads a document as a running journal reads it when a server opens it.
    package func stored(_ document: Document) throws(StorageError) -> StoredDocument {
        let snapshots = try SnapshotTable(database)
        let reader = try DocumentReader(database, snapshots, JournalOptions())
        let stored = try reader.read(document.name)
        guard let stored else { throw .corrupt(what: "\(document.name) is not found by its name") }
        return stored
    }

    private func lines(_ sql: String) throws(StorageError) -> [String] {
        var lines: [String] = []
        try Statement(database, sql, "look for damage").forEachRow { lines.append($0.text(at: 0)) }
        return lines
    }
}
