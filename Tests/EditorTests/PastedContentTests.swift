import EmojiArt
import Foundation
import TestKit
import Testing

@testable import emojiart

struct PastedContentTests {
    private static func content(_ text: String) -> PastedContent { PastedContent(Array(text.utf8)) }

    private static func reason(_ text: String) -> String? {
        guard case .nothing(let reason) = content(text) else { return nil }
        return reason
    }

    @Test(arguments: [AppFiles.year2023, AppFiles.year2021, AppFiles.year2020])
    func `L11-4 a file of any year is a document`(file: String) throws {
        let document = try EmojiArtFile.read(Array(file.utf8))
        for text in [file, "\r\n \(file)\n"] {
            #expect(Self.content(text) == .document(document))
        }
    }

    @Test func `a file that cannot be imported says why`() {
        #expect(
            Self.reason(#"{"emojis":[{"id":0,"string":"🚲"}],"uniqueEmojiId":1}"#)
                == "emojis[0].id is 0, but must be a whole number of 1 to 9007199254740991."
        )
        #expect(Self.reason(#"{"emojis":[],"url":"http://a/b"}"#)?.contains("2017") == true)
    }

    @Test func `what only looks like a file may hold emojis`() {
        let bicycle = PaletteFixture.emojis("🚲")
        #expect(Self.content("{🚲}") == .emojis(bicycle))
        #expect(Self.content(#"{"a":"🚲"}"#) == .emojis(bicycle))
    }

    @Test(arguments: [
        "http://a.org/b.png", "https://a.org/", "data:image/png;base64,AAAA",
    ])
    func `L11-3 a URL alone on the first line is a background`(url: String) throws {
        let background = PastedContent.background(try #require(BackgroundURL(url)))
        #expect(Self.content(url) == background)
        #expect(Self.content("  \(url) \r\n") == background)
        #expect(Self.content("\(url)\r\nhttps://other.org/🚲") == background)
    }

    @Test func `a URL that no background can have says so`() {
        #expect(Self.reason("https://a.org/🚲.png")?.hasPrefix("the URL cannot be") == true)
        #expect(Self.reason("https://")?.hasPrefix("the URL cannot be") == true)
        let long = "https://a.org/" + String(repeating: "a", count: Limits.backgroundBytesMax)
        #expect(Self.reason(long)?.contains("60000 bytes") == true)
    }

    @Test func `L11-4 all emojis of a text are taken`() {
        #expect(Self.content("  🚲 👩‍🚀\r🇫🇷\n") == .emojis(PaletteFixture.emojis("🚲👩‍🚀🇫🇷")))
        #expect(
            Self.content("https://a.org is 1 🚲") == .emojis(PaletteFixture.emojis("🚲"))
        )
        #expect(Self.content("🚲\u{202E}") == .emojis(PaletteFixture.emojis("🚲")))
    }

    @Test func `at most as many emojis are taken as one edit can add`() {
        let text = String(repeating: "🚲 ", count: Limits.addedEmojisMax + 7)
        let bicycles = Array(repeating: PaletteFixture.emojis("🚲")[0], count: Limits.addedEmojisMax)
        #expect(Self.content(text) == .emojis(bicycles))
    }

    @Test(arguments: ["", " \n", "words", "12", "/home/a/b.png", "ftp://a.org/b.png", "{}", "[1]"])
    func `nothing usable has a reason`(text: String) {
        #expect(Self.reason(text) == "no emoji, http URL or .emojiart file in the text")
    }

