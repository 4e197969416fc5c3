import EmojiArt
import TestKit
import Testing

struct EmojiArtFileReadTests {
    private static func read(_ file: String) throws(FileError) -> ImportedDocument {
        try EmojiArtFile.read(Array(file.utf8))
    }

    private static func facts(_ emoji: ImportedEmoji) -> [Int] {
        [emoji.id, emoji.x, emoji.y, emoji.size]
    }

    @Test func `J7 a 2023 file is read with y up`() throws {
        let imported = try Self.read(AppFiles.year2023)
        #expect(imported.dialect == .year2023)
        let url = "https://cs193p.example.org/meadow.jpeg?w=1200&q=70"
        #expect(imported.background == Fixture.background(url))
        #expect(imported.uniqueEmojiId == 10)
        let texts = ["🚲", "👩‍🚀", "❤️", "🏳️‍🌈", "🇫🇷", "👍🏽", "🌦"]
        #expect(imported.emojis.map(\.text.string) == texts)
        #expect(
            imported.emojis.map(Self.facts) == [
                [1, -212, 148, 40], [2, 33, -7, 80], [4, 0, 0, 24], [5, 120, -95, 64],
                [6, 121, -95, 64], [9, -1, 300, 12], [10, 77, -300, 160],
            ]
        )
    }

    @Test(arguments: [
        (AppFiles.year2021, EmojiArtFile.Dialect.year2021),
        (AppFiles.year2020, EmojiArtFile.Dialect.year2020),
    ])
    func `J7 files of 2021 and 2020 are read with y turned over`(
        file: String,
        dialect: EmojiArtFile.Dialect
    ) throws {
        let imported = try Self.read(file)
        #expect(imported.dialect == dialect)
        #expect(imported.background == Fixture.background("https://example.org/a.png"))
        #expect(imported.emojis.map(Self.facts) == [[1, -200, -150, 40], [2, 5, 60, 80]])
        #expect(imported.emojis.map(\.text.string) == ["🚲", "☀️"])
    }

    @Test func `J7 without a background key the emojis tell the dialect`() throws {
        let old = #"{"id":1,"text":"🚲","x":1,"y":2,"size":3}"#
        #expect(try Self.read(AppFiles.emoji(old)).dialect == .year2020)
        #expect(try Self.read(AppFiles.emoji(old)).emojis[0].y == -2)
        let empty = #"{"emojis":[],"uniqueEmojiId":0}"#
        #expect(try Self.read(empty).dialect == .year2023)
    }

    @Test func `J8 a 2017 file is refused by its name`() {
        let error = #expect(throws: FileError.self) { try Self.read(AppFiles.year2017) }
        #expect(error?.reason == .dialectOf2017)
        #expect(error?.description.contains("2017") == true)
    }

    @Test(
        arguments: [
            (#"{"blank":{}}"#, nil),
            (#"{}"#, nil),
            (#"null"#, nil),
            (#"{"url":{"_0":"https:\/\/example.org\/a"}}"#, "https://example.org/a"),
            (#"{"theURL":"https://example.org/a"}"#, "https://example.org/a"),
            (
                #"{"imageData":{"_0":"iVBORw0KGgoAAAANSUhEUg=="}}"#,
                "data:image/png;base64,iVBORw0KGgoAAAANSUhEUg=="
            ),
            (#"{"imageData":"\/9j\/4AAQ"}"#, "data:image/jpeg;base64,/9j/4AAQ"),
            (#"{"imageData":"R0lGODlhAQAB"}"#, "data:image/gif;base64,R0lGODlhAQAB"),
            (
                #"{"imageData":{"_0":"UklGRgQAAABXRUJQ"}}"#,
                "data:image/webp;base64,UklGRgQAAABXRUJQ"
            ),
        ] as [(String, String?)]
    )
    func `J10 every coding of a 2021 background is read`(json: String, url: String?) throws {
        let imported = try Self.read(AppFiles.file(background: json))
        #expect(imported.background == (url.map(Fixture.background) ?? .blank))
        #expect(imported.emojis[0].y == -150)
    }

    @Test func `J10 a picture of any size that a server keeps is read, unless it is none`() throws {
        func file(_ end: String) -> String {
            let image = "/9j/" + String(repeating: "AAAA", count: 25_000) + end
            return AppFiles.file(background: #"{"imageData":"\#(image)"}"#)
        }
        let imported = try Self.read(file("AAAA"))
        #expect(imported.image?.type == "image/jpeg")
        #expect(imported.image?.bytes.count == 75_006)
        #expect(throws: FileError.self) { try Self.read(file("AA!A")) }
    }

    @Test func `J2 a background of null is none in every dialect`() throws {
        let new = #"{"background":null,"emojis":[],"uniqueEmojiId":0}"#
        #expect(try Self.read(new).background == .blank)
        let old = AppFiles.file(background: "null", name: "backgroundURL")
        #expect(try Self.read(old).background == .blank)
    }

    @Test func `J4 a whole number may be written with a point`() throws {
        let emoji = #"{"id":1.0,"position":{"x":-2.000,"y":-0},"size":4.0,"string":"🚲"}"#
        let imported = try Self.read(AppFiles.emoji(emoji))
        #expect(imported.emojis.map(Self.facts) == [[1, -2, 0, 4]])
    }

    @Test func `TR4 a size of 0, which the app can make, is read as 1`() throws {
        let emoji = #"{"id":1,"string":"🚲","position":{"x":0,"y":0},"size":0}"#
        #expect(try Self.read(AppFiles.emoji(emoji)).emojis.map(\.size) == [1])
    }

    @Test func `J5 unknown keys are ignored`() throws {
        let file = """
            {"version":{"a":[1.5,null]},"emojis":[{"id":1,"tint":"red","position":
            {"x":1,"y":2,"z":9.5},"size":4,"string":"🚲","url":3}],"uniqueEmojiId":1,"url":"x",
            "aKeyOfMoreThanFifteenBytes":1,"aKeyOfMoreThanFifteenBytes2":2}
            """
        #expect(try Self.read(file).emojis.map(Self.facts) == [[1, 1, 2, 4]])
    }

    @Test func `J6 an escaped slash equals a plain one`() throws {
        let plain = #"{"background":"https://example.org/a","emojis":[],"uniqueEmojiId":0}"#
        let escaped = #"{"background":"https:\/\/example.org\/a","emojis":[],"uniqueEmojiId":0}"#
        #expect(try Self.read(plain) == Self.read(escaped))
    }

    @Test func `J11 texts keep their bytes, escaped or not`() throws {
        let emoji = #"""
            {"id":1,"position":{"x":0,"y":0},"size":4,"string":"\ud83d\udc69\u200D\uD83D\uDE80"}
            """#
        let text = try Self.read(AppFiles.emoji(emoji)).emojis[0].text
        #expect(text == Fixture.text("👩‍🚀"))
    }

    @Test func `J10 a file whose background cannot be taken is read without it on demand`() throws {
        let file = AppFiles.file(background: #"{"url":{"_0":"file:///Users/me/a.png"}}"#)
        #expect(throws: FileError.self) { try Self.read(file) }
        let imported = try EmojiArtFile.read(Array(file.utf8), ignoresBackground: true)
        #expect(imported.background == .blank)
        #expect(imported.dialect == .year2021)
        #expect(imported.emojis.count == 2)
    }

    @Test func `J3 a client keeps the ids of a file where it can`() throws {
        let imported = try Self.read(AppFiles.year2023)
        func counters(after counter: Int) -> [Int]? {
            imported.newEmojis(client: 5, after: counter)?.map(\.id.counter)
        }
        #expect(counters(after: 0) == [1, 2, 4, 5, 6, 9, 10])
        #expect(counters(after: 1) == Array(2...8))
        #expect(counters(after: Limits.identifierMax - 7)?.last == Limits.identifierMax)
        #expect(counters(after: Limits.identifierMax - 6) == nil)
        #expect(counters(after: Limits.identifierMax) == nil)
    }
}
