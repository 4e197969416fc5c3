import Foundation
import Store
import StoreTables
import TestKit
import Testing

@testable import SQLiteStore

/// The log that has small commits before SQLite commits them.
@Suite struct CommitLogTests {
    private static let blockBytes = 4_096
    private static let key = [UInt8](1...16)

    /// The directory of a journal that runs: "cats" has a client, three edits and a refusal, each
    /// in a commit of its own.
    let running: TestDirectory
    let journal: Journal
    let document: Int64

    init() async throws {
        running = TestDirectory()
        (journal, document) = try await running.journal()
        await journal.submit([.client(document: document, number: 1, key: Self.key)])
        for revision in Int64(1)...3 { await journal.submit(edits(document, revision...revision)) }
        let code = "no_emoji"
        await journal.submit([.refusal(document: document, client: 1, seq: 4, mark: 9, code: code)])
    }

    /// What the process leaves if it is killed now.
    ///
    /// With another commit log it is what a power failure leaves, which also takes the witness.
    private func left(log: Data? = nil) throws -> TestDirectory {
        let copy = TestDirectory()
        try FileManager.default.copyItem(atPath: running.path, toPath: copy.path)
        if let log {
            try log.write(to: URL(filePath: copy.file + CommitLog.suffix))
            try FileManager.default.removeItem(atPath: copy.file + Witness.suffix)
        }
        return copy
    }

    /// What a start finds of "cats" then.
    private func found(log: Data? = nil) async throws -> StoredDocument? {
        let left = try left(log: log)
        return try await left.open().find("cats")
    }

    private func log() throws -> Data {
        try Data(contentsOf: URL(filePath: running.file + CommitLog.suffix))
    }

    /// Starts the commit log over: a new document makes SQLite commit.
    private func commit() async {
        await journal.change(.create(name: "dogs", epoch: 2, time: 1, countMax: .max))
    }

    @Test func `FA1 a small commit is a block of the commit log, and SQLite writes nothing`()
        async throws
    {
        let before = try ["", "-wal", CommitLog.suffix].map { try running.size(suffix: $0) }
        await journal.submit(edits(document, 4...23))
        let after = try ["", "-wal", CommitLog.suffix].map { try running.size(suffix: $0) }
        #expect(after.dropLast() == before.dropLast())
        // The first block is the log's name.
        #expect(before.last == 6 * Self.blockBytes && after.last == 7 * Self.blockBytes)
        #expect(try await journal.find("cats")?.revision == 23)
    }

    @Test func `FA1 a start has what only the commit log held, and a clean end empties it`()
        async throws
    {
        let before = try await journal.find("cats")
        let left = try left()
        let restarted = try left.open()
        #expect(restarted.list().map(\.revision) == [3])
        let found = try #require(try await restarted.find("cats"))
        #expect(found.edits == before?.edits && found.edits.count == 3)
        #expect(found.clients.map(\.key) == [Self.key])
        #expect(found.refusals.map(\.code) == ["no_emoji"] && found.lastSeq == [1: 4])
        await restarted.submit([edit(document, 4, seq: 5)])
        restarted.close()
        #expect(try left.size(suffix: CommitLog.suffix) == 0)
        #expect(try await left.open().find("cats")?.lastSeq == [1: 5])
    }

    @Test func `FA6 whatever part of the last record is on the disk, those before it are`()
        async throws
    {
        await journal.submit(
            (4...40).map { edit(document, $0, body: Array(repeating: 7, count: 99)) }
        )
        let whole = try log()
        let last = 6 * Self.blockBytes
        try #require(whole.count > last + Self.blockBytes)
        let cuts = [last, last + 1, last + 511, last + Self.blockBytes, whole.count - 1]
        var torn = cuts.map { whole.prefix($0) }
        for sector in stride(from: last, to: last + 6_144, by: 512) {
            torn.append(whole)
            torn[torn.count - 1].replaceSubrange(sector..<sector + 512, with: Data(count: 512))
        }
        for log in torn {
            let left = try left(log: log)
            let restarted = try left.open()
            let found = try await restarted.find("cats")
            #expect(found?.revision == 3 && found?.lastSeq == [1: 4])
            // The next record takes its place.
            await restarted.submit([edit(document, 4, seq: 5)])
            restarted.close()
        }
        #expect(try await found(log: whole)?.revision == 40)
    }

    @Test func `FA6 a damaged record before the last one refuses the start`() throws {
        let whole = try log()
        var random = SplitMix64(seed: 77)
        for record in 1...4 {
            for _ in 0..<20 {
                var log = whole
                let place =
                    record * Self.blockBytes + Int.random(in: 0..<Self.blockBytes, using: &random)
                log[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
                let left = try left(log: log)
                let error = #expect(throws: StorageError.self) { try left.open() }
                let text = "\(try #require(error))"
                #expect(
                    text.contains("the record at \(record * Self.blockBytes) is not as"),
                    "\(text)"
                )
                #expect(try Data(contentsOf: URL(filePath: left.file + CommitLog.suffix)) == log)
            }
        }
    }

