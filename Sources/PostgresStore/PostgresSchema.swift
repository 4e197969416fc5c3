internal import Store

/// The tables, which mean what those of SQLite's store mean, in the schema that comes first in the
/// role's search path.
enum PostgresSchema {
    static let version: Int64 = 2

    /// Makes the tables if there are none, updates those of the version before, and refuses those
    /// of a later one.
    ///
    /// One server at a time, of those that start at the same time.
    ///
    /// - Throws: `schemaTooNew`, or `postgres`, as when the role may not make tables.
    static func prepare(_ link: PostgresLink) throws(StorageError) {
        let key = "hashtextextended('emojiart tables of ' || current_schema(), 0)"
        link.connection?.send("SELECT pg_advisory_lock(\(key))")
        let find = """
            SELECT count(*) FROM pg_tables
            WHERE schemaname = current_schema() AND tablename = 'store'
            """
        let found = try link.ask("look for the tables", find)
        if found.integer(0, 0) == 0 {
            for statement in ["BEGIN"] + tables + ["COMMIT"] { link.connection?.send(statement) }
            try link.settle("make the tables")
        }
        var rows = try link.ask("read the tables' version", "SELECT version FROM store")
        if rows.count == 1, rows.integer(0, 0) == 1 {
            for statement in ["BEGIN"] + marks + ["COMMIT"] { link.connection?.send(statement) }
            try link.settle("update the tables")
            rows = try link.ask("read the tables' version", "SELECT version FROM store")
        }
        link.connection?.send("SELECT pg_advisory_unlock(\(key))")
        try link.settle("read the tables' version")
        let version = rows.count == 1 ? rows.integer(0, 0) : 0
        guard version == Self.version else {
            throw .schemaTooNew(found: Int(version), supported: Int(Self.version))
        }
    }

    /// The columns that are new in version 2.
    ///
    /// Edits of before that a client may still ask for get the mark that it gives them too
    /// (`formerMark`); the others have none, which is 0.
    private static let marks =
        ["edits", "refusals", "answers"].map { table in
            "ALTER TABLE \(table) ADD COLUMN mark bigint NOT NULL DEFAULT 0"
        }
        + ["edits", "answers"].map { table in
            "ALTER TABLE \(table) ADD COLUMN counter bigint NOT NULL DEFAULT 0"
        }
        + [
            """
            UPDATE edits SET mark = (client << 32) | seq
            WHERE seq > (SELECT max(seq) - 256 FROM edits AS last
                WHERE last.document = edits.document AND last.client = edits.client)
            """,
            "UPDATE refusals SET mark = (client << 32) | seq",
            "UPDATE answers SET mark = (client << 32) | seq",
            "UPDATE store SET version = 2",
        ]

    /// A number for a document or a server.
    ///
    /// Drawn, and not counted: where a standby takes over that lacks the last commits, a sequence
    /// would give a number twice.
    static let newNumber = "1 + floor(random() * 4000000000000000)::bigint"

