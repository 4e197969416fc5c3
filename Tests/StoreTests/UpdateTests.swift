import Foundation
import Store
import StoreTables
import TestKit
import Testing

@testable import SQLiteStore

/// Stores that a server of an older version has left, which get what they lack.
@Suite struct UpdateTests {
    /// A SQLite store of version 2, as its server made the tables.
    private static let tables = """
        CREATE TABLE documents (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, epoch INTEGER NOT NULL,
            created INTEGER NOT NULL, user TEXT NOT NULL DEFAULT '',
            bytes INTEGER NOT NULL DEFAULT 0, frozen INTEGER NOT NULL DEFAULT 0
        ) STRICT;
        CREATE TABLE clients (
            document INTEGER NOT NULL, client INTEGER NOT NULL,
            key BLOB NOT NULL CHECK (length(key) = 16),
            PRIMARY KEY (document, client), UNIQUE (document, key)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE edits (
            document INTEGER NOT NULL, revision INTEGER NOT NULL CHECK (revision >= 1),
            client INTEGER NOT NULL, seq INTEGER NOT NULL, time INTEGER NOT NULL,
            chain INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (document, revision)
        ) STRICT, WITHOUT ROWID;
        CREATE UNIQUE INDEX edits_by_client ON edits (document, client, seq);
        CREATE TABLE refusals (
            document INTEGER NOT NULL, client INTEGER NOT NULL, seq INTEGER NOT NULL,
            code TEXT NOT NULL, PRIMARY KEY (document, client, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE snapshots (
            document INTEGER NOT NULL, revision INTEGER NOT NULL CHECK (revision >= 0),
            chain INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY (document, revision)
        ) STRICT;
        CREATE TABLE snapshot_parts (
            document INTEGER NOT NULL, revision INTEGER NOT NULL, start INTEGER NOT NULL,
            body BLOB NOT NULL, PRIMARY KEY (document, revision, start)
        ) STRICT;
        CREATE TRIGGER snapshot_parts_go AFTER DELETE ON snapshots BEGIN
            DELETE FROM snapshot_parts WHERE document = old.document AND revision = old.revision;
        END;
        CREATE TABLE answers (
            document INTEGER NOT NULL, client INTEGER NOT NULL, seq INTEGER NOT NULL,
            revision INTEGER NOT NULL, PRIMARY KEY (document, client, seq)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE images (
            id INTEGER PRIMARY KEY, document INTEGER NOT NULL,
            digest TEXT NOT NULL CHECK (length(digest) = 64), type TEXT NOT NULL,
            size INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE (document, digest)
        ) STRICT;
        CREATE TABLE former (
            document INTEGER NOT NULL, name TEXT NOT NULL, epoch INTEGER NOT NULL
        ) STRICT;
        CREATE INDEX former_by_name ON former (name);
        CREATE INDEX former_by_document ON former (document);
        CREATE TABLE revocations (
            kind TEXT NOT NULL CHECK (kind IN ('id', 'user')), subject TEXT NOT NULL,
            time INTEGER NOT NULL, PRIMARY KEY (kind, subject)
        ) STRICT, WITHOUT ROWID;
        CREATE TABLE commit_log (salt INTEGER NOT NULL) STRICT;
        INSERT INTO commit_log VALUES (\(salt));
        PRAGMA application_id = \(Schema.applicationID);
        PRAGMA user_version = 2;
        """
    private static let salt: Int64 = 7 << 32 | 0x1234_5678

    /// The rows of "cats": 300 edits of client 1, a refusal, and an answer of an edit that the log
    /// no longer has.
    private static let rows = """
        INSERT INTO documents (id, name, epoch, created) VALUES (1, 'cats', 9, 5);
        INSERT INTO clients VALUES (1, 1, x'0102030405060708090a0b0c0d0e0f10');
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300)
        INSERT INTO edits SELECT 1, i, 1, i, 1000 + i, -i, x'6162' FROM n;
        INSERT INTO refusals VALUES (1, 1, 301, 'no_emoji');
        INSERT INTO answers VALUES (1, 2, 4, 2);
        """

    private let directory = TestDirectory()

    /// A record of the commit log of version 2 with edit 301, which has no mark.
    private static func record() -> [UInt8] {
        var entries: [UInt8] = []
        func append(_ values: Int64...) {
            for value in values {
                unsafe withUnsafeBytes(of: value.littleEndian) {
                    unsafe entries.append(contentsOf: $0)
                }
            }
        }
        entries.append(1)
        append(2, 1, 301, 1, 302, 1_301, -301)
        entries += [0x61, 0x62]
        entries.append(2)
        append(8, 1, 1, 303)
        entries += Array("no_emoji".utf8)
        var record = [UInt8](repeating: 0, count: 4_096)
        record.replaceSubrange(40..<40 + entries.count, with: entries)
        record.replaceSubrange(0..<8, with: Array("EmSyLog1".utf8))
        record.put(salt, at: 8)
        record.put(Int64(entries.count), at: 24)
        record.put(Block.checksum(record[...]), at: 32)
        return record
    }

