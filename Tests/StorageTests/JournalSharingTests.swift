import Testing

@testable import Storage

/// Documents that a journal shares with others, by their histories.
struct JournalSharingTests {
    let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private static func creation(_ name: String, _ epoch: UInt64) -> DirectoryChange {
        .create(name: name, epoch: epoch, time: 1, countMax: 10)
    }

    private static func place(_ sequence: Int64) -> DirectoryPlace {
        DirectoryPlace(stream: "made", sequence: sequence, chain: 1, digest: 1)
    }

    @Test func `a document is looked for by its history without looking at all of them`() throws {
        try Journal.open(directory: directory.path).close()
        let database = try Database(directory: directory.path)
        let plan = try Statement(
            database,
            "EXPLAIN QUERY PLAN " + NameTable.findingUnshared,
            "explain"
        )
        var steps: [String] = []
        try plan.forEachRow { steps.append($0.text(at: 3)) }
        #expect(steps == ["SEARCH documents USING INDEX documents_unshared (epoch=?)"])
    }

    @Test func `what others know of a document finds it by its history`() async throws {
        let journal = try Journal.open(directory: directory.path)
        defer { journal.close() }
        _ = await journal.change(Self.creation("cats", 7))
        _ = await journal.change(Self.creation("dogs", 8))
        let cats = try #require(try await journal.find("cats")).document
        let dogs = try #require(try await journal.find("dogs")).document
        await journal.submit(edits(cats, 1...3))
        await journal.share(in: "", isNew: true)
        #expect(try await journal.unshared() == ["cats", "dogs"])
        // In another history of names: the other's name first, and another document of the name.
        #expect(await journal.change(Self.creation("dogs", 7), at: Self.place(1)) == .done)
        #expect(try await journal.find("dogs")?.document == cats)
        #expect(try await journal.find("dogs")?.revision == 3)
        let aside = try #require(try await journal.unshared().first)
        #expect(aside == "dogs-8")
        #expect(try await journal.find(aside)?.document == dogs)
        let renaming = DirectoryChange.rename(name: "dogs", to: "tigers")
        #expect(await journal.change(renaming, at: Self.place(2)) == .done)
        #expect(await journal.change(Self.creation("dogs", 8), at: Self.place(3)) == .done)
        #expect(try await journal.find("dogs")?.document == dogs)
        #expect(try await journal.find("tigers")?.document == cats)
        #expect(try await journal.unshared().isEmpty)
        // Once more is another document's wish for the name.
        #expect(await journal.change(Self.creation("dogs", 8), at: Self.place(4)) == .taken)
        #expect(journal.documentCount == 0, "as it was when the journal was opened")
    }

    @Test func `a name that others give away is left to them, also by a new name`() async throws {
        let journal = try Journal.open(directory: directory.path)
        defer { journal.close() }
        _ = await journal.change(Self.creation("cats", 7))
        await journal.share(in: "", isNew: true)
        #expect(await journal.change(Self.creation("dogs", 9), at: Self.place(1)) == .done)
        let renaming = DirectoryChange.rename(name: "dogs", to: "cats")
        #expect(await journal.change(renaming, at: Self.place(2)) == .done)
        #expect(try await journal.find("cats")?.epoch == 9)
        #expect(try await journal.unshared() == ["cats-7"])
        #expect(try await journal.find("cats-7")?.epoch == 7)
    }

    @Test func `who ends to share has what it had, and no place anywhere`() async throws {
        var journal = try Journal.open(directory: directory.path)
        _ = await journal.change(Self.creation("cats", 7), at: Self.place(6))
        let cats = try #require(try await journal.find("cats")).document
        let place = StoredPlace(sequence: 9, digest: 3)
        await journal.submit(edits(cats, 1...3) + [.place(document: cats, place)])
        await journal.share(in: nil, isNew: true)
        journal.close()
        journal = try Journal.open(directory: directory.path)
        defer { journal.close() }
        #expect(journal.directoryPlace == nil && journal.lastPlaces == [0])
        let found = try #require(try await journal.find("cats"))
        #expect(found.revision == 3 && found.place == StoredPlace(sequence: 0, digest: 0))
    }
}