    @Test func `FA6 records that SQLite has committed count no more`() async throws {
        let stale = try log()
        await commit()
        await journal.submit(edits(document, 4...4))
        // The new record is over the first of the old ones.
        let second = 2 * Self.blockBytes
        #expect(try log().dropFirst(second) == stale.dropFirst(second))
        #expect(try await found()?.revision == 4)
        // The power took the new one.
        let left = try left(log: stale)
        let restarted = try left.open()
        #expect(try await restarted.find("cats")?.revision == 3)
        await restarted.submit(edits(document, 4...4))
        #expect(try await restarted.find("cats")?.revision == 4)
    }

    @Test func `FA10 a commit log that is newer than the tables refuses the start and is kept`()
        async throws
    {
        let old = try left()
        await commit()
        await journal.submit(edits(document, 4...4))
        let log = try log()
        try log.write(to: URL(filePath: old.file + CommitLog.suffix))
        let lacking = try left()
        try FileManager.default.removeItem(atPath: lacking.file + "-wal")
        for (directory, words) in [(old, "is older"), (lacking, "-wal is missing or empty, or")] {
            for _ in 0..<2 {
                let error = #expect(throws: StorageError.self) { try directory.open() }
                #expect("\(try #require(error))".contains(words))
                #expect(throws: try #require(error)) {
                    try StoredJournal(directory: directory.path)
                }
            }
            let kept = try Data(contentsOf: URL(filePath: directory.file + CommitLog.suffix))
            #expect(kept == log)
        }
    }

    @Test func `FA6 a commit log that does not follow on the tables is told`() throws {
        for change in ["DELETE FROM documents", "UPDATE documents SET id = 9"] {
            let left = try left()
            try left.tamper(change)
            let error = #expect(throws: StorageError.self) { try left.open() }
            #expect("\(try #require(error))".contains("does not follow on what is stored"))
        }
    }

    @Test func `a long commit log goes into the tables, and the next records over it`() async throws
    {
        let directory = TestDirectory()
        let options = JournalOptions { $0.commitLogBytes = 4 * Self.blockBytes }
        let (journal, document) = try await directory.journal(options: options)
        for revision in Int64(1)...50 { await journal.submit(edits(document, revision...revision)) }
        #expect(try directory.size(suffix: CommitLog.suffix) == 4 * Self.blockBytes)
        #expect(try await journal.find("cats")?.revision == 50)
    }

    @Test func `pages that take much memory go into the tables, and small commits stay small`()
        async throws
    {
        var documents: [Int64] = []
        for number in 1...4_500 {
            documents.append(try await journal.document("d\(number)").document)
        }
        // A page of edits for each, which SQLite commits at once.
        let body = [UInt8](repeating: 1, count: 400)
        await journal.submit(
            documents.flatMap { document in (1...4).map { edit(document, $0, body: body) } }
        )
        for revision in Int64(5)...7 {
            await journal.submit(documents.map { edit($0, revision) })
        }
        await journal.submit([])
        // SQLite committed after each of the large ones, or the second would be behind the first.
        let size = try #require(try running.size(suffix: CommitLog.suffix))
        #expect(size < 100 * documents.count)
        let before = try running.size(suffix: "-wal")
        for revision in Int64(8)...12 { await journal.submit([edit(documents[0], revision)]) }
        #expect(try running.size(suffix: "-wal") == before)
        #expect(try await found()?.revision == 3)
        journal.close()
        let restarted = try running.open()
        #expect(try await restarted.find("d1")?.revision == 12)
    }

    @Test func `a commit that is long, or of a state, is SQLite's`() async throws {
        await journal.submit([snapshot(document, 3, [1, 2, 3], chain: 5)])
        await journal.submit([edit(document, 4, body: Array(repeating: 1, count: 2 << 20))])
        #expect(try log().count == 6 * Self.blockBytes)
        let found = try await found(log: log().prefix(Self.blockBytes))
        #expect(found?.snapshot?.body == [1, 2, 3] && found?.revision == 4)
    }

    @Test func `a backup has what only the commit log held, also of a server that was killed`()
        async throws
    {
        let (running, killed) = (running.path + "-1", running.path + "-2")
        try await journal.backup(to: running).publish()
        await journal.submit(edits(document, 4...5))
        let left = try left()
        try StoredJournal(directory: left.path).backup(to: killed).publish()
        for (path, revision) in [(running, 3), (killed, 5)] {
            let backup = try StoredJournal(backup: path)
            let cats = try #require(try backup.documents().first)
            #expect(try backup.lastRevision(of: cats.id) == revision)
            #expect(backup.damage() == [])
        }
    }

    @Test func `FA100 a journal of version 1 gets what it lacks`() async throws {
        journal.close()
        try running.tamper(
            ["edits", "answers"].map { "ALTER TABLE \($0) DROP COLUMN counter;" }.joined()
                + ["edits", "answers", "refusals"].map { "ALTER TABLE \($0) DROP COLUMN mark;" }
                .joined() + "DROP TABLE commit_log; PRAGMA user_version = 1"
        )
        try FileManager.default.removeItem(atPath: running.file + CommitLog.suffix)
        #expect(try StoredJournal(directory: running.path).documents().count == 1)
        let updated = try running.open()
        await updated.submit([edit(document, 4, seq: 5)])
        #expect(try await found()?.revision == 4)
        updated.close()
        #expect(try running.value("PRAGMA user_version") == "\(Schema.version)")
    }
}