    private func plant(killed: Bool) throws {
        try directory.plant([])
        try directory.tamper("PRAGMA journal_mode = WAL; \(Self.tables) \(Self.rows)")
        if killed { try directory.plant(Self.record(), suffix: CommitLog.suffix) }
    }

    private func files(in folder: String = "") throws -> [String: Data] {
        let path = directory.path + "/" + folder
        let names = try FileManager.default.contentsOfDirectory(atPath: path)
            .filter { $0.hasPrefix("journal.sqlite") }
        return try Dictionary(
            uniqueKeysWithValues: names.map {
                ($0, try Data(contentsOf: URL(filePath: "\(path)/\($0)")))
            }
        )
    }

    @Test(arguments: [false, true])
    func `FA100 a journal of version 2 is copied, and edits that may be asked for get marks`(
        killed: Bool
    ) async throws {
        try plant(killed: killed)
        let before = try files()
        let copies = Recorder<String>()
        let options = JournalOptions { $0.onUpdate = copies.record }
        let journal = try directory.open(options: options)
        #expect(copies.all == [directory.path + "/before-update-from-2"])
        #expect(try files(in: "before-update-from-2") == before)
        let last: Int64 = killed ? 302 : 300
        let found = try #require(try await journal.find("cats"))
        #expect(found.revision == (killed ? 301 : 300) && found.epoch == 9)
        let marks = Dictionary(
            found.accepted.map { ($0.seq, $0.mark) },
            uniquingKeysWith: { first, _ in first }
        )
        for seq in [Int64(46), 100, 300] where seq > last - 256 {
            #expect(marks[seq] == 1 << 32 | UInt64(seq), "seq \(seq)")
        }
        #expect(found.accepted.contains { $0.client == 2 && $0.mark == 2 << 32 | 4 })
        #expect(found.refusals.contains { $0.seq == 301 && $0.mark == 1 << 32 | 301 })
        if killed {
            #expect(marks[302] == 1 << 32 | 302)
            #expect(found.refusals.contains { $0.seq == 303 && $0.mark == 1 << 32 | 303 })
        }
        await journal.submit([edit(1, killed ? 302 : 301, seq: 304)])
        journal.close()
        let again = try directory.open(options: options)
        #expect(copies.all.count == 1)
        #expect(try await again.find("cats")?.lastSeq == [1: 304, 2: 4])
        again.close()
        #expect(try directory.value("PRAGMA user_version") == "\(Schema.version)")
    }

    @Test func `FA100 a copy that has no room leaves the journal as it was`() throws {
        try plant(killed: true)
        let before = try files()
        // A file where the folder would be made.
        try Data().write(to: URL(filePath: directory.path + "/before-update-from-2.partial"))
        let error = #expect(throws: StorageError.self) { try directory.open() }
        #expect("\(try #require(error))".contains("before-update-from-2.partial"))
        #expect(try files() == before)
    }

    @Test func `FA100 a stopped directory of version 2 is verified, a killed one says what to do`()
        throws
    {
        try plant(killed: false)
        let before = try files()
        let stored = try StoredJournal(directory: directory.path)
        let cats = try #require(try stored.documents().first)
        #expect(try stored.lastRevision(of: cats.id) == 300 && stored.damage() == [])
        let target = directory.path + "-backup"
        try stored.backup(to: target).publish()
        #expect(try StoredJournal(backup: target).lastRevision(of: cats.id) == 300)
        #expect(try files() == before)
        let killed = UpdateTests()
        try killed.plant(killed: true)
        let error = #expect(throws: StorageError.self) {
            try StoredJournal(directory: killed.directory.path)
        }
        #expect("\(try #require(error))".contains("start this version on it once"))
    }

    @Test func `FA100 a store of version 1 in PostgreSQL gets marks`() async throws {
        let (store, document) = try await directory.store(.postgres)
        await store.submit(
            [.client(document: document, number: 1, key: [UInt8](1...16))]
                + edits(document, 1...300)
                + [.refusal(document: document, client: 1, seq: 301, mark: 5, code: "no_emoji")]
        )
        store.close()
        let server = try PostgresServer.shared.get()
        let dropped =
            ["edits", "answers"].map { "ALTER TABLE \($0) DROP COLUMN counter;" }
            + ["edits", "answers", "refusals"].map { "ALTER TABLE \($0) DROP COLUMN mark;" }
        try server.run(
            dropped.joined() + "UPDATE store SET version = 1",
            schema: directory.schema
        )
        let updated = try directory.open(.postgres)
        let found = try #require(try await updated.find("cats"))
        #expect(found.revision == 300)
        #expect(found.accepted.first { $0.seq == 300 }?.mark == 1 << 32 | 300)
        #expect(found.refusals.map(\.mark) == [1 << 32 | 301])
        await updated.submit([edit(document, 301, seq: 302)])
        #expect(try await updated.find("cats")?.revision == 301)
        #expect(try directory.value("SELECT version FROM store", in: .postgres) == "2")
    }
}
