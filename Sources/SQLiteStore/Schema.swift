internal import Disk
internal import Store
internal import StoreTables

/// The tables.
///
///     documents       one row a document; epoch is the id of its history
///     clients         which key has which number in a document
///     edits           the log: revision 1, 2, 3 ... of a document
///     refusals        seqs that were used up without an edit
///     snapshots       states at some revisions, from which a load goes on
///     snapshot_parts  large states but for their ends, which are in `snapshots`
///     answers         which revision an edit became that the log no longer keeps
///     images          pictures that were sent to be a document's background, by their digest
///     former          names that documents had once, and the documents that were deleted
///     revocations     tokens that are refused, by the operator's word
///
/// Tables that are read in ranges are WITHOUT ROWID: their rows lie in the order of the key, which
/// reads a document back seven times faster for a third more work in a commit. An unsigned 64-bit
/// value is stored as the signed integer of the same bits.
enum Schema {
    /// Bytes 68 to 71 of the file: "EmSy".
    ///
    /// Tells our files from other programs'.
    static let applicationID = 0x456D_5379
    /// "EmAr": what 0.x of this program wrote there.
    private static let formerApplicationID = 0x456D_4172

    static let version = 3

    /// Refuses files that are not ours or too new, which stay as they were; false for a new file,
    /// which has no tables yet.
    ///
    /// - Throws: `notADatabase`, `schemaTooOld`, `schemaTooNew`, `corrupt`, or what reading the
    ///   header gives.
    static func check(_ database: Database) throws(StorageError) -> Bool {
        do throws(StorageError) { return try checkHeader(database) } catch {
            // The database can be read without its log, so that is the one that is wrong.
            guard case .corrupt = error, case .success = database.saltWithoutLog else {
                throw error
            }
            let what = "does not belong to \(database.path); after a clean stop it was empty"
            throw .incomplete(path: database.path + "-wal", what: what)
        }
    }

    private static func checkHeader(_ database: Database) throws(StorageError) -> Bool {
        let version = try integer(database, "PRAGMA user_version")
        let applicationID = try integer(database, "PRAGMA application_id")
        let objects = try integer(database, "SELECT count(*) FROM sqlite_schema")
        if version == 0, applicationID == 0, objects == 0 {
            let log = database.path + CommitLog.suffix
            guard System.size(of: log) == 0, !System.exists(database.path + Witness.suffix) else {
                throw .incomplete(path: database.path, what: "has no tables, but logs beside it")
            }
            return false
        }
        guard applicationID != formerApplicationID else {
            throw .schemaTooOld(path: database.path)
        }
        guard applicationID == Self.applicationID, version > 0 else {
            throw .notADatabase(path: database.path)
        }
        guard version <= Self.version else {
            throw .schemaTooNew(found: version, supported: Self.version)
        }
        try checkNames(database)
        return true
    }

    /// That every document is found by its name.
    ///
    /// A page that the disk put in a wrong place is a good page to SQLite. If it lay over the index
    /// of names, a document with a history would be taken for a new one: everyone would be served
    /// an empty canvas, and build on it.
    ///
    /// - Complexity: O(documents).
    private static func checkNames(_ database: Database) throws(StorageError) {
        let found = try database.value("PRAGMA integrity_check(documents)", "check the names")
        guard found == "ok" else { throw .corrupt(what: "\(database.path): \(found)") }
    }

    static func create(in database: Database) throws(StorageError) {
        try database.execute(
            """
            BEGIN IMMEDIATE;
            \(tables)
            \(commitLog)
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            COMMIT;
            """,
            "create the tables"
        )
    }

    /// Gives tables of an older version what they lack.
    static func update(_ database: Database) throws(StorageError) {
        let found = try integer(database, "PRAGMA user_version")
        guard found < version else { return }
        try database.execute(
            """
            BEGIN IMMEDIATE;
            \(found < 2 ? commitLog : try commitLogState(of: database))
            \(found < 3 ? marks : "")
            PRAGMA user_version = \(version);
            COMMIT;
            """,
            "update the tables"
        )
    }

    /// The version of tables that lack something; nil if they lack nothing.
    ///
    /// No older version has marks of edits.
    static func olderVersion(_ database: Database) throws(StorageError) -> Int? {
        let found = try integer(database, "PRAGMA user_version")
        return found < version ? found : nil
    }

    /// Makes a copy a journal of its own, which counts on no log beside it.
    static func close(_ copy: Database) throws(StorageError) {
        // An older version does not say that it counts on one.
        guard try olderVersion(copy) == nil else { return }
        let number = Int64(try copy.value("SELECT random()", "draw a number")) ?? 0
        let row = try CommitLogRow(of: copy).copied(number: number)
        try SQLiteStatement(copy, CommitLogRow.update, "close the copy").run(blob: row.bytes)
    }

