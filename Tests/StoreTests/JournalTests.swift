import Disk
import Store
import Testing

@testable import SQLiteStore

@Suite struct JournalTests {
    let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
    }

    @Test(arguments: StoreKind.allCases)
    func `a document is absent until it is made`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
        defer { journal.close() }
        #expect(try await journal.find("cats") == nil)
        let made = try await journal.document("cats", epoch: .max)
        #expect(made.epoch == .max)
        #expect(made.revision == 0)
        #expect(made.edits.isEmpty && made.clients.isEmpty && made.lastSeq.isEmpty)
        let found = try #require(try await journal.find("cats"))
        #expect(found.document == made.document)
        #expect(try await journal.document("cats", epoch: 7).epoch == .max)
    }

    @Test(arguments: StoreKind.allCases)
    func `reopening gives what was submitted`(kind: StoreKind) async throws {
        let key = [UInt8](0..<16)
        var journal = try directory.open(kind)
        let document = try await journal.document("cats", epoch: 1 << 63).document
        await journal.submit([.client(document: document, number: 1, key: key)])
        await journal.submit(edits(document, 1...3))
        await journal.submit([
            .refusal(document: document, client: 1, seq: 4, code: "no_such_thing"),
            .snapshot(document: document, revision: 2, body: [], chain: .max),
        ])
        journal.close()

        journal = try directory.open(kind)
        defer { journal.close() }
        let stored = try #require(try await journal.find("cats"))
        #expect(stored.name == "cats")
        #expect(stored.epoch == 1 << 63)
        #expect(stored.snapshot?.revision == 2)
        #expect(stored.snapshot?.body == [])
        #expect(stored.snapshot?.chain == .max)
        #expect(stored.edits.map(\.revision) == [1, 2, 3])
        let last = StoredEdit(
            revision: 3,
            client: 1,
            seq: 3,
            time: 1003,
            body: Array("edit 3".utf8),
            chain: .max - 3
        )
        #expect(stored.edits.last == last)
        #expect(stored.clients.map(\.number) == [1])
        #expect(stored.clients.first?.key == key)
        #expect(stored.refusals.map(\.code) == ["no_such_thing"])
        #expect(stored.answers.map(\.revision) == [1, 2, 3])
        #expect(stored.lastSeq == [1: 4])
        await journal.submit(edits(stored.document, 4...4, client: 2))
        #expect(try await journal.find("cats")?.revision == 4)
    }

    @Test(arguments: StoreKind.allCases)
    func `completions run in the order of submission`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
        defer { journal.close() }
        let document = try await journal.document("cats").document
        let order = Recorder<Int>()
        let gate = journal.hold()
        for revision in 1...300 {
            let number = Int64(revision)
            journal.submit(edits(document, number...number)) { order.record(revision) }
        }
        gate.ring()
        await journal.submit([])
        #expect(order.all == Array(1...300))
    }

    @Test(arguments: StoreKind.allCases)
    func `a load sees exactly what was submitted before it`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
        defer { journal.close() }
        let document = try await journal.document("cats").document
        let revisions = Recorder<Int64?>()
        let gate = journal.hold()
        for revision in Int64(1)...3 {
            journal.submit(edits(document, revision...revision)) {}
            journal.load("cats") { result in
                revisions.record(try? result.get()?.revision)
            }
        }
        gate.ring()
        await journal.submit([])
        #expect(revisions.all == [1, 2, 3])
    }

    @Test func `all that queued during a commit is one commit`() async throws {
        let journal = try Journal.open(directory: directory.path)
        defer { journal.close() }
        var documents: [Int64] = []
        for name in ["a", "b", "c", "d"] {
            documents.append(try await journal.document(name).document)
        }
        let gate = journal.hold()
        await withTaskGroup { group in
            for document in documents {
                group.addTask {
                    for revision in Int64(1)...100 {
                        journal.submit(edits(document, revision...revision)) {}
                    }
                }
            }
        }
        #expect(journal.statistics.queuedEntries == 400)
        #expect(journal.statistics.queuedBytes > 400 * 64)
        gate.ring()
        await journal.submit([])
        let statistics = journal.statistics
        #expect(statistics.commits == 1)
        #expect(statistics.entries == 400)
        #expect(statistics.largestBatch == 400)
        #expect(statistics.queuedEntries == 0)
        #expect(statistics.queuedBytes == 0)
        #expect(journal.list().map(\.revision) == [100, 100, 100, 100])
    }

    @Test func `a lone submit is one commit and an empty one is none`() async throws {
        let journal = try Journal.open(directory: directory.path)
        defer { journal.close() }
        let document = try await journal.document("cats").document
        for revision in Int64(1)...5 {
            await journal.submit(edits(document, revision...revision))
            await journal.submit([])
        }
        #expect(journal.statistics.commits == 5)
        #expect(journal.statistics.largestBatch == 1)
        #expect(journal.statistics.commitMicrosecondsTotal > 0)
    }

    @Test(arguments: StoreKind.allCases)
    func `a completion may post again`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
        defer { journal.close() }
        let document = try await journal.document("cats").document
        await withCheckedContinuation { continuation in
            journal.submit(edits(document, 1...1)) {
                journal.submit(edits(document, 2...2)) { continuation.resume() }
            }
        }
        #expect(try await journal.find("cats")?.revision == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `closing commits what is queued and can be repeated`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
        let document = try await journal.document("cats").document
        let done = Recorder<Int>()
        let gate = journal.hold()
        journal.submit(edits(document, 1...10)) { done.record(10) }
        gate.ring()
        journal.close()
        journal.close()
        #expect(done.all == [10])
        let again = try directory.open(kind)
        defer { again.close() }
        #expect(try await again.find("cats")?.revision == 10)
    }

    @Test(arguments: StoreKind.allCases)
    func `the list has each document's revision and time by name`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
        defer { journal.close() }
        let before = try await journal.document("new")
        #expect(before.revision == 0)
        let cats = try await journal.document("cats").document
        await journal.submit(edits(cats, 1...5))
        let list = journal.list()
        #expect(list.map(\.name) == ["cats", "new"])
        #expect(list.map(\.revision) == [5, 0])
        #expect(list[0].time == 1005)
        #expect(list[1].time > 1_700_000_000_000)
    }

    @Test func `a full write-ahead log is copied and its file cut back`() async throws {
        let options = JournalOptions(checkpointPages: 8, walBytesMax: 1 << 20)
        let journal = try Journal.open(directory: directory.path, options: options)
        let document = try await journal.document("cats").document
        await journal.submit(edits(document, 1...1000))
        #expect(journal.statistics.checkpoints == 1)
        let picture = StoredImage(
            digest: String(repeating: "a", count: 64),
            type: "image/png",
            body: [UInt8](repeating: 1, count: 3 << 20)
        )
        await journal.submit([.image(document: document, image: picture, kept: nil)])
        await journal.submit([])
        #expect(journal.statistics.checkpoints == 2)
        #expect(try directory.size(suffix: "-wal") == 0)
        journal.close()
    }
}
