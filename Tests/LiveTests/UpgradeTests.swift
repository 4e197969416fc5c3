import Foundation
import Testing

/// A server on the journal of another version of it.
struct UpgradeTests {
    /// The tables as the first version made them.
    private static let firstVersion = """
        CREATE TABLE documents (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE,
            epoch INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
        CREATE TABLE clients (document INTEGER NOT NULL, client INTEGER NOT NULL,
            key BLOB NOT NULL CHECK (length(key) = 16), PRIMARY KEY (document, client),
            UNIQUE (document, key)) STRICT, WITHOUT ROWID;
        CREATE TABLE edits (document INTEGER NOT NULL,
            revision INTEGER NOT NULL CHECK (revision >= 1), client INTEGER NOT NULL,
            seq INTEGER NOT NULL, time INTEGER NOT NULL, chain INTEGER NOT NULL,
            body BLOB NOT NULL, PRIMARY KEY (document, revision)) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX edits_by_client ON edits (document, client, seq);
        CREATE TABLE refusals (document INTEGER NOT NULL, client INTEGER NOT NULL,
            seq INTEGER NOT NULL, code TEXT NOT NULL, PRIMARY KEY (document, client, seq))
            STRICT, WITHOUT ROWID;
        CREATE TABLE snapshots (document INTEGER NOT NULL,
            revision INTEGER NOT NULL CHECK (revision >= 0), chain INTEGER NOT NULL,
            body BLOB NOT NULL, PRIMARY KEY (document, revision)) STRICT;
        PRAGMA application_id = 1164788082;
        PRAGMA user_version = 1;
        """

    private static let tables = [
        ("documents", "id, name, epoch, created"), ("clients", "document, client, key"),
        ("edits", "document, revision, client, seq, time, chain, body"),
        ("refusals", "document, client, seq, code"),
        ("snapshots", "document, revision, chain, body"),
    ]

    /// Runs SQL on a database that no server has open; the last statement's value.
    private func sql(_ text: String, on path: String) throws -> String {
        let program = """
            import sqlite3, sys
            base = sqlite3.connect(sys.argv[1], isolation_level=None)
            for statement in sys.argv[2].split(";"):
                row = base.execute(statement).fetchone()
            print(row[0] if row else "")
            """
        let run = try Program("/usr/bin/python3", ["-c", program, path, text]).finish()
        try #require(run.ending == .exit(0), "\(run.errors)")
        return run.output.first ?? ""
    }

    /// A directory in which a server has served edits.
    private func prepared() throws -> LiveServer {
        let server = try LiveServer()
        var client = SweepClient()
        let isReady = client.connect(to: server) && client.make(70)
        try #require(isReady)
        client.disconnect()
        server.stop()
        return server
    }

    @Test func `a journal of the first version is brought up to date, and goes on`() throws {
        let server = try prepared()
        let before = try StoredLog(directory: server.data)
        let journal = server.data + "/journal.sqlite"
        let version = try sql("PRAGMA user_version", on: journal)
        try FileManager.default.moveItem(atPath: journal, toPath: server.data + "/new.sqlite")
        let copies = Self.tables.map { "INSERT INTO \($0) (\($1)) SELECT \($1) FROM new.\($0)" }
        _ = try sql(
            Self.firstVersion + "ATTACH '\(server.data)/new.sqlite' AS new;"
                + copies.joined(separator: ";"),
            on: journal
        )
        #expect(try sql("PRAGMA user_version", on: journal) == "1")
        try server.restart()
        var client = SweepClient(key: 5)
        let goesOn = client.connect(to: server) && client.make(5)
        #expect(goesOn)
        client.disconnect()
        server.stop()
        #expect(try sql("PRAGMA user_version", on: journal) == version)
        let after = try StoredLog(directory: server.data)
        let isKept = Array(after.edits.prefix(before.edits.count)) == before.edits
        #expect(isKept)
        #expect(before.edits.count > 50 && after.edits.count > before.edits.count)
        #expect(after.breaks.isEmpty, "\(after.breaks)")
    }

    @Test func `a journal of a newer version exits 65, says what to run, and stays as it is`()
        throws
    {
        let server = try prepared()
        let journal = server.data + "/journal.sqlite"
        let version = try sql("PRAGMA user_version", on: journal)
        _ = try sql("PRAGMA user_version = 99; CREATE TABLE later (a)", on: journal)
        let bytes = try Data(contentsOf: URL(filePath: journal))
        let run = try Program(
            "emojiart-server",
            ["--listen", "127.0.0.1:0", "--data", server.data]
        ).finish()
        #expect(run.ending == .exit(65))
        let text = run.errors.joined()
        #expect(text.contains("version 99") && text.contains("up to \(version)"), "\(text)")
        #expect(text.contains("run the newer server"), "\(text)")
        #expect(try Data(contentsOf: URL(filePath: journal)) == bytes)
    }
}
