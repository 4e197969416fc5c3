import Disk
import Store
import StoreTables
import Testing

@testable import SQLiteStore

@Suite struct JournalImageTests {
    let directory = TestDirectory()

    private func kept(
        _ journal: any DocumentStore,
        _ letters: String,
        of name: String
    ) async throws -> String {
        var found = ""
        for letter in letters {
            let image = try await journal.image(picture(letter).digest, of: name)
            if let image {
                #expect(image.body.first == letter.asciiValue)
                found.append(letter)
            }
        }
        return found
    }

    @Test(arguments: StoreKind.allCases)
    func `HT13 HT14 an image is durable, and its document's own`(kind: StoreKind) async throws {
        var journal = try directory.open(kind)
        let cats = try await journal.document("cats").document
        _ = try await journal.document("dogs")
        let image = picture("a", bytes: 300_000)
        await journal.submit([.image(document: cats, image: image, kept: nil)])
        journal.close()
        journal = try directory.open(kind)
        #expect(try await journal.image(image.digest, of: "cats") == image)
        #expect(try await journal.image(image.digest, of: "dogs") == nil)
        #expect(try await journal.image(image.digest, of: "nobody") == nil)
        #expect(try await journal.image(picture("b").digest, of: "cats") == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `HT15 the oldest go first, the newest and the kept never`(kind: StoreKind) async throws {
        let options = JournalOptions { $0.imagesBytesMax = 100 }
        let (journal, cats) = try await directory.store(kind, options: options)
        let dogs = try await journal.document("dogs").document
        func keep(_ letter: Character, bytes: Int, kept: Character? = nil, of document: Int64) async
        {
            let entry = JournalEntry.image(
                document: document,
                image: picture(letter, bytes: bytes),
                kept: kept.map { picture($0).digest }
            )
            await journal.submit([entry])
        }
        await keep("z", bytes: 90, of: dogs)
        for letter in "abc" { await keep(letter, bytes: 30, of: cats) }
        #expect(try await kept(journal, "abc", of: "cats") == "abc")
        // Sent again, it is the newest.
        await keep("a", bytes: 30, of: cats)
        await keep("d", bytes: 30, of: cats)
        #expect(try await kept(journal, "abcd", of: "cats") == "acd")
        await keep("e", bytes: 60, kept: "c", of: cats)
        #expect(try await kept(journal, "abcde", of: "cats") == "ce")
        // One that is too large by itself is kept alone, beside the background's.
        await keep("f", bytes: 200, kept: "c", of: cats)
        #expect(try await kept(journal, "abcdef", of: "cats") == "cf")
        #expect(try await kept(journal, "z", of: "dogs") == "z")
    }
}

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

    @Test(arguments: StoreKind.allCases)
    func `FA86 edits are durable before a large state is whole`(kind: StoreKind) async throws {
        let (journal, document) = try await directory.store(kind)
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
        let stored = try #require(try await directory.open(kind).find("cats"))
        #expect(stored.snapshot?.body == body && stored.revision == 3)
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
        var journal = try directory.open()
        let document = try await journal.document("cats").document
        await journal.submit(edits(document, 1...2))
        await journal.submit([state(document, at: 1)])
        journal.close()
        try directory.tamper(
            "INSERT INTO snapshot_parts VALUES (\(document), 2, 0, zeroblob(65536))"
        )
        journal = try directory.open()
        #expect(try await journal.find("cats")?.snapshot?.revision == 1)
        await journal.submit([state(document, at: 2)])
        #expect(try await journal.find("cats")?.snapshot?.revision == 2)
        #expect(try await journal.find("cats")?.snapshot?.body == body)
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
