import Foundation
import Store
import StoreTables
import Testing

@testable import SQLiteStore

/// Journals that are put together and take the place of others.
@Suite struct JournalPlaceTests {
    let old: TestDirectory
    let backed: TestDirectory

    init() throws {
        old = TestDirectory()
        backed = TestDirectory()
    }

    /// Makes a journal of these documents, each with so many edits, and leaves it with its log.
    private func fill(_ directory: TestDirectory, _ documents: [(String, Int64)]) async throws {
        let journal = try directory.open()
        for (index, (name, count)) in documents.enumerated() {
            let document = try await journal.document(name, epoch: UInt64(index + 1)).document
            let key = [UInt8](repeating: UInt8(index + 1), count: 16)
            await journal.submit([.client(document: document, number: 1, key: key)])
            await journal.submit(edits(document, 1...count))
            await journal.submit([
                .refusal(document: document, client: 1, seq: count + 1, mark: 9, code: "no_emoji")
            ])
        }
        journal.close()
    }

    /// Puts a journal that is made of another, or of the old one, in the old one's place.
    private func rebuild(
        from source: StoredJournal? = nil,
        _ change: (JournalBuilder) throws -> Void
    ) throws {
        let place = try JournalPlace(directory: old.path)
        let journal = if let source { source } else { try place.journal() }
        let builder = try JournalBuilder(from: journal, for: place)
        try change(builder)
        try place.put(builder.draft, keepingOldIn: "before")
    }

    private func names(_ directory: TestDirectory, _ folder: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: directory.path + "/" + folder).sorted()
    }

    private func revisions(_ path: String) async throws -> [String: Int64] {
        let journal = try Journal.open(directory: path)
        defer { journal.close() }
        let list = journal.list()
        return Dictionary(uniqueKeysWithValues: list.map { ($0.name, $0.revision) })
    }

    @Test func `a journal is replaced as a whole, and what was there is kept`() async throws {
        try await fill(old, [("cats", 3)])
        try await fill(backed, [("cats", 2), ("dogs", 5)])
        let source = try StoredJournal(directory: backed.path)
        do {
            let place = try JournalPlace(directory: old.path)
            let hasJournal = place.hasJournal
            #expect(hasJournal)
            let builder = try JournalBuilder(from: source, for: place)
            for document in try source.documents() {
                try builder.renew(document.id, epoch: 77)
            }
            try place.put(builder.draft, keepingOldIn: "before")
            #expect(throws: StorageError.self) { try Journal.open(directory: old.path) }
        }
        #expect(try names(old) == ["before", "journal.sqlite", "lock"])
        #expect(try await revisions(old.path) == ["cats": 2, "dogs": 5])
        #expect(try await revisions(old.path + "/before") == ["cats": 3])
        let journal = try old.open()
        #expect(try await journal.find("cats")?.epoch == 77)
    }

    @Test func `one document is taken over, and the others stay`() async throws {
        try await fill(old, [("birds", 4), ("cats", 3), ("dogs", 1)])
        try await fill(backed, [("dogs", 5), ("cats", 2)])
        let backup = backed.path + "/backup.sqlite"
        try StoredJournal(directory: backed.path).backup(to: backup).publish()
        let source = try StoredJournal(backup: backup)
        let dogs = try #require(try source.documents().first { $0.name == "dogs" })
        try rebuild { try $0.renew($0.take(dogs, from: source), epoch: 77) }
        #expect(try await revisions(old.path) == ["birds": 4, "cats": 3, "dogs": 5])
        let journal = try old.open()
        let taken = try #require(try await journal.find("dogs"))
        #expect(taken.epoch == 77)
        #expect(taken.clients.map(\.key.first) == [1])
        #expect(taken.lastSeq == [1: 6])
        #expect(try await journal.find("cats")?.epoch == 2)
    }

    @Test func `a deleted document comes back under its name for those who knew it`() async throws {
        try await fill(old, [("cats", 3)])
        let backup = backed.path + ".sqlite"
        try StoredJournal(directory: old.path).backup(to: backup).publish()
        var journal = try old.open()
        await journal.change(.delete(name: "cats"))
        #expect(try await journal.former("cats").count == 1)
        journal.close()
        let source = try StoredJournal(backup: backup)
        let cats = try #require(try source.documents().first)
        try rebuild { _ = try $0.take(cats, from: source) }
        journal = try old.open()
        #expect(try await journal.find("cats")?.revision == 3)
        #expect(try await journal.former("cats").isEmpty)
    }

    @Test func `SY13 refusals that were dropped are refusals again in a window that moves back`()
        async throws
    {
        var journal = try backed.open()
        let cats = try await journal.document("cats").document
        await journal.submit(edits(cats, 1...1))
        await journal.submit([
            .refusal(document: cats, client: 1, seq: 2, mark: 9, code: "too_many")
        ])
        await journal.submit([edit(cats, 2, seq: 3)])
        for seq in 4...300 {
            await journal.submit([
                .refusal(document: cats, client: 1, seq: Int64(seq), mark: 9, code: "too_many")
            ])
        }
        await journal.submit([edit(cats, 3, seq: 301)])
        journal.close()
        try rebuild(from: StoredJournal(directory: backed.path)) {
            try $0.cut(cats, after: 2, state: nil)
        }
        journal = try old.open()
        let stored = try #require(try await journal.find("cats"))
        #expect(stored.lastSeq == [1: 3])
        #expect(stored.accepted.map(\.seq) == [1, 3])
        #expect(stored.refusals.map(\.seq) == [2])
    }

    @Test func `a document that is cut back has seqs without gaps`() async throws {
        try await fill(backed, [("cats", 5)])
        let source = try StoredJournal(directory: backed.path)
        let cats = try #require(try source.documents().first)
        let state = StoredSnapshot(revision: 3, body: [1, 2], chain: 9)
        try rebuild(from: source) { try $0.cut(cats.id, after: 3, state: state) }
        #expect(try names(old) == ["journal.sqlite", "lock"])
        let journal = try old.open()
        let stored = try #require(try await journal.find("cats"))
        #expect(stored.revision == 3)
        #expect(stored.snapshot?.body == [1, 2])
        #expect(stored.lastSeq == [1: 3])
        #expect(stored.refusals.isEmpty)
    }

    @Test func `a directory without a journal is told, and none is made`() throws {
        let nowhere = StorageError.noJournal(directory: old.path)
        #expect(throws: nowhere) { try StoredJournal(directory: old.path) }
        #expect(!FileManager.default.fileExists(atPath: old.path))
    }
}
