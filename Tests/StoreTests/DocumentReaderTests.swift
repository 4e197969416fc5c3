import Store
import StoreTables
import Testing

@testable import SQLiteStore

@Suite struct DocumentReaderTests {
    let directory = TestDirectory()

    /// A journal whose document "cats" has these edits, and snapshots at these revisions.
    private func journal(
        edits last: Int64,
        snapshots: [Int64] = [],
        options: JournalOptions = JournalOptions()
    ) async throws -> Journal {
        let (journal, document) = try await directory.journal(options: options)
        if last > 0 { await journal.submit(edits(document, 1...last)) }
        await journal.submit(
            snapshots.map { snapshot(document, $0, [1], chain: 2) }
        )
        return journal
    }

    @Test(arguments: [
        // last, snapshot, tail, first expected
        (last: 10, snapshot: 0, tail: 3, first: 1),
        (last: 10, snapshot: 4, tail: 3, first: 5),
        (last: 10, snapshot: 9, tail: 3, first: 8),
        (last: 10, snapshot: 10, tail: 3, first: 8),
        (last: 10, snapshot: 10, tail: 1024, first: 1),
        (last: 10, snapshot: 10, tail: 0, first: 11),
    ])
    func `edits begin after the snapshot or with the tail`(
        last: Int64,
        snapshot: Int64,
        tail: Int,
        first: Int64
    ) async throws {
        let journal = try await journal(
            edits: last,
            snapshots: snapshot > 0 ? [snapshot] : [],
            options: JournalOptions { $0.tailEdits = tail }
        )
        let stored = try #require(try await journal.find("cats"))
        #expect(stored.snapshot?.revision == (snapshot > 0 ? snapshot : nil))
        #expect(stored.edits.map(\.revision) == Array(first..<last + 1))
        #expect(stored.revision == last)
    }

    @Test func `the newest snapshots are kept, and of each stretch the first`() async throws {
        let options = JournalOptions { $0.snapshotSpacing = 5 }
        let journal = try await journal(edits: 20, snapshots: Array(2...17), options: options)
        journal.close()
        let kept = "SELECT group_concat(revision) FROM snapshots"
        #expect(try directory.value(kept) == "2,5,10,15,16,17")
    }

    @Test func `the newest snapshots are kept and a same one is replaced`() async throws {
        let options = JournalOptions { $0.snapshotSpacing = 1 }
        let journal = try await journal(edits: 9, snapshots: [2, 4, 6, 8, 8], options: options)
        #expect(try await journal.find("cats")?.snapshot?.revision == 8)
        journal.close()
        let kept = "SELECT group_concat(revision) FROM snapshots"
        #expect(try directory.value(kept) == "2,4,6,8")
    }

    @Test(arguments: [
        ("revision = 5", "edit 6 follows 4"),
        ("revision = 1", "edit 2 follows 0"),
        ("revision BETWEEN 2 AND 9", "edit 10 follows 1"),
    ])
    func `a gap is found at load`(lost: String, sentence: String) async throws {
        try await journal(edits: 10).close()
        try directory.tamper("DELETE FROM edits WHERE \(lost)")
        let journal = try directory.open()
        let what = "document cats: \(sentence) in the log"
        await #expect(throws: StorageError.corrupt(what: what)) {
            try await journal.find("cats")
        }
        // Others are served.
        #expect(try await journal.document("dogs").revision == 0)
    }

    @Test func `a gap after the snapshot and a lost end are found at load`() async throws {
        try await journal(edits: 10, snapshots: [8]).close()
        try directory.tamper("DELETE FROM edits WHERE revision <= 9")
        var journal = try directory.open()
        await #expect(throws: StorageError.self) { try await journal.find("cats") }
        journal.close()
        try directory.tamper("UPDATE edits SET revision = 7")
        journal = try directory.open()
        let what = "document cats: the log ends at edit 7, before stored state 8"
        await #expect(throws: StorageError.corrupt(what: what)) {
            try await journal.find("cats")
        }
    }

    @Test func `a damaged number is an error and no trap`() async throws {
        try await journal(edits: 3).close()
        try directory.tamper(
            """
            PRAGMA ignore_check_constraints = ON;
            UPDATE edits SET revision = 9223372036854775807, seq = -9223372036854775808
            WHERE revision = 3;
            """
        )
        let journal = try directory.open()
        await #expect(throws: StorageError.self) { try await journal.find("cats") }
    }

    @Test(arguments: StoreKind.allCases)
    func `SY7 answers are those of each client's last seqs`(kind: StoreKind) async throws {
        let options = JournalOptions { $0.answerSeqs = 4 }
        let (journal, document) = try await directory.store(kind, options: options)
        // Client 1: edits 1...10, refusals 3 and 12. Client 2: refusals only. Client 3: one edit.
        await journal.submit(edits(document, 1...10))
        await journal.submit(
            [(1, 3), (1, 12), (2, 3), (2, 4), (2, 7)].map {
                .refusal(document: document, client: $0.0, seq: $0.1, mark: 9, code: "r\($0.1)")
            }
        )
        await journal.submit(edits(document, 11...11, client: 3))
        let other = try await journal.document("dogs").document
        await journal.submit(edits(other, 1...50))

        let stored = try #require(try await journal.find("cats"))
        #expect(stored.lastSeq == [1: 12, 2: 7, 3: 11])
        #expect(stored.accepted.map(\.client) == [1, 1, 3])
        #expect(stored.accepted.map(\.seq) == [9, 10, 11])
        #expect(stored.accepted.map(\.revision) == [9, 10, 11])
        #expect(stored.refusals.map(\.client) == [1, 2, 2])
        #expect(stored.refusals.map(\.seq) == [12, 4, 7])
        #expect(stored.refusals.map(\.code) == ["r12", "r4", "r7"])
    }

    @Test func `clients come by ascending number`() async throws {
        let (journal, document) = try await directory.journal()
        let keys = (0..<3).map { [UInt8](repeating: $0, count: 16) }
        await journal.submit([
            .client(document: document, number: 3, key: keys[0]),
            .client(document: document, number: 1, key: keys[1]),
            .client(document: document, number: 2, key: keys[2]),
        ])
        let clients = try #require(try await journal.find("cats")).clients
        #expect(clients.map(\.number) == [1, 2, 3])
        #expect(clients.map(\.key) == [keys[1], keys[2], keys[0]])
    }
}
