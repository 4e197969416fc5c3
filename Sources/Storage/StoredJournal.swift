/// A journal that nobody writes to: a backup, or that of a server that is not running.
///
/// Gives back all that is stored, where a running journal gives what opening a document needs.
/// Nothing is changed. One thread only.
package final class StoredJournal {
    let database: Database
    /// The version of its tables.
    package let version: Int

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
    package convenience init(backup path: String) throws(StorageError) {
        guard System.size(of: path) > 0 else {
            throw .cannotOpen(path: path, reason: "there is no such file, or it is empty")
        }
        try self.init(Database(file: path, isReadOnly: true))
        guard version > 0 else { throw .notADatabase(path: path) }
    }

    /// Opens the journal of a data directory, and keeps others from it.
    ///
    /// - Throws: `noJournal`, `inUse`, or what opening a backup throws.
    package convenience init(directory: String) throws(StorageError) {
        try Self.checkPresence(directory)
        try self.init(Database(directory: directory))
        guard version > 0 else { throw .noJournal(directory: directory) }
    }

    /// Opens the journal of a directory that the caller has locked.
    init(in place: borrowing JournalPlace) throws(StorageError) {
        try Self.checkPresence(place.directory)
        database = try Database(directory: place.directory, lock: nil)
        version = try Schema.check(database)
        guard version > 0 else { throw .noJournal(directory: place.directory) }
    }

    private init(_ database: Database) throws(StorageError) {
        self.database = database
        version = try Schema.check(database)
    }

    private static func checkPresence(_ directory: String) throws(StorageError) {
        guard System.exists(directory + "/journal.sqlite") else {
            throw .noJournal(directory: directory)
        }
    }

    /// The journal of a data directory whose tables this program would bring up to date; nil when
    /// it would not.
    ///
    /// The file's header is looked at first: opening a journal takes its time.
    ///
    /// - Throws: what opening it throws.
    package static func outdated(in directory: String) throws(StorageError) -> StoredJournal? {
        let path = directory + "/journal.sqlite"
        guard System.exists(path), let file = try RawFile(path) else { return nil }
        var header = [UInt8](repeating: 0, count: 64)
        // Page on the file format, section 1.3.17: the user version, the highest byte first.
        guard try file.read(into: &header, at: 0) == header.count,
            header[60..<64].reduce(0, { $0 << 8 | Int($1) }) < Schema.version
        else { return nil }
        let journal: StoredJournal
        do throws(StorageError) {
            journal = try StoredJournal(directory: directory)
        } catch .noJournal {
            return nil
        }
        return journal.version < Schema.version ? journal : nil
    }

    /// Whether its tables are of a version before this program's.
    package var isOutdated: Bool { version < Schema.version }

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
            for table in tables {
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

    /// What is needed to open a document, as a running journal gives it; not of one that is
    /// outdated.
    package func stored(_ document: Document) throws(StorageError) -> StoredDocument {
        let snapshots = try SnapshotTable(database)
        let reader = try DocumentReader(database, snapshots, JournalOptions())
        let stored = try reader.read(document.name)
        guard let stored else { throw .corrupt(what: "\(document.name) is not found by its name") }
        return stored
    }

    /// The tables whose rows are documents'.
    private var tables: [String] { Schema.tablesOfDocuments(version) }

    private func lines(_ sql: String) throws(StorageError) -> [String] {
        var lines: [String] = []
        try Statement(database, sql, "look for damage").forEachRow { lines.append($0.text(at: 0)) }
        return lines
    }
}
