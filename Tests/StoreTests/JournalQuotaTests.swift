import Store
import StoreTables
import Testing

@testable import SQLiteStore

/// What documents and users take of the disk, and documents that nobody edited.
struct JournalQuotaTests {
    private let directory = TestDirectory()

    private func make(
        _ name: String,
        by user: String = "",
        in journal: any DocumentStore
    ) async throws -> Int64 {
        let creation = DirectoryChange.create(
            name: name,
            epoch: 7,
            time: 1,
            countMax: 3,
            user: user,
            userCountMax: 2
        )
        #expect(await journal.change(creation) == .done)
        return try #require(try await journal.find(name)).document
    }

    @Test(arguments: StoreKind.allCases)
    func `CN15 a document goes unless it has an edit or a picture`(kind: StoreKind) async throws {
        var journal = try directory.open(kind)
        let empty = try await make("empty", in: journal)
        let edited = try await make("edited", in: journal)
        let painted = try await make("painted", in: journal)
        await journal.submit(edits(edited, 1...1))
        await journal.submit([.image(document: painted, image: picture(), kept: nil)])
        for name in ["empty", "edited", "painted"] {
            // Of another history nothing goes.
            await journal.change(.discard(name: name, epoch: 8))
        }
        #expect(journal.list().map(\.name) == ["edited", "empty", "painted"])
        for name in ["empty", "edited", "painted"] {
            await journal.change(.discard(name: name, epoch: 7))
        }
        #expect(journal.list().map(\.name) == ["edited", "painted"])
        // Nobody is sent away from a name because of it, and its number is not used again.
        #expect(try await journal.former("empty").isEmpty)
        let next = try await make("empty", in: journal)
        #expect(![empty, edited, painted].contains(next))
        journal.close()
        journal = try directory.open(kind)
        #expect(journal.list().map(\.name) == ["edited", "painted"])
    }

    @Test func `FA9 CN15 a document whose edits the disk lost is not taken for an empty one`()
        async throws
    {
        var journal = try directory.open()
        await journal.submit(edits(try await make("edited", in: journal), 1...1))
        journal.close()
        try directory.tamper("DELETE FROM edits")
        journal = try directory.open()
        #expect(journal.list().map(\.name) == ["edited"])
        await journal.change(.discard(name: "edited", epoch: 7))
        #expect(journal.list().map(\.name) == ["edited"])
    }

    @Test(arguments: StoreKind.allCases)
    func `CN23 a document counts from its first edit`(kind: StoreKind) async throws {
        let journal = try directory.open(kind)
        for name in ["a", "b", "c", "d"] { _ = try await make(name, by: "ada", in: journal) }
        for name in ["a", "b"] {
            let document = try #require(try await journal.find(name)).document
            await journal.submit(edits(document, 1...1))
        }
        func create(_ user: String) async -> DirectoryOutcome {
            await journal.change(
                .create(name: "e", epoch: 7, time: 1, countMax: 3, user: user, userCountMax: 2)
            )
        }
        #expect(await create("ada") == .userHasTooMany)
        let other = try await make("f", by: "bob", in: journal)
        await journal.submit(edits(other, 1...1))
        #expect(await create("bob") == .tooMany)
        #expect(journal.usage(of: other).all.documents == 3)
        #expect(journal.usage(of: other).user?.documents == 1)
        #expect(await journal.change(.delete(name: "a")) == .deleted(epoch: 7))
        #expect(await create("bob") == .done)
    }

    @Test func `CN24 what edits and pictures take outlives a restart`() async throws {
        var journal = try directory.open()
        let document = try await make("cats", by: "ada", in: journal)
        let other = try await make("dogs", by: "ada", in: journal)
        #expect(journal.usage(of: document).document.bytes == 0)
        await journal.submit(edits(document, 1...1))
        #expect(journal.usage(of: document).document.bytes == 16 << 10)
        await journal.submit(edits(document, 2...1_000))
        let bytes = journal.usage(of: document).document.bytes
        // 64 bytes each, and a message of 6 to 9 bytes.
        #expect((70_000...70_000 + 32 << 10).contains(bytes) && bytes % (16 << 10) == 0)
        let picture = picture(bytes: 50_000)
        for _ in 1...2 {
            await journal.submit([.image(document: other, image: picture, kept: nil)])
            #expect(journal.usage(of: other).document.bytes == 50_000)
        }
        #expect(journal.usage(of: other).user?.bytes == bytes + 50_000)
        journal.close()
        journal = try directory.open()
        #expect(journal.usage(of: document).document.bytes == bytes)
        #expect(journal.usage(of: other).user?.bytes == bytes + 50_000)
        #expect(await journal.change(.delete(name: "dogs")) == .deleted(epoch: 7))
        #expect(journal.usage(of: document).user?.bytes == bytes)
    }
}