    private static func integer(_ database: Database, _ sql: String) throws(StorageError) -> Int {
        Int(try database.value(sql, "read the file's header")) ?? 0
    }

    // The unique index over (document, client, seq) is the last guard of "exactly once": even a
    // bug in the server cannot store one edit twice.
    //
    // Images of one document are few and large: their bodies lie apart from the index that finds
    // them, which `INTEGER PRIMARY KEY` tables do.
    //
    // A column in front of the body is read without the body's pages: a mark is the identity of an
    // edit, and a counter that of the first emoji that it was to add.
    //
    // Once a log may be cut off at its old end, what a client was answered has to outlive its
    // edits: an edit that is sent again must not count twice.
    //
    // A state of megabytes in one transaction is a sync for which all others wait.
    private static let tables = """
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            epoch INTEGER NOT NULL,
            created INTEGER NOT NULL,
            user TEXT NOT NULL DEFAULT '',
            bytes INTEGER NOT NULL DEFAULT 0,
            frozen INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE clients (
            document INTEGER NOT NULL,
            client INTEGER NOT NULL,
            key BLOB NOT NULL CHECK (length(key) = 16),
            PRIMARY KEY (document, client),
            UNIQUE (document, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE edits (
            document INTEGER NOT NULL,
            revision INTEGER NOT NULL CHECK (revision >= 1),
            client INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            mark INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            time INTEGER NOT NULL,
            chain INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (document, revision)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX edits_by_client ON edits (document, client, seq);
        CREATE TABLE refusals (
            document INTEGER NOT NULL,
            client INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            mark INTEGER NOT NULL,
            code TEXT NOT NULL,
            PRIMARY KEY (document, client, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE snapshots (
            document INTEGER NOT NULL,
            revision INTEGER NOT NULL CHECK (revision >= 0),
            chain INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (document, revision)
        ) STRICT;
        CREATE TABLE snapshot_parts (
            document INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            start INTEGER NOT NULL,
            body BLOB NOT NULL,
            PRIMARY KEY (document, revision, start)
        ) STRICT;
        CREATE TRIGGER snapshot_parts_go AFTER DELETE ON snapshots BEGIN
            DELETE FROM snapshot_parts
            WHERE document = old.document AND revision = old.revision;
        END;
        CREATE TABLE answers (
            document INTEGER NOT NULL,
            client INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            mark INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            counter INTEGER NOT NULL,
            PRIMARY KEY (document, client, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE images (
            id INTEGER PRIMARY KEY,
            document INTEGER NOT NULL,
            digest TEXT NOT NULL CHECK (length(digest) = 64),
            type TEXT NOT NULL,
            size INTEGER NOT NULL,
            body BLOB NOT NULL,
            UNIQUE (document, digest)
        ) STRICT;
        CREATE TABLE former (
            document INTEGER NOT NULL,
            name TEXT NOT NULL,
            epoch INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX former_by_name ON former (name);
        CREATE INDEX former_by_document ON former (document);
        CREATE TABLE revocations (
            kind TEXT NOT NULL CHECK (kind IN ('id', 'user')),
            subject TEXT NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (kind, subject)
        ) STRICT, WITHOUT ROWID;
        """

    // New in version 2: what the tables know of the files beside them (`CommitLogRow`).
    private static let commitLog = """
        \(commitLogTable)
        INSERT INTO commit_log VALUES (CAST(
            randomblob(4) || x'01000000' || zeroblob(\(CommitLogRow.byteCount - 8)) AS BLOB));
        """

    private static let commitLogTable = """
        CREATE TABLE commit_log (
            state BLOB NOT NULL CHECK (length(state) = \(CommitLogRow.byteCount))
        ) STRICT;
        """

    // Before version 3 the table had a salt alone. The log beside it counts, and has no name.
    private static func commitLogState(of database: Database) throws(StorageError) -> String {
        let salt = Int64(try database.value("SELECT salt FROM commit_log", "read the salt")) ?? 0
        let digits = CommitLogRow(salt: salt, isOpen: true).bytes.map { byte in
            (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return """
            DROP TABLE commit_log;
            \(commitLogTable)
            INSERT INTO commit_log VALUES (x'\(digits.joined())');
            """
    }

    /// The columns that are new in version 3.
    ///
    /// Edits of before that a client may still ask for get the mark that it gives them too
    /// (`formerMark`); the others have none, which is 0.
    private static let marks = """
        ALTER TABLE edits ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE edits ADD COLUMN counter INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE refusals ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE answers ADD COLUMN mark INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE answers ADD COLUMN counter INTEGER NOT NULL DEFAULT 0;
        UPDATE edits SET mark = (client << 32) | seq
            WHERE seq > (SELECT max(seq) - 256 FROM edits AS last
                WHERE last.document = edits.document AND last.client = edits.client);
        UPDATE refusals SET mark = (client << 32) | seq;
        UPDATE answers SET mark = (client << 32) | seq;
        """
}
