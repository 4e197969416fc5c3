internal import Disk
internal import Glibc
package import Store
internal import StoreTables

/// A journal that is put together from others, before it is put in its place.
///
/// It is a draft: nothing of it counts before it is whole. One thread only.
package final class JournalBuilder {
    /// Where it is written.
    package let draft: BackupDraft
    private let database: Database
    private let statements: Statements

    /// Begins with all that another journal holds.
    ///
    /// - Throws: what copying throws, or what SQLite gives.
    package init(
        from journal: StoredJournal,
        for place: borrowing JournalPlace
    ) throws(StorageError) {
        draft = try journal.backup(to: place.restoredPath)
        database = try Database(file: draft.path, isReadOnly: false)
        statements = Statements(database)
        try Schema.update(database)
    }

    /// Gives a document another history's id.
    package func renew(_ document: Int64, epoch: UInt64) throws(StorageError) {
        try statement("UPDATE documents SET epoch = ?2 WHERE id = ?1")
            .run(document, Int64(bitPattern: epoch))
    }

    /// Takes away what came after a revision, whose state the document is opened from; nil for 0.
    ///
    /// Clients stay known under their numbers. What they were refused after their last edit that
    /// stays goes as well: the seqs of a client have no gaps.
    package func cut(
        _ document: Int64,
        after revision: Int64,
        state: StoredSnapshot?
    ) throws(StorageError) {
        for rows in [
            "edits WHERE revision >", "snapshots WHERE revision >=",
            "answers WHERE revision >",
        ] {
            try statement("DELETE FROM \(rows) ?2 AND document = ?1").run(document, revision)
        }
        let dropRefusals = """
            DELETE FROM refusals WHERE document = ? AND seq > max(
                coalesce((SELECT max(seq) FROM edits
                    WHERE document = refusals.document AND client = refusals.client), 0),
                coalesce((SELECT max(seq) FROM answers
                    WHERE document = refusals.document AND client = refusals.client), 0))
            """
        try statement(dropRefusals).run(document)
        try refuseUnknown(of: document)
        let countBytes = """
            UPDATE documents SET bytes =
                coalesce((SELECT sum(length(body) + \(SpaceAccount.editBytes)) FROM edits
                    WHERE document = ?1), 0)
                + coalesce((SELECT sum(size) FROM images WHERE document = ?1), 0)
            WHERE id = ?1
            """
        try statement(countBytes).run(document)
        guard let state else { return }
        precondition(state.revision == revision, "The state is that of the last revision.")
        try SnapshotTable(statements).write(state, of: document)
    }

    /// Takes a document away with all that is its own.
    package func remove(_ document: Int64) throws(StorageError) {
        try statements.removeDocument(document)
    }

    /// Takes a document over from a backup, in place of the one that has its name here; gives its
    /// number here.
    package func take(
        _ document: StoredJournal.Document,
        from backup: StoredJournal
    ) throws(StorageError) -> Int64 {
        try database.execute(
            "ATTACH '\(Database.immutable(backup.database.path))' AS backup",
            "read the backup"
        )
        if let here = try statements.document(document.name)?.id { try remove(here) }
        let insert = """
            INSERT INTO main.documents (epoch, created, name, id) VALUES (?, ?, ?,
                1 + max(coalesce((SELECT max(id) FROM main.documents), 0),
                    coalesce((SELECT max(document) FROM main.former), 0)))
            """
        try statement(insert)
            .run(Int64(bitPattern: document.epoch), document.created, texts: [document.name])
        let id = database.lastInsertedRow
        for table in Tables.ofDocuments {
            // All but the document's number and a row's own.
            let names = try statement("SELECT name FROM pragma_table_info(?, 'main')")
                .rows(texts: [table]) { $0.text(at: 0) }
                .filter { !["document", "id"].contains($0) }
            let values = names.map { name in
                switch name {
                case "mark": backup.statements.mark
                case "counter": backup.statements.counter
                default: name
                }
            }
            let copy = """
                INSERT INTO main.\(table) (document, \(names.joined(separator: ", ")))
                SELECT ?1, \(values.joined(separator: ", "))
                FROM backup.\(table) WHERE document = ?2
                """
            try statement(copy).run(id, document.id)
        }
        let copyUser = """
            UPDATE main.documents SET (user, bytes) =
                (SELECT user, bytes FROM backup.documents WHERE id = ?2)
            WHERE id = ?1
            """
        try statement(copyUser).run(id, document.id)
        // Who knew the one that was deleted finds this one.
        let dropFormer = """
            DELETE FROM main.former
            WHERE name = ? AND document NOT IN (SELECT id FROM main.documents)
            """
        try statement(dropFormer).run(texts: [document.name])
        try database.execute("DETACH backup", "detach the backup")
        return id
    }

    /// Stores a refusal for each seq of a client's window that no table holds.
    ///
    /// Refusals before the window are not kept, and a cut moves the window back. Why they were
    /// refused is not known any more.
    private func refuseUnknown(of document: Int64) throws(StorageError) {
        let sql = """
            WITH RECURSIVE used (client, seq) AS (
                SELECT client, seq FROM edits WHERE document = ?1
                UNION SELECT client, seq FROM answers WHERE document = ?1
                UNION SELECT client, seq FROM refusals WHERE document = ?1),
            ends (client, last) AS (SELECT client, max(seq) FROM used GROUP BY client),
            window (client, seq, last) AS (
                SELECT client, last, last FROM ends
                UNION ALL SELECT client, seq - 1, last FROM window
                WHERE seq > max(1, last - \(JournalOptions().answerSeqs - 1)))
            INSERT INTO refusals (document, client, seq, mark, code)
            SELECT ?1, client, seq, 0, 'not_kept' FROM window
            WHERE (client, seq) NOT IN (SELECT client, seq FROM used)
            """
        try statement(sql).run(document)
    }

    private func statement(_ sql: String) throws(StorageError) -> any Statement {
        try statements("build a journal", sql)
    }
}

