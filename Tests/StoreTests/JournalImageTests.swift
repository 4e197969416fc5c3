import Store
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
        defer { journal.close() }
        #expect(try await journal.image(image.digest, of: "cats") == image)
        #expect(try await journal.image(image.digest, of: "dogs") == nil)
        #expect(try await journal.image(image.digest, of: "nobody") == nil)
        #expect(try await journal.image(picture("b").digest, of: "cats") == nil)
    }

    @Test(arguments: StoreKind.allCases)
    func `HT15 the oldest go first, the newest and the background's never`(
        kind: StoreKind
    ) async throws {
        let options = JournalOptions { $0.imagesBytesMax = 100 }
        let (journal, cats) = try await directory.store(kind, options: options)
        defer { journal.close() }
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
