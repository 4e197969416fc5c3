import Store
import StoreTables
import Testing

/// The answers to a client's older edits, which a hello asks for by their marks.
@Suite struct StoredAnswerTests {
    private let directory = TestDirectory()

    /// A document in which clients 1 and 2 edit in turn, each with seqs of its own.
    private func store(
        _ kind: StoreKind,
        edits count: Int64,
        options: JournalOptions = JournalOptions()
    ) async throws -> (any DocumentStore, document: Int64) {
        let (store, document) = try await directory.store(kind, options: options)
        await store.submit(
            (1...2).map {
                .client(document: document, number: $0, key: [UInt8](1...15) + [UInt8($0)])
            }
        )
        let edits = (1...count).map { revision in
            edit(document, revision, client: 2 - revision % 2, seq: (revision + 1) / 2)
        }
        await store.submit(edits)
        return (store, document)
    }

    private func answers(
        _ store: any DocumentStore,
        of document: Int64,
        before seq: Int64,
        after revision: Int64
    ) async throws -> StoredAnswers {
        try await answer {
            store.answers(of: document, to: 1, before: seq, after: revision, completion: $0)
        }.get()
    }

    @Test(arguments: StoreKind.allCases)
    func `SY37 a client's answers are found in slices, the latest first, back to a position`(
        kind: StoreKind
    ) async throws {
        let slice = DocumentReader.answersMax
        let (store, document) = try await store(kind, edits: 4 * slice)
        let first = try await answers(store, of: document, before: 2 * slice + 1, after: 100)
        #expect(first.answers.map(\.seq) == (slice + 1...2 * slice).reversed())
        #expect(first.answers.allSatisfy { $0.client == 1 && $0.mark == UInt64(1_000 + $0.seq) })
        #expect(first.rest == .more(before: slice + 1))
        let rest = try await answers(store, of: document, before: slice + 1, after: 100)
        // Seq 51 became revision 101.
        #expect(rest.answers.map(\.seq) == (51...slice).reversed())
        #expect(rest.rest == .none)
        guard case .accepted(101, _)? = rest.answers.last?.verdict else {
            Issue.record("\(rest.answers)")
            return
        }
    }

    @Test(arguments: StoreKind.allCases)
    func `SY39 the store finds the last answers of a trimmed log, and says that others are missing`(
        kind: StoreKind
    ) async throws {
        let options = JournalOptions {
            $0.tailEdits = 4
            $0.answerSeqs = 8
        }
        let (store, document) = try await store(kind, edits: 60, options: options)
        let rule = HistoryRetention(editsMax: 10, olderThan: nil)
        let cut = try #require(try await store.findCut("cats", rule))
        #expect(cut.revision == 50)
        #expect(await store.cut(cut, storing: (body: [1], chain: 9)) == false)
        let found = try await answers(store, of: document, before: 31, after: 20)
        // Seqs 26 to 30 are in the log, and those before are answered for the last eight.
        #expect(found.answers.map(\.seq) == (23...30).reversed())
        #expect(found.answers.allSatisfy { $0.mark == UInt64(1_000 + $0.seq) })
        #expect(found.rest == .trimmed)
        // All that came after this position is there.
        let later = try await answers(store, of: document, before: 31, after: 54)
        #expect(later.answers.map(\.seq) == [30, 29, 28])
        #expect(later.rest == .none)
    }
}
