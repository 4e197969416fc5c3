import EmojiArt
import Foundation
import TestKit
import Testing

struct EmojiArtFileWriteTests {
    /// Imports a file into an empty document as a client that added nothing yet would.
    private static func importing(_ file: [UInt8], client: Int = 1) throws -> Document {
        let imported = try EmojiArtFile.read(file)
        let emojis = try #require(imported.newEmojis(client: client, after: 0))
        var document = Document()
        try document.apply(.background(imported.background))
        try document.apply(.add(emojis))
        return document
    }

    private static func written(_ document: Document) -> String {
        String(decoding: EmojiArtFile.write(document), as: UTF8.self)
    }

    /// A text of JSON with its keys in order: two texts of one value come out the same.
    private static func sorted(_ text: [UInt8]) throws -> String {
        let value = try JSONSerialization.jsonObject(with: Data(text))
        let data = try JSONSerialization.data(withJSONObject: value, options: .sortedKeys)
        return String(decoding: data, as: UTF8.self)
    }

    @Test func `J1 an empty document has its required keys`() {
        #expect(Self.written(Document()) == #"{"emojis":[],"uniqueEmojiId":0}"#)
    }

    @Test func `J5 keys are sorted and slashes plain`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: -200, y: 150))
        try document.apply(.background(Fixture.background("https://example.org/a.png")))
        #expect(
            Self.written(document) == """
                {"background":"https://example.org/a.png","emojis":[{"id":1,"position":\
                {"x":-200,"y":150},"size":40,"string":"🚲"}],"uniqueEmojiId":1}
                """
        )
    }

    @Test(arguments: [AppFiles.year2023, #"{"emojis":[],"uniqueEmojiId":0}"#])
    func `J9 a 2023 file imported and exported is an equal JSON value`(file: String) throws {
        for client in [1, 77] {
            let document = try Self.importing(Array(file.utf8), client: client)
            #expect(
                try Self.sorted(EmojiArtFile.write(document)) == Self.sorted(Array(file.utf8))
            )
        }
    }

    @Test(arguments: [AppFiles.year2021, AppFiles.year2020])
    func `J9 a round trip through an older file keeps every position on the screen`(
        file: String
    ) throws {
        let exported = try EmojiArtFile.read(
            EmojiArtFile.write(Self.importing(Array(file.utf8)))
        )
        // The older file has y down, as the screen; the newer one y up.
        #expect(
            exported.emojis.map { [$0.x, -$0.y, $0.size] } == [[-200, 150, 40], [5, -60, 80]]
        )
        #expect(exported.emojis.map(\.text.string) == ["🚲", "☀️"])
        #expect(exported.background == Fixture.background("https://example.org/a.png"))
    }

    @Test func `J3 one client's counters are the ids, and the highest ever used is kept`() throws {
        var document = Fixture.document(Fixture.new("4.1"), Fixture.new("4.3"), Fixture.new("4.9"))
        try document.apply(.delete(ids: Fixture.ids("4.9")))
        #expect(Self.written(document).hasSuffix(#""uniqueEmojiId":9}"#))
        #expect(try EmojiArtFile.read(EmojiArtFile.write(document)).emojis.map(\.id) == [1, 3])
        try document.apply(.delete(ids: Fixture.ids("4.1 4.3")))
        #expect(Self.written(document) == #"{"emojis":[],"uniqueEmojiId":9}"#)
    }

    @Test func `J3 several clients' emojis are numbered from 1 in drawing order`() throws {
        var document = Fixture.document(
            Fixture.new("2.5", x: 1),
            Fixture.new("1.8", x: 2),
            Fixture.new("2.9", x: 3)
        )
        try document.apply(.arrange(ids: Fixture.ids("2.5"), to: .front))
        let exported = try EmojiArtFile.read(EmojiArtFile.write(document))
        #expect(exported.emojis.map { [$0.id, $0.x] } == [[1, 2], [2, 3], [3, 1]])
        #expect(exported.uniqueEmojiId == 3)
    }

    @Test func `J9 what was rearranged exports a file that imports equal`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 1), Fixture.new("1.4", x: 4))
        try document.apply(.arrange(ids: Fixture.ids("1.1"), to: .front))
        let file = EmojiArtFile.write(document)
        #expect(try EmojiArtFile.read(file).emojis.map { [$0.id, $0.x] } == [[1, 4], [2, 1]])
        #expect(try EmojiArtFile.write(Self.importing(file)) == file)
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func `J9 any document's file is valid and stays equal`(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        var document = Document()
        for _ in 0..<60 { _ = try? document.apply(edits.next(for: document)) }
        let file = EmojiArtFile.write(document)
        let imported = try EmojiArtFile.read(file)
        #expect(imported.background == document.background)
        #expect(
            imported.emojis.map { [$0.x, $0.y, $0.size] }
                == document.drawingOrder.map { [$0.x, $0.y, $0.size] }
        )
        #expect(imported.emojis.map(\.text) == document.drawingOrder.map(\.text))
        guard imported.uniqueEmojiId == imported.emojis.last?.id else { return }
        #expect(try EmojiArtFile.write(Self.importing(file)) == file)
    }

    @Test func `a full document is written and read`() throws {
        let imported = try EmojiArtFile.read(EmojiArtFile.write(Fixture.full))
        #expect(imported.emojis.count == Limits.emojisMax)
        #expect(imported.emojis.last?.id == Limits.emojisMax)
    }
}
