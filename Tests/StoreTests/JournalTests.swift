import Disk
import Store
import StoreTables
import Testing

@testable import SQLiteStore

@Suite struct JournalTests {
    let directory = TestDirectory()

    @Test(arguments: StoreKind.allCases)
    func `a document is absent until it is made`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
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
            .refusal(document: document, client: 1, seq: 4, mark: 9, code: "no_such_thing"),
            snapshot(document, 2, [], chain: .max),
        ])
        journal.close()

        journal = try directory.open(kind)
        let stored = try #require(try await journal.find("cats"))
        #expect(stored.name == "cats")
        #expect(stored.epoch == 1 << 63)
        #expect(stored.snapshot?.revision == 2)
        #expect(stored.snapshot?.body == [])
        #expect(stored.snapshot?.chain == .max)
        #expect(stored.edits.map(\.revision) == [1, 2, 3])
        let last = try #require(stored.edits.last)
        #expect(last.client == 1 && last.seq == 3 && last.time == 1003)
        #expect(last.body == Array("edit 3".utf8) && last.chain == .max - 3)
        #expect(stored.clients.map(\.number) == [1])
        #expect(stored.clients.first?.key == key)
        #expect(stored.refusals.map(\.code) == ["no_such_thing"])
        #expect(stored.accepted.map(\.revision) == [1, 2, 3])
        #expect(stored.lastSeq == [1: 4])
        await journal.submit(edits(stored.document, 4...4, client: 2))
        #expect(try await journal.find("cats")?.revision == 4)
    }

    @Test(arguments: StoreKind.allCases)
    func `completions run in the order of submission`(kind: StoreKind) async throws {
        let (journal, document) = try await directory.store(kind)
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
        let (journal, document) = try await directory.store(kind)
        let revisions = Recorder<Int64?>()
        let gate = journal.hold()
        for revision in Int64(1)...3 {
            journal.submit(edits(document, revision...revision)) {}
            journal.load("cats") { revisions.record(try? $0.get()?.revision) }
        }
        gate.ring()
        await journal.submit([])
        #expect(revisions.all == [1, 2, 3])
    }

    @Test func `all that queued during a commit is one commit`() async throws {
        let journal = try directory.open()
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
        #expect(journal.measures.commitTimes.count == 1)
        #expect(journal.measures.commitEntries.sum == 400)
        #expect(journal.statistics.queuedEntries == 0)
        #expect(journal.statistics.queuedBytes == 0)
        #expect(journal.list().map(\.revision) == [100, 100, 100, 100])
    }

    @Test func `a lone submit is one commit and an empty one is none`() async throws {
        let (journal, document) = try await directory.journal()
        for revision in Int64(1)...5 {
            await journal.submit(edits(document, revision...revision))
            await journal.submit([])
        }
        let measures = journal.measures
        #expect(measures.commitTimes.count == 5 && measures.syncTimes.count == 5)
        #expect(measures.commitEntries.sum == 5)
        #expect(measures.commitTimes.sum > 0 && measures.syncTimes.sum <= measures.commitTimes.sum)
    }

    @Test(arguments: StoreKind.allCases)
    func `a completion may post again`(kind: StoreKind) async throws {
        let (journal, document) = try await directory.store(kind)
        await answer { done in
            journal.submit(edits(document, 1...1)) {
                journal.submit(edits(document, 2...2)) { done(()) }
            }
        }
        #expect(try await journal.find("cats")?.revision == 2)
    }

    @Test(arguments: StoreKind.allCases)
    func `closing commits what is queued and can be repeated`(kind: StoreKind) async throws {
        let (journal, document) = try await directory.store(kind)
        let done = Recorder<Int>()
        let gate = journal.hold()
        journal.submit(edits(document, 1...10)) { done.record(10) }
        gate.ring()
        journal.close()
        journal.close()
        #expect(done.all == [10])
        let again = try directory.open(kind)
        #expect(try await again.find("cats")?.revision == 10)
    }

    @Test(arguments: StoreKind.allCases)
    func `the list has each document's revision and time by name`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
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
        let options = JournalOptions {
            $0.checkpointPages = 8
            $0.walBytesMax = 1 << 20
            $0.commitLogBytes = 1
        }
        let (journal, document) = try await directory.journal(options: options)
        await journal.submit([])
        let before = journal.statistics.checkpoints
        await journal.submit(edits(document, 1...1000))
        await journal.submit([])
        #expect(journal.statistics.checkpoints == before + 1)
        await journal.submit([
            .image(document: document, image: picture(bytes: 3 << 20), kept: nil)
        ])
        await journal.submit([])
        #expect(journal.statistics.checkpoints == before + 2)
        #expect(try directory.size(suffix: "-wal") == 0)
    }

    @Test func `SY2 a commit is durable when it returns, and what queues meanwhile is later`()
        async throws
    {
        let (journal, document) = try await directory.journal()
        let order = Recorder<Int64>()
        var own: Int64 = 0
        // Until the writer sleeps, and has found the disk quick, a batch is submitted.
        try await until {
            own += 1
            let next = own + 1
            return journal.commit(edits(document, own...own)) { wait in
                journal.submit(edits(document, next...next)) { order.record(next) }
                let before = journal.statistics.queuedEntries
                wait()
                #expect(journal.statistics.queuedEntries == before - 1)
                order.record(own)
            } completion: {
                #expect(order.all.isEmpty)
            }
        }
        await journal.submit([])
        #expect(order.all == [own, own + 1])
        #expect(try await journal.find("cats")?.revision == own + 1)
    }

    @Test(arguments: StoreKind.allCases)
    func `a commit is a submit while the store works, or the batch is large`(
        kind: StoreKind
    ) async throws {
        let (journal, document) = try await directory.store(kind)
        let order = Recorder<Int>()
        func commit(_ revisions: ClosedRange<Int64>) -> Bool {
            journal.commit(edits(document, revisions)) { _ in
                Issue.record("Nobody waits for it.")
            } completion: {
                order.record(Int(revisions.upperBound))
            }
        }
        let gate = journal.hold()
        #expect(!commit(1...1))
        #expect(order.all == [])
        gate.ring()
        await journal.submit([])
        #expect(!commit(2...10))
        await journal.submit([])
        #expect(order.all == [1, 10])
    }

    @Test func `a write-ahead log is copied also while edits follow each change of names`()
        async throws
    {
        let options = JournalOptions { $0.checkpointPages = 1 }
        let (journal, document) = try await directory.journal(options: options)
        await journal.submit([])
        let gate = journal.hold()
        let before = journal.statistics.checkpoints
        journal.change(.create(name: "dogs", epoch: 1, time: 1, countMax: .max)) { _ in }
        journal.submit(edits(document, 1...1)) {}
        gate.ring()
        await journal.submit([])
        #expect(journal.statistics.checkpoints == before + 1)
    }
}

/// Counts in buckets.
struct HistogramTests {
    @Test func `bounds are powers of two and their middles`() {
        #expect(Histogram(powers: 1...4).bounds == [2, 3, 4, 6, 8, 12, 16])
        #expect(Histogram.times.bounds.first == 64)
        #expect(Histogram.times.bounds.last == 33_554_432)
    }

    @Test func `each value is in the first bucket whose bound it does not exceed`() {
        for value in -3...70 {
            var histogram = Histogram(powers: 1...6)
            histogram.add(value)
            let expected = histogram.bounds.firstIndex { value <= $0 } ?? histogram.bounds.count
            #expect(histogram.counts.firstIndex(of: 1) == expected, "\(value)")
            #expect(histogram.sum == max(0, value))
        }
        var histogram = Histogram.times
        for value in [0, 64, 65, 96, 97, 33_554_432, 33_554_433, .max / 4] { histogram.add(value) }
        #expect(histogram.counts[0] == 2 && histogram.counts[1] == 2 && histogram.counts[2] == 1)
        #expect(histogram.counts.suffix(2) == [1, 2])
        #expect(histogram.count == 8)
    }
}
