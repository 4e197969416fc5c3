import Store
import StoreTables
import Testing

@testable import SQLiteStore

@Suite struct JournalNameTests {
    let directory = TestDirectory()

    @Test(arguments: StoreKind.allCases)
    func `HT19 a renamed document keeps its history and former name`(kind: StoreKind) async throws {
        var journal = try directory.open(kind)
        let cats = try await journal.document("cats", epoch: 7).document
        await journal.submit(edits(cats, 1...3))
        #expect(await journal.change(.rename(name: "cats", to: "tigers")) == .done)
        // What was on its way is stored under the number, which stays.
        await journal.submit(edits(cats, 4...4))
        journal.close()
        journal = try directory.open(kind)
        #expect(try await journal.find("cats") == nil)
        let tigers = try #require(try await journal.find("tigers"))
        #expect(tigers.document == cats && tigers.epoch == 7 && tigers.revision == 4)
        #expect(try await journal.former("cats") == [FormerDocument(epoch: 7, name: "tigers")])
        #expect(try await journal.former("tigers").isEmpty)
        // The newest name counts, however many there were.
        #expect(await journal.change(.rename(name: "tigers", to: "lions")) == .done)
        #expect(try await journal.former("cats") == [FormerDocument(epoch: 7, name: "lions")])
    }

    @Test(arguments: StoreKind.allCases)
    func `HT19 a taken name, or a missing document, changes nothing`(kind: StoreKind) async throws {
        let (journal, cats) = try await directory.store(kind)
        let dogs = try await journal.document("dogs").document
        #expect(await journal.change(.rename(name: "cats", to: "dogs")) == .taken)
        #expect(await journal.change(.rename(name: "mice", to: "rats")) == .missing)
        #expect(try await journal.find("cats")?.document == cats)
        #expect(try await journal.find("dogs")?.document == dogs)
        #expect(try await journal.former("cats").isEmpty)
    }

    @Test(arguments: StoreKind.allCases)
    func `CN20 a frozen document stays so until it is told otherwise`(kind: StoreKind) async throws
    {
        var journal = try directory.open(kind)
        let cats = try await journal.document("cats").document
        _ = try await journal.document("dogs")
        #expect(journal.frozenNames.isEmpty)
        #expect(await journal.change(.freeze(name: "mice", isFrozen: true)) == .missing)
        #expect(await journal.change(.freeze(name: "cats", isFrozen: true)) == .done)
        #expect(await journal.change(.freeze(name: "cats", isFrozen: true)) == .done)
        // It stores what it is given all the same.
        await journal.submit(edits(cats, 1...3))
        journal.close()
        journal = try directory.open(kind)
        #expect(journal.frozenNames == ["cats"])
        #expect(await journal.change(.rename(name: "cats", to: "tigers")) == .frozen)
        #expect(await journal.change(.delete(name: "cats")) == .frozen)
        #expect(try await journal.find("cats")?.isFrozen == true)
        #expect(await journal.change(.freeze(name: "cats", isFrozen: false)) == .done)
        journal.close()
        journal = try directory.open(kind)
        #expect(journal.frozenNames.isEmpty)
        let thawed = try #require(try await journal.find("cats"))
        #expect(thawed.revision == 3 && !thawed.isFrozen)
    }

    @Test(arguments: StoreKind.allCases)
    func `HT18 a deleted document leaves nothing but its number used`(kind: StoreKind) async throws
    {
        let journal = try directory.open(kind)
        let cats = try await journal.document("cats", epoch: 7).document
        await journal.submit([.client(document: cats, number: 1, key: [UInt8](0..<16))])
        await journal.submit(edits(cats, 1...3))
        await journal.submit([
            .refusal(document: cats, client: 1, seq: 4, mark: 9, code: "a"),
            .image(document: cats, image: picture(), kept: nil),
        ])
        #expect(await journal.change(.delete(name: "cats")) == .deleted(epoch: 7))
        #expect(await journal.change(.delete(name: "cats")) == .missing)
        // A state that was still being encoded comes too late, and harms nothing.
        await journal.submit([snapshot(cats, 3, [1], chain: 1)])
        #expect(try await journal.former("cats") == [FormerDocument(epoch: 7, name: nil)])
        let new = try await journal.document("cats", epoch: 8)
        #expect(new.document != cats)
        #expect(new.revision == 0 && new.clients.isEmpty && new.snapshot == nil)
        await journal.submit(edits(new.document, 1...1))
        #expect(try await journal.find("cats")?.revision == 1)
        journal.close()
        for table in ["edits", "refusals", "clients", "snapshots", "images"] {
            let sql = "SELECT count(*) FROM \(table) WHERE document = \(cats)"
            #expect(try directory.value(sql, in: kind) == "0", "\(table)")
        }
    }
}

/// Changes of names that come in a row, and share a transaction.
@Suite struct JournalChangeTests {
    private let directory: TestDirectory
    private let writer: JournalWriter
    /// What came of each change, in the order of the answers.
    private let outcomes = Recorder<DirectoryOutcome>()

    init() throws {
        directory = TestDirectory()
        writer = try JournalWriter(
            directory: directory.path,
            options: JournalOptions(),
            queue: CommandQueue()
        )
    }

