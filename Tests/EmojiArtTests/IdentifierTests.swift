import EmojiArt
import Testing

struct IdentifierTests {
    @Test(arguments: ["1.1", "2147483647.2147483647", "10.200"])
    func `an emoji's id is two numbers`(text: String) {
        #expect(EmojiID(text)?.description == text)
    }

    @Test(arguments: [
        "", ".", "1", "1.", ".1", "0.1", "1.0", "01.1", "1.01", "1.1.1", "-1.1", "1.2147483648",
        "2147483648.1", "99999999999999999999.1", "1,1", " 1.1", "1.1 ", "١.١", "1..1",
    ])
    func `another text is no emoji's id`(text: String) {
        #expect(EmojiID(text) == nil)
    }

    @Test func `ids are ordered by client, then by counter`() {
        let ids = Fixture.ids("10.1 2.3 2.20 1.99 2.1")
        #expect(ids.sorted().map(\.description) == ["1.99", "2.1", "2.3", "2.20", "10.1"])
    }

    @Test func `FA44 a document's name is plain`() {
        let longest = String(repeating: "a", count: 64)
        for name in ["a", "0", "a-b_c", "9_", longest] { #expect(DocumentName(name) != nil) }
        for name in ["", "-a", "_a", "A", "a.b", "a/b", "..", "ä", "a b", "a\0", longest + "a"] {
            #expect(DocumentName(name) == nil)
        }
    }

    @Test func `OP21 OP22 a background is a URL that an image loader may see`() {
        let digest = String(repeating: "0a", count: 32)
        for url in [
            "http://a", "https://example.org/a.png?b#c", "data:image/png;base64,AA==",
            "image:\(digest)",
        ] {
            #expect(BackgroundURL(url)?.string == url)
        }
        #expect(BackgroundURL("image:\(digest)")?.digest == digest)
        #expect(BackgroundURL(digest: digest)?.string == "image:\(digest)")
        #expect(BackgroundURL("http://a")?.digest == nil)
        for url in [
            "", "http://", "https://", "data:image/", "ftp://a", "file:///a", "javascript:alert(1)",
            "data:text/html,<b>", "//a", "https://a b", "https://ä", "https://a\"", "https://a<",
            "image:", "image:\(digest)0", "image:\(digest.dropLast())", "Image:\(digest)",
            "image:\(digest.uppercased())", "image:\(digest.dropLast())g", digest,
            "https://a\\b", "https://a`", "https://a\n", " https://a", "blob:https://a",
            "https://" + String(repeating: "a", count: Limits.backgroundBytesMax),
        ] {
            #expect(BackgroundURL(url) == nil)
        }
    }

    @Test func `OP10 D6 bounds are inclusive and measured from the centre`() {
        let canvas = Fixture.canvas(301, 200)
        #expect(canvas.contains(x: 150, y: 100))
        #expect(canvas.contains(x: -150, y: -100))
        #expect(!canvas.contains(x: 151, y: 0))
        #expect(!canvas.contains(x: 0, y: -101))
        for (width, height) in [(0, 1), (1, 0), (-1, 1), (Limits.canvasSideMax + 1, 1)] {
            #expect(Canvas(width: width, height: height) == nil)
        }
    }

    @Test func `impossible emojis are a programmer's error`() async {
        await #expect(processExitsWith: .failure) { _ = EmojiID(client: 0, counter: 1) }
        await #expect(processExitsWith: .failure) {
            _ = NewEmoji(id: Fixture.id("1.1"), text: Fixture.text("🚲"), x: 0, y: 0, size: 0)
        }
    }
}