    @Test func `bytes that are no UTF-8 are dropped`() {
        #expect(
            PastedContent([0xFF] + Array("🚲".utf8) + [0xF0, 0x9F])
                == .emojis(PaletteFixture.emojis("🚲"))
        )
    }

    @Test(arguments: [
        (
            "https://g.org/imgres?q=a&imgurl=https%3A%2F%2Fa.org%2Fb&x=https%3A%2F%2Fc.org%2Fd.png",
            "https://a.org/b"
        ),
        (
            "https://g.org/?x&page=http%3A%2F%2Fg.org%2Fp&u=https://a.org/b.PNG?w=1%26h=2#c=d.png",
            "https://a.org/b.PNG?w=1&h=2"
        ),
        ("http://g.org/?u=https%3a%2f%2fa.org%2Fb.jpeg", "https://a.org/b.jpeg"),
    ])
    func `L11-3 an image hidden in a query is preferred`(url: String, image: String) {
        #expect(ImageURL.find(in: url)?.string == image)
    }

    @Test(arguments: [
        "https://a.org/b.png", "https://a.org/?u=b.png", "https://a.org/?u=%68ttps://b.org/c",
        "https://a.org/?imgurl=https%3A%2F%2Fb.org%2F%C3%BC.png",
        "https://a.org/?u=https://b%2.png",
        "https://a.org/?imgurl=javascript:alert(1).png", "https://a.org/#?u=https://b.org/c.png",
        "data:image/svg+xml,?u=https://b.org/c.png", "https://a.org/?", "https://a.org/?imgurl=",
        "https://a.org/?u=http%FF://b.org/c.png",
    ])
    func `L11-3 without a hidden image the URL itself counts`(url: String) throws {
        #expect(try #require(ImageURL.find(in: url)).string == url)
    }

    // MARK: Copies

    @Test func `copied emojis are pasted where and as large as they were`() throws {
        let emojis = [
            PaletteFixture.emoji("🚲", id: 5, x: -10, y: 20, size: 80),
            PaletteFixture.emoji("👩‍🚀", id: 3, x: 7, y: -9, client: 2),
        ]
        let copied = CopiedEmojis(emojis)
        guard case .document(let pasted) = PastedContent(copied.file) else {
            Issue.record("The copy is no document.")
            return
        }
        #expect(pasted.dialect == .year2023)
        #expect(pasted.background == .blank)
        // In drawing order: the astronaut's z is the lower one.
        #expect(pasted.emojis.map(\.text.string) == ["👩‍🚀", "🚲"])
        #expect(pasted.emojis.map { [$0.x, $0.y, $0.size] } == [[7, -9, 40], [-10, 20, 80]])
    }

    @Test func `the text is read from the top left, a row a line`() {
        let emojis = [
            PaletteFixture.emoji("🚗", id: 1, x: 100, y: 99),
            PaletteFixture.emoji("🚕", id: 2, x: -100, y: 90),
            PaletteFixture.emoji("🚙", id: 3, x: 0, y: 110),
            PaletteFixture.emoji("🏽", id: 5, x: 40, y: 0),
            PaletteFixture.emoji("👍", id: 4, x: 30, y: 10),
        ]
        for order in [emojis, emojis.reversed()] {
            #expect(CopiedEmojis(order).text == "🚕🚙🚗\n👍\n🏽")
        }
        #expect(CopiedEmojis([]).text.isEmpty)
        let pasted = PastedContent(Array(CopiedEmojis(emojis).text.utf8))
        #expect(pasted == .emojis(PaletteFixture.emojis("🚕🚙🚗👍") + [emojis[3].text]))
    }

    @Test func `an emoji that is given twice is copied once`() {
        let emoji = PaletteFixture.emoji("🚗", id: 1, x: 0, y: 0)
        #expect(CopiedEmojis([emoji, emoji]) == CopiedEmojis([emoji]))
    }

    @Test func `an emoji far below, or half as small, begins another row`() {
        let rows = ReadingOrder.rows(of: [
            PaletteFixture.emoji("🚗", id: 1, x: 0, y: 0, size: 100),
            PaletteFixture.emoji("🚕", id: 2, x: 9, y: -20, size: 40),
            PaletteFixture.emoji("🚙", id: 3, x: 9, y: -41, size: 40),
            PaletteFixture.emoji("🚌", id: 4, x: 9, y: 0, size: 40),
        ])
        #expect(rows.map { $0.map(\.id.counter) } == [[1, 2, 4], [3]])
    }

    @Test func `a terminal is asked to copy by OSC 52`() throws {
        var generator = SplitMix64(seed: 8)
        for count in 0...70 {
            let text = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
            let sequence = try #require(ClipboardSequence.bytes(copying: text))
            #expect(sequence.starts(with: [0x1B] + Array("]52;c;".utf8)))
            #expect(sequence.last == 0x07)
            #expect(Data(base64Encoded: Data(sequence.dropFirst(7).dropLast())) == Data(text))
        }
    }

    @Test func `a text that terminals would drop is not sent`() {
        let most = [UInt8](repeating: 1, count: ClipboardSequence.textBytesMax)
        #expect(ClipboardSequence.bytes(copying: most)?.count == 100_000)
        #expect(ClipboardSequence.bytes(copying: most + [1]) == nil)
    }
}
