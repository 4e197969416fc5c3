import Store
import StoreTables
import Testing

@testable import SQLiteStore

/// What is read of the past, and how its old end is cut off.
@Suite struct PastTests {
    let directory = TestDirectory()

    private func journal(
        _ kind: StoreKind,
        edits last: Int64,
        snapshots: [Int64] = []
    ) async throws -> (any DocumentStore, Int64) {
        let options = JournalOptions {
            $0.tailEdits = 4
            $0.answerSeqs = 4
            $0.snapshotSpacing = 1
        }
        let (journal, document) = try await directory.store(kind, options: options)
        await journal.submit(
            (Int64(1)...2).map { client in
                let key = [UInt8](repeating: UInt8(client), count: 16)
                return .client(document: document, number: client, key: key)
            }
        )
        if last > 0 { await journal.submit(edits(document, 1...last)) }
        await journal.submit(
            snapshots.map { snapshot(document, $0, [7], chain: 2) }
        )
        return (journal, document)
    }

    @Test(arguments: StoreKind.allCases)
    func `a moment is the newest snapshot up to it, and edits`(kind: StoreKind) async throws {
        let (journal, document) = try await journal(kind, edits: 20, snapshots: [5, 10])
        #expect(try await journal.past("dogs", at: nil) == nil)
        let past = try #require(try await journal.past("cats", at: nil))
        #expect(past.first == 0 && past.last == 20 && past.lastTime == 1020)
        #expect(past.revision == nil && past.base == nil && past.document == document)
        for (revision, base) in [(0, nil), (4, nil), (5, 5), (9, 5), (20, 10)] as [(Int64, Int64?)]
        {
            let past = try #require(try await journal.past("cats", at: .revision(revision)))
            #expect(past.revision == revision && past.base?.revision == base)
        }
        #expect(try await journal.past("cats", at: .revision(21))?.revision == nil)
        let some = try await journal.edits(of: document, after: 7, upTo: 9)
        #expect(some.map(\.revision) == [8, 9] && some[0].body == Array("edit 8".utf8))
    }

    @Test(arguments: StoreKind.allCases)
    func `a time is that of the last edit up to it`(kind: StoreKind) async throws {
        let (journal, _) = try await journal(kind, edits: 20)
        for (time, revision) in [(999, 0), (1001, 1), (1013, 13), (1020, 20), (5000, 20)] {
            let past = try await journal.past("cats", at: .time(Int64(time)))
            #expect(past?.revision == Int64(revision))
        }
    }

    @Test func `a slice is bounded, and the next one goes on`() async throws {
        let (journal, document) = try await journal(.sqlite, edits: 600)
        var found: [Int64] = []
        var slices = 0
        while found.last ?? 0 < 600 {
            let slice = try await journal.edits(of: document, after: found.last ?? 0, upTo: 600)
            #expect(!slice.isEmpty && slice.count <= Int(PastReader.sliceEditsMax))
            found += slice.map(\.revision)
            slices += 1
        }
        #expect(found == Array(1...600) && slices == 3)
    }

    @Test(arguments: StoreKind.allCases)
    func `HT30 by number of edits or by age, but never the tail`(kind: StoreKind) async throws {
        let (journal, document) = try await journal(kind, edits: 20)
        func cut(_ edits: Int64?, _ time: Int64?) async throws -> Int64? {
            let rule = HistoryRetention(editsMax: edits, olderThan: time)
            let cut = try await journal.findCut("cats", rule)
            #expect(cut.map { $0.document == document } ?? true)
            return cut?.revision
        }
        #expect(try await cut(nil, nil) == nil)
        #expect(try await cut(100, nil) == nil)
        #expect(try await cut(15, nil) == 5)
        #expect(try await cut(nil, 1007) == 7)
        #expect(try await cut(15, 1007) == 7)
        #expect(try await cut(1, 9999) == 16)
        #expect(
            try await journal.findCut("dogs", HistoryRetention(editsMax: 1, olderThan: 1)) == nil
        )
    }

    @Test(arguments: StoreKind.allCases)
    func `HT30 SY37 a cut leaves all that is needed`(kind: StoreKind) async throws {
        var (journal, document) = try await journal(kind, edits: 600, snapshots: [100, 500])
        await journal.submit(edits(document, 601...601, client: 2))
        await journal.submit([
            .refusal(document: document, client: 1, seq: 601, mark: 9, code: "not_emoji")
        ])
        let cut = StoredCut(document: document, revision: 550)
        #expect(await journal.cut(cut, storing: (body: [5], chain: 9)) == true)
        // A crash in between leaves a log that is whole.
        journal.close()
        let options = JournalOptions {
            $0.tailEdits = 4
            $0.answerSeqs = 60
            $0.snapshotSpacing = 1
        }
        journal = try directory.open(kind, options: options)
        let between = try #require(try await journal.past("cats", at: .revision(560)))
        #expect(between.first == 550 && between.base?.revision == 550)
        while await journal.cut(cut, storing: nil) {}
        let past = try #require(try await journal.past("cats", at: .revision(550)))
        #expect(past.first == 550 && past.last == 601 && past.base?.body == [5])
        #expect(try await journal.past("cats", at: .revision(549))?.revision == nil)
        #expect(try await journal.past("cats", at: .time(1300))?.revision == nil)
        #expect(try await journal.past("cats", at: .time(1560))?.revision == 560)
        // Nobody's seq is forgotten, and no answer of the last 60.
        let stored = try #require(try await journal.find("cats"))
        #expect(stored.lastSeq == [1: 601, 2: 601])
        let seqs = stored.accepted.filter { $0.client == 1 }.map(\.seq)
        #expect(seqs == Array(542...600))
        #expect(stored.accepted.filter { $0.client == 1 }.map(\.revision) == seqs)
        #expect(stored.edits.map(\.revision) == Array(551...601))
    }

    @Test(arguments: StoreKind.allCases)
    func `HT18 HT30 a cut of what is gone, or too much, is none`(kind: StoreKind) async throws {
        let (journal, document) = try await journal(kind, edits: 20)
        let state = (body: [UInt8(5)], chain: UInt64(9))
        let far = StoredCut(document: document, revision: 17)
        #expect(await !journal.cut(far, storing: state))
        #expect(try await journal.past("cats", at: nil)?.first == 0)
        let gone = StoredCut(document: 99, revision: 1)
        #expect(await !journal.cut(gone, storing: state))
        #expect(await journal.change(.delete(name: "cats")) != .missing)
        #expect(await !journal.cut(StoredCut(document: document, revision: 5), storing: state))
        #expect(try await journal.find("cats") == nil)
    }
}
