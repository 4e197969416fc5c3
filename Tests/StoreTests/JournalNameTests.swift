import Store
import Testing

@testable import SQLiteStore

@Suite struct JournalNameTests {
    let directory = TestDirectory()

    @Test(arguments: StoreKind.allCases)
    func `HT19 a renamed document has its history, and its former name is known`(
        kind: StoreKind
    ) async throws {
        var journal = try directory.open(kind)
        let cats = try await journal.document("cats", epoch: 7).document
        await journal.submit(edits(cats, 1...3))
        #expect(await journal.change(.rename(name: "cats", to: "tigers")) == .done)
        // What was on its way is stored under the number, which stays.
        await journal.submit(edits(cats, 4...4))
        journal.close()
        journal = try directory.open(kind)
        defer { journal.close() }
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
    func `HT19 a name that is taken, or a document that is not there, changes nothing`(
        kind: StoreKind
    ) async throws {
        let (journal, cats) = try await directory.store(kind)
        defer { journal.close() }
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
        #expect(await journal.change(.rename(name: "cats", to: "tigers")) == .done)
        journal.close()
        journal = try directory.open(kind)
        #expect(journal.frozenNames == ["tigers"])
        #expect(await journal.change(.freeze(name: "tigers", isFrozen: false)) == .done)
        journal.close()
        journal = try directory.open(kind)
        defer { journal.close() }
        #expect(journal.frozenNames.isEmpty)
        #expect(try await journal.find("tigers")?.revision == 3)
    }

    @Test func `commits are measured`() async throws {
        let (journal, cats) = try await directory.journal()
        defer { journal.close() }
        let before = journal.measures
        await journal.submit(edits(cats, 1...5))
        let after = journal.measures
        #expect(after.commitTimes.count == before.commitTimes.count + 1)
        #expect(after.syncTimes.count == before.syncTimes.count + 1)
        #expect(after.commitEntries.sum == before.commitEntries.sum + 5)
        #expect(after.syncTimes.sum <= after.commitTimes.sum)
    }

    @Test(arguments: StoreKind.allCases)
    func `HT18 nothing is left of a deleted document, and no other gets its number`(
        kind: StoreKind
    ) async throws {
        let journal = try directory.open(kind)
        defer { journal.close() }
        let cats = try await journal.document("cats", epoch: 7).document
        await journal.submit([.client(document: cats, number: 1, key: [UInt8](0..<16))])
        await journal.submit(edits(cats, 1...3))
        await journal.submit([
            .refusal(document: cats, client: 1, seq: 4, code: "a"),
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
        guard kind == .sqlite else { return }
        for table in ["edits", "refusals", "clients", "snapshots", "images"] {
            let sql = "SELECT count(*) FROM \(table) WHERE document = \(cats)"
            #expect(try directory.value(sql) == "0", "\(table)")
        }
    }
}
