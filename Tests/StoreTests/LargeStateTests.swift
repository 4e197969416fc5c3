import Disk
import Store
import Testing

@testable import SQLiteStore

/// States that are stored in parts, between which others are served.
struct LargeStateTests {
    private let directory: TestDirectory
    private let body = (0..<5 * SnapshotTable.partBytes / 2).map {
        UInt8(truncatingIfNeeded: $0 / 7)
    }

    init() throws { directory = TestDirectory() }

    private func state(_ document: Int64, at revision: Int64) -> JournalEntry {
        snapshot(document, revision, body, chain: 2)
    }

    private func count(_ table: String) throws -> String {
        try directory.value("SELECT count(*) FROM \(table)")
    }

    @Test func `FA86 edits are durable before a large state is whole`() async throws {
        let (journal, document) = try await directory.journal()
        await journal.submit(edits(document, 1...1))
        let order = Recorder<String>()
        let gate = journal.hold()
        journal.submit([state(document, at: 1)]) { order.record("state") }
        for revision in 2...3 {
            let edit = edits(document, Int64(revision)...Int64(revision))
            journal.submit(edit) { order.record("edit \(revision)") }
        }
        gate.ring()
        journal.close()
        #expect(order.all == ["edit 2", "edit 3", "state"])
        #expect(journal.statistics.queuedBytes == 0)
        #expect(try count("snapshot_parts") == "2")
    }

    @Test func `a large state is read back, and goes whole`() async throws {
        let options = JournalOptions { $0.snapshotsKept = 1 }
        let (journal, document) = try await directory.journal(options: options)
        await journal.submit(edits(document, 1...3))
        for revision in 1...3 { await journal.submit([state(document, at: Int64(revision))]) }
        #expect(try await journal.find("cats")?.snapshot?.body == body)
        // The same again changes nothing.
        await journal.submit([state(document, at: 3)])
        #expect(try await journal.find("cats")?.snapshot?.body == body)
        journal.close()
        let kept = try StoredJournal(directory: directory.path).snapshots(of: document)
        #expect(kept.map(\.revision) == [1, 3])
        #expect(kept.allSatisfy { $0.body == body })
        #expect(try count("snapshot_parts") == "4")
    }

    @Test func `FA1 parts of a state that was not finished are dropped`() async throws {
        var journal = try Journal.open(directory: directory.path)
        let document = try await journal.document("cats").document
        await journal.submit(edits(document, 1...2))
        await journal.submit([state(document, at: 1)])
        journal.close()
        try directory.tamper(
            "INSERT INTO snapshot_parts VALUES (\(document), 2, 0, zeroblob(65536))"
        )
        journal = try Journal.open(directory: directory.path)
        #expect(try await journal.find("cats")?.snapshot?.revision == 1)
        await journal.submit([state(document, at: 2)])
        #expect(try await journal.find("cats")?.snapshot?.revision == 2)
        #expect(try await journal.find("cats")?.snapshot?.body == body)
        journal.close()
    }

    @Test func `a document takes the parts of its states with it`() async throws {
        let (journal, document) = try await directory.journal()
        await journal.submit(edits(document, 1...1))
        let gate = journal.hold()
        let isStored = Recorder<Bool>()
        journal.submit([state(document, at: 1)]) { isStored.record(true) }
        journal.change(.delete(name: "cats")) { _ in }
        gate.ring()
        journal.close()
        #expect(isStored.all == [true])
        #expect(try count("snapshot_parts") == "0")
    }
}