/// A data directory that is held while another journal is put into it.
package struct JournalPlace: ~Copyable {
    /// The directory.
    package let directory: String
    private let lock: DirectoryLock

    /// The name of a journal that is whole and takes the place of the one that is there.
    private static let restoredName = "/restored.sqlite"

    private static let suffixes = ["", "-wal", "-journal", CommitLog.suffix, Witness.suffix]

    /// Makes the directory if absent, and keeps others from it.
    ///
    /// - Throws: `inUse`, `cannotOpen` or `notWritable`.
    package init(directory: String) throws(StorageError) {
        let lock = try DirectoryLock(directory: directory)
        try Self.finish(directory)
        self.directory = directory
        self.lock = lock
    }

    /// Whether it holds a journal, or what is left of one.
    package var hasJournal: Bool {
        Self.suffixes.contains { System.exists(journalPath + $0) }
    }

    private var journalPath: String { directory + "/journal.sqlite" }
    var restoredPath: String { directory + Self.restoredName }

    /// The journal that it holds.
    ///
    /// - Throws: what opening it throws.
    package func journal() throws(StorageError) -> StoredJournal { try StoredJournal(in: self) }

    /// Puts a journal in place, and keeps the files that were there in a folder of this name.
    ///
    /// - Throws: `backupFailed`, `cannotOpen`, `notWritable` or `diskFailed`.
    package func put(_ draft: BackupDraft, keepingOldIn folder: String) throws(StorageError) {
        try keep(in: directory + "/" + folder)
        try draft.publish()
        try Self.finish(directory)
    }

    /// Ends what `put` began, also one that was killed: the restored journal has its name as soon
    /// as it is whole, and from then on it counts and nothing else.
    ///
    /// An old log must not lie beside the new database, as SQLite would take it for that one's; and
    /// the old database must not be opened without its log. So nobody opens any of them before all
    /// of this is done.
    static func finish(_ directory: String) throws(StorageError) {
        let (restored, journal) = (directory + restoredName, directory + "/journal.sqlite")
        guard System.exists(restored) else { return }
        for suffix in suffixes.dropFirst() where unsafe unlink(journal + suffix) != 0 {
            guard errno == ENOENT else { throw DirectoryLock.failure(journal + suffix, errno) }
        }
        try DirectoryLock.synchronize(directory: directory)
        guard unsafe rename(restored, journal) == 0 else {
            throw DirectoryLock.failure(journal, errno)
        }
        try DirectoryLock.synchronize(directory: directory)
    }

    /// Copies the files of a locked directory into a folder of it, which an older server can be
    /// started on; gives the folder.
    ///
    /// - Throws: `cannotOpen`, `notWritable` or `diskFailed`; then there is no such folder.
    static func copy(_ directory: String, into name: String) throws(StorageError) -> String {
        var folder = directory + "/" + name
        var number = 1
        while System.exists(folder) {
            number += 1
            folder = "\(directory)/\(name)-\(number)"
        }
        let partial = folder + ".partial"
        discard(partial)
        do throws(StorageError) {
            guard unsafe mkdir(partial, 0o700) == 0 else {
                throw DirectoryLock.failure(partial, errno)
            }
            for suffix in suffixes {
                let file = "/journal.sqlite" + suffix
                try copyFile(directory + file, to: partial + file)
            }
            try DirectoryLock.synchronize(directory: partial)
            guard unsafe rename(partial, folder) == 0 else {
                throw DirectoryLock.failure(folder, errno)
            }
            try DirectoryLock.synchronize(directory: directory)
        } catch {
            discard(partial)
            throw error
        }
        return folder
    }

    /// Copies a file and syncs the copy; does nothing if there is none.
    private static func copyFile(_ path: String, to other: String) throws(StorageError) {
        guard let file = try RawFile(path) else { return }
        let copy = try RawFile(making: other)
        var chunk = [UInt8](repeating: 0, count: 1 << 20)
        var offset = 0
        while true {
            let count = try file.read(into: &chunk, at: offset)
            if count == 0 { break }
            offset += try copy.write(chunk[..<count], at: offset)
        }
        try copy.synchronize()
    }

    /// Removes a folder that `copy` made, or began.
    static func discard(_ folder: String) {
        for suffix in suffixes { unsafe unlink(folder + "/journal.sqlite" + suffix) }
        unsafe rmdir(folder)
    }

    /// Gives the files that are there second names.
    private func keep(in folder: String) throws(StorageError) {
        guard hasJournal else { return }
        guard unsafe mkdir(folder, 0o700) == 0 else { throw DirectoryLock.failure(folder, errno) }
        for suffix in Self.suffixes where System.exists(journalPath + suffix) {
            let kept = folder + "/journal.sqlite" + suffix
            guard unsafe link(journalPath + suffix, kept) == 0 else {
                throw DirectoryLock.failure(kept, errno)
            }
        }
        try DirectoryLock.synchronize(directory: folder)
        try DirectoryLock.synchronize(directory: directory)
    }
}
