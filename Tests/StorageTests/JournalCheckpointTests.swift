import Testing

@testable import Storage

/// What another journal has of a document, in the place of what is here.
struct JournalCheckpointTests {
    let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    /// A checkpoint at a revision, after edits from a base on; chains as those of `edits`.
    private static func checkpoint(
        at revision: Int64,
        from base: Int64,
        chain: UInt64? = nil,
        _ edits: [StoredEdit] = []
    ) -> StoredCheckpoint {
        StoredCheckpoint(
            place: StoredPlace(sequence: 40, digest: 4),
            snapshot: (revision, Array("state".utf8), .max - UInt64(revision)),
            base: (base, chain ?? (base == 0 ? 0 : .max - UInt64(base))),
            edits: edits,
            clients: [([UInt8](0..<16), 0), ([UInt8](1..<17), .max)],
            answers: (revision - 1...revision).map { (1, $0, $0) },
            refusals: [(2, 1, "no")]
        )
    }

    private static func edit(_ revision: Int64) -> StoredEdit {
        StoredEdit(
            revision: revision,
            client: 1,
            seq: revision,
            time: 5,
            body: Array("other".utf8),
            chain: .max - UInt64(revision)
        )
    }

    /// A journal with edits 1 to 5 of a document, one client, and a refusal.
    private func filled() async throws -> (Journal, Int64) {
        let journal = try Journal.open(directory: directory.path)
        let cats = try await journal.document("cats").document
        await journal.submit(
            [.client(document: cats, number: 1, key: [UInt8](0..<16))] + edits(cats, 1...5)
                + [.refusal(document: cats, client: 1, seq: 6, code: "old")]
        )
        return (journal, cats)
    }

    @Test func `what is behind is replaced whole`() async throws {
        let (journal, cats) = try await filled()
        defer { journal.close() }
        await journal.submit([.checkpoint(document: cats, Self.checkpoint(at: 90, from: 90))])
        let found = try #require(try await journal.find("cats"))
        #expect(found.revision == 90 && found.edits.isEmpty)
        #expect(found.place == StoredPlace(sequence: 40, digest: 4))
        #expect(found.snapshot?.body == Array("state".utf8))
        #expect(found.clients.map(\.number) == [1, 2])
        #expect(found.clients.map(\.home) == [0, .max])
        #expect(found.lastSeq == [1: 90, 2: 1])
        #expect(found.answers.map(\.revision) == [89, 90])
        #expect(found.refusals.map(\.code) == ["no"])
        // The log goes on from there.
        await journal.submit(edits(cats, 91...92))
        #expect(try await journal.find("cats")?.edits.map(\.revision) == [91, 92])
    }

    @Test func `what is ahead goes, and what both have stays`() async throws {
        let (journal, cats) = try await filled()
        defer { journal.close() }
        let new = [Self.edit(4), Self.edit(5), Self.edit(6)]
        let checkpoint = Self.checkpoint(at: 6, from: 3, new)
        await journal.submit([.checkpoint(document: cats, checkpoint)])
        let found = try #require(try await journal.find("cats"))
        #expect(found.edits.map(\.revision) == [1, 2, 3, 4, 5, 6])
        let bodies = found.edits.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies == ["edit 1", "edit 2", "edit 3", "other", "other", "other"])
        #expect(found.lastSeq == [1: 6, 2: 1])
        #expect(found.answers.map(\.revision) == [1, 2, 3, 4, 5, 6])
        // At the very state that is here nothing of it goes either.
        await journal.submit([.checkpoint(document: cats, Self.checkpoint(at: 6, from: 6))])
        #expect(try await journal.find("cats")?.edits.count == 6)
    }

    @Test func `a revision of another history is not common`() async throws {
        let (journal, cats) = try await filled()
        defer { journal.close() }
        let checkpoint = Self.checkpoint(at: 4, from: 3, chain: 1, [Self.edit(4)])
        await journal.submit([.checkpoint(document: cats, checkpoint)])
        let found = try #require(try await journal.find("cats"))
        #expect(found.revision == 4 && found.edits.isEmpty)
        #expect(found.answers.map(\.revision) == [3, 4])
    }

    @Test func `a document that is gone has no use for a checkpoint`() async throws {
        let (journal, cats) = try await filled()
        defer { journal.close() }
        _ = await journal.change(.delete(name: "cats"))
        await journal.submit([.checkpoint(document: cats, Self.checkpoint(at: 90, from: 90))])
        #expect(try await journal.find("cats") == nil)
    }
}
