/// The tables, and the ladder that brings an older file up to them.
///
///     documents   one row a document; epoch is the id of its history
///     clients     which key has which number in a document
///     edits       the log: revision 1, 2, 3 ... of a document
///     refusals    seqs that were used up without an edit
///     snapshots   states at some revisions, from which a load goes on
///     snapshot_parts  large states but for their ends, which are in `snapshots`
///     answers     which revision an edit became that the log no longer keeps
///     images      pictures that were sent to be a document's background, by their digest
///     former      names that documents had once, and the documents that were deleted
///     revocations tokens that are refused, by the operator's word
///     directory   how far the changes of names have come that other journals share
///
/// Tables that are read in ranges are WITHOUT ROWID: their rows lie in the order of the key, which
/// reads a document back seven times faster for a third more work in a commit. An unsigned 64-bit
/// value is stored as the signed integer of the same bits.
enum Schema {
    /// Bytes 68 to 71 of the file: "EmAr".
    ///
    /// Tells our files from other programs'.
    static let applicationID = 0x456D_4172

    /// One step for each version.
    ///
    /// `steps[n]` brings version n to n + 1. Never edit one that was released; add the next.
    static let steps = [
        version1, version2, version3, version4, version5, version6, version7, version8,
        version9, version10, version11,
    ]

    /// The version this code reads and writes.
    static var version: Int { steps.count }

    /// The tables of a version whose rows are documents', each in a column `document`.
    static func tablesOfDocuments(_ version: Int) -> [String] {
        let first = ["edits", "refusals", "clients", "snapshots"]
        let images = version < 2 ? [] : ["images"]
        let answers = version < 4 ? [] : ["answers"]
        return first + images + answers + (version < 11 ? [] : ["snapshot_parts"])
    }

    /// Refuses files that are not ours or too new.
    ///
    /// Reads only: a refused file stays as it was.
    ///
    /// - Returns: the version found; 0 for a new file.
    /// - Throws: `notADatabase`, `schemaTooNew`, `corrupt`, or what reading the header gives.
    static func check(_ database: Database) throws(StorageError) -> Int {
        let version = try integer(database, "PRAGMA user_version")
        let applicationID = try integer(database, "PRAGMA application_id")
        let objects = try integer(database, "SELECT count(*) FROM sqlite_schema")
        if version == 0, applicationID == 0, objects == 0 { return 0 }
        guard applicationID == Self.applicationID, version > 0 else {
            throw .notADatabase(path: database.path)
        }
        guard version <= Self.version else {
            throw .schemaTooNew(found: version, supported: Self.version)
        }
        try checkNames(database)
        return version
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

    /// Climbs from the version found to the newest in one transaction: never half a schema.
    static func migrate(_ database: Database, from found: Int) throws(StorageError) {
        guard found < version else { return }
        let script = steps[found...].joined()
        try database.execute(
            """
            BEGIN IMMEDIATE;
            \(script)
            PRAGMA application_id = \(applicationID);
            PRAGMA user_version = \(version);
            COMMIT;
            """,
            "upgrade the schema from version \(found) to \(version)"
        )
    }

    private static func integer(_ database: Database, _ sql: String) throws(StorageError) -> Int {
        Int(try database.value(sql, "read the file's header")) ?? 0
    }

    // The unique index over (document, client, seq) is the last guard of "exactly once": even a
    // bug in the server cannot store one edit twice.
    private static let version1 = """
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY,
            name TEXT NOT NULL UNIQUE,
            epoch INTEGER NOT NULL,
            created INTEGER NOT NULL
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

        """

    // Images of one document are few and large: their bodies lie apart from the index that finds
    // them, which `INTEGER PRIMARY KEY` tables do.
    private static let version2 = """
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

        """

    // Whether a document takes no edits, by an operator's word.
    private static let version3 = """
        ALTER TABLE documents ADD COLUMN frozen INTEGER NOT NULL DEFAULT 0;

        """

    // Once a log may be cut off at its old end, what a client was answered has to outlive its
    // edits: an edit that is sent again must not count twice.
    private static let version4 = """
        CREATE TABLE answers (
            document INTEGER NOT NULL,
            client INTEGER NOT NULL,
            seq INTEGER NOT NULL,
            revision INTEGER NOT NULL,
            PRIMARY KEY (document, client, seq)
        ) STRICT, WITHOUT ROWID;

        """

    // What was revoked stays so when the server is started anew.
    private static let version5 = """
        CREATE TABLE revocations (
            kind TEXT NOT NULL CHECK (kind IN ('id', 'user')),
            subject TEXT NOT NULL,
            time INTEGER NOT NULL,
            PRIMARY KEY (kind, subject)
        ) STRICT, WITHOUT ROWID;

        """

    // How far the order has come that a document shares with other nodes: in the same transaction
    // as what it brought, so that nothing of it is applied twice or left out after a crash.
    private static let version6 = """
        ALTER TABLE documents ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE directory (
            id INTEGER PRIMARY KEY CHECK (id = 1),
            place INTEGER NOT NULL,
            chain INTEGER NOT NULL,
            stream TEXT NOT NULL
        ) STRICT;

        """

    // By what the last batch of an order is known again, so that a node sees when brokers lost it;
    // and which documents the other nodes know by their names.
    private static let version7 = """
        ALTER TABLE documents ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE documents ADD COLUMN shared INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE directory ADD COLUMN digest INTEGER NOT NULL DEFAULT 0;
        UPDATE documents SET shared = 1 WHERE EXISTS (SELECT 1 FROM directory);

        """

    // Where a client was connected last: an edit of it that comes by another node of a cluster is
    // late, and every node has to know it for the same one.
    private static let version8 = """
        ALTER TABLE clients ADD COLUMN home INTEGER NOT NULL DEFAULT 0;

        """

    // Each document that other nodes make is looked for among those that they do not know yet,
    // which are few or none.
    private static let version9 = """
        CREATE INDEX documents_unshared ON documents (epoch) WHERE shared = 0;

        """

    // Quotas need the user who created a document, and the bytes that it takes on the disk.
    private static let version10 = """
        ALTER TABLE documents ADD COLUMN user TEXT NOT NULL DEFAULT '';
        ALTER TABLE documents ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0;
        \(countBytes("main"));

        """

    // A state of megabytes in one transaction is a sync for which all others wait.
    private static let version11 = """
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

        """

    /// Puts down to all documents of a file what their edits and images take.
    static func countBytes(_ schema: String) -> String {
        """
        UPDATE \(schema).documents SET bytes =
            coalesce((SELECT sum(length(body) + \(SpaceAccount.editBytes)) FROM \(schema).edits
                WHERE document = documents.id), 0)
            + coalesce((SELECT sum(size) FROM \(schema).images WHERE document = documents.id), 0)
        """
    }
}