    private func post(_ change: DirectoryChange) {
        writer.commands.append(.change(change) { [outcomes] in outcomes.record($0) })
    }

    private func postCreations(_ count: Int, countMax: Int) {
        for number in 1...count {
            let name = String(repeating: "n", count: 40) + "\(number)"
            post(.create(name: name, epoch: UInt64(number), time: 5, countMax: countMax))
        }
    }

    @Test func `changes in a row are one transaction, each with what came of it`() throws {
        postCreations(200, countMax: 300)
        post(.create(name: "cats", epoch: 1_001, time: 5, countMax: 300))
        post(.create(name: "cats", epoch: 1_002, time: 5, countMax: 300))
        post(.rename(name: "cats", to: "dogs"))
        post(.delete(name: "dogs"))
        post(.rename(name: "dogs", to: "cats"))
        let pages = writer.database.logPages
        try writer.work()
        // One by one they take two or three pages each.
        #expect(writer.database.logPages - pages < 100)
        let last: [DirectoryOutcome] = [.done, .taken, .done, .deleted(epoch: 1_001), .missing]
        #expect(outcomes.all == Array(repeating: .done, count: 200) + last)
    }

    @Test func `FA8 CN15 nobody gets a document while its end waits for room`() throws {
        post(.create(name: "cats", epoch: 1, time: 5, countMax: 9))
        try writer.work()
        let pages = try writer.database.value("PRAGMA page_count", "count pages")
        _ = try writer.database.value("PRAGMA max_page_count = \(Int(pages) ?? 0)", "bound pages")
        postCreations(400, countMax: 900)
        post(.discard(name: "cats", epoch: 1))
        let loaded = Recorder<DirectoryOutcome>()
        writer.commands.append(
            .load(name: "cats") { result in
                loaded.record((try? result.get()) == nil ? .missing : .taken)
            }
        )
        try writer.work()
        #expect(writer.stall != nil && loaded.all.isEmpty)
        _ = try writer.database.value("PRAGMA max_page_count = 100000", "bound pages")
        try writer.work()
        #expect(loaded.all == [.missing])
    }

    @Test func `FA8 nobody gets a document before what waits for room is stored`() throws {
        post(.create(name: "cats", epoch: 1, time: 5, countMax: 9))
        try writer.work()
        let document = try #require(try writer.tables.statements.document("cats")).id
        let pages = try writer.database.value("PRAGMA page_count", "count pages")
        _ = try writer.database.value("PRAGMA max_page_count = \(Int(pages) ?? 0)", "bound pages")
        let body = [UInt8](repeating: 7, count: 20_000)
        writer.commands.append(.submit([edit(document, 1, body: body)]) {})
        let loaded = Recorder<Int64>()
        writer.commands.append(
            .load(name: "cats") { loaded.record((try? $0.get())?.revision ?? -1) }
        )
        try writer.work()
        #expect(writer.stall != nil && loaded.all.isEmpty)
        _ = try writer.database.value("PRAGMA max_page_count = 100000", "bound pages")
        try writer.work()
        #expect(loaded.all == [1])
    }

    @Test func `FA8 a disk without room takes back all of them, and what was counted`() throws {
        let pages = try writer.database.value("PRAGMA page_count", "count pages")
        let most = (Int(pages) ?? 0) + 4
        _ = try writer.database.value("PRAGMA max_page_count = \(most)", "bound pages")
        postCreations(400, countMax: 400)
        try writer.work()
        #expect(writer.stall != nil && writer.commands.count == 400)
        #expect(outcomes.all.isEmpty)
        try writer.work()
        _ = try writer.database.value("PRAGMA max_page_count = 100000", "bound pages")
        try writer.work()
        #expect(writer.stall == nil)
        #expect(outcomes.all == Array(repeating: .done, count: 400))
        #expect(writer.queue.index.list().count == 400)
    }
}

@Suite struct JournalRevocationTests {
    let directory = TestDirectory()

    @Test(arguments: StoreKind.allCases)
    func `AC11 what was revoked stays so until it is taken back`(kind: StoreKind) async throws {
        var journal = try directory.open(kind)
        #expect(journal.revoked.isEmpty)
        let words = [
            StoredRevocation(.id, "7f3a", time: 5),
            StoredRevocation(.user, "ada", time: 9),
            // Another one's, of the same name.
            StoredRevocation(.user, "7f3a", time: 6),
        ]
        for word in words { await journal.change(.revoke(word)) }
        // The same bytes in another case or composition are another user.
        await journal.change(.revoke(StoredRevocation(.user, "Ada", time: 1)))
        // A word that reaches less far changes nothing.
        await journal.change(.revoke(StoredRevocation(.user, "ada", time: 8)))
        journal.close()
        journal = try directory.open(kind)
        #expect(Set(journal.revoked) == Set(words + [StoredRevocation(.user, "Ada", time: 1)]))
        await journal.change(.pardon(StoredRevocation(.user, "ada", time: 0)))
        journal.close()
        journal = try directory.open(kind)
        #expect(!journal.revoked.contains { $0.subject == "ada" })
        #expect(journal.revoked.count == 3)
    }
}