    // The unique constraint over (document, client, seq) is the last guard of "exactly once".
    // `rowid` is what SQLite calls the order of rows. A document's `node` is the server that has
    // it, 0 for none; its `term` how often that changed; its `stamp` the commits of that server.
    private static let tables = [
        """
        CREATE TABLE store (
            version bigint NOT NULL, told bigint NOT NULL
        ) WITH (fillfactor = 10)
        """,
        "INSERT INTO store VALUES (\(version), 0)",
        // What all servers of the store have to know is read again when the number is another.
        """
        CREATE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            UPDATE store SET told = told + 1;
            RETURN NULL;
        END $$
        """,
        // A server that runs: from its start, until it ends or is declared dead.
        """
        CREATE TABLE nodes (
            id bigint PRIMARY KEY,
            address text NOT NULL,
            expires timestamptz NOT NULL,
            dead boolean NOT NULL DEFAULT false
        ) WITH (fillfactor = 50)
        """,
        """
        CREATE TABLE documents (
            id bigint PRIMARY KEY,
            name text COLLATE "C" NOT NULL UNIQUE,
            epoch bigint NOT NULL,
            created bigint NOT NULL,
            "user" text COLLATE "C" NOT NULL DEFAULT '',
            bytes bigint NOT NULL DEFAULT 0,
            frozen bigint NOT NULL DEFAULT 0,
            node bigint NOT NULL DEFAULT 0,
            term bigint NOT NULL DEFAULT 0,
            stamp bigint NOT NULL DEFAULT 0
        ) WITH (fillfactor = 40)
        """,
        """
        CREATE TRIGGER frozen_is_told AFTER UPDATE OF frozen ON documents
        FOR EACH STATEMENT EXECUTE FUNCTION tell()
        """,
        """
        CREATE TABLE clients (
            document bigint NOT NULL,
            client bigint NOT NULL,
            key bytea NOT NULL CHECK (length(key) = 16),
            PRIMARY KEY (document, client),
            UNIQUE (document, key)
        )
        """,
        """
        CREATE TABLE edits (
            document bigint NOT NULL,
            revision bigint NOT NULL CHECK (revision >= 1),
            client bigint NOT NULL,
            seq bigint NOT NULL,
            mark bigint NOT NULL DEFAULT 0,
            counter bigint NOT NULL DEFAULT 0,
            time bigint NOT NULL,
            chain bigint NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (document, revision),
            UNIQUE (document, client, seq)
        )
        """,
        """
        CREATE TABLE refusals (
            document bigint NOT NULL,
            client bigint NOT NULL,
            seq bigint NOT NULL,
            mark bigint NOT NULL DEFAULT 0,
            code text NOT NULL,
            PRIMARY KEY (document, client, seq)
        )
        """,
        """
        CREATE TABLE snapshots (
            document bigint NOT NULL,
            revision bigint NOT NULL CHECK (revision >= 0),
            chain bigint NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (document, revision)
        )
        """,
        """
        CREATE TABLE snapshot_parts (
            document bigint NOT NULL,
            revision bigint NOT NULL,
            start bigint NOT NULL,
            body bytea NOT NULL,
            PRIMARY KEY (document, revision, start)
        )
        """,
        """
        CREATE FUNCTION snapshot_parts_go() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
            DELETE FROM snapshot_parts WHERE document = old.document AND revision = old.revision;
            RETURN NULL;
        END $$
        """,
        """
        CREATE TRIGGER snapshot_parts_go AFTER DELETE ON snapshots
        FOR EACH ROW EXECUTE FUNCTION snapshot_parts_go()
        """,
        """
        CREATE TABLE answers (
            document bigint NOT NULL,
            client bigint NOT NULL,
            seq bigint NOT NULL,
            mark bigint NOT NULL DEFAULT 0,
            revision bigint NOT NULL,
            counter bigint NOT NULL DEFAULT 0,
            PRIMARY KEY (document, client, seq)
        )
        """,
        """
        CREATE TABLE images (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            document bigint NOT NULL,
            digest text COLLATE "C" NOT NULL CHECK (length(digest) = 64),
            type text NOT NULL,
            size bigint NOT NULL,
            body bytea NOT NULL,
            UNIQUE (document, digest)
        )
        """,
        """
        CREATE TABLE former (
            rowid bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            document bigint NOT NULL,
            name text COLLATE "C" NOT NULL,
            epoch bigint NOT NULL
        )
        """,
        "CREATE INDEX former_by_name ON former (name)",
        "CREATE INDEX former_by_document ON former (document)",
        """
        CREATE TABLE revocations (
            kind text NOT NULL CHECK (kind IN ('id', 'user')),
            subject text COLLATE "C" NOT NULL,
            time bigint NOT NULL,
            PRIMARY KEY (kind, subject)
        )
        """,
        """
        CREATE TRIGGER revocations_are_told AFTER INSERT OR UPDATE OR DELETE ON revocations
        FOR EACH STATEMENT EXECUTE FUNCTION tell()
        """,
    ]
}
