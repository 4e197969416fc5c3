import EmojiArt
import Foundation
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

struct SVGFileTests {
    private static func written(_ document: Document) -> String {
        String(decoding: SVGFile.write(document), as: UTF8.self)
    }

    /// Parses the drawing with somebody else's parser.
    private static func parsed(
        _ document: Document,
        _ picture: DrawnPicture? = nil
    ) throws -> [XMLTag] {
        let tags = XMLTags()
        let parser = XMLParser(data: Data(SVGFile.write(document, picture: picture)))
        parser.delegate = tags
        try #require(parser.parse(), "\(written(document))")
        return tags.tags
    }

    @Test func `an empty document is a small valid drawing`() {
        #expect(
            Self.written(Document()) == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="-20 -20 40 40">
                </svg>

                """
        )
    }

    @Test func `emojis are texts in drawing order with y down`() throws {
        let document = Fixture.document(
            Fixture.new("1.1", x: 10, y: 20, size: 40),
            Fixture.new("1.2", x: -5, y: -7, size: 1, text: "👩‍🚀")
        )
        #expect(
            Self.written(document) == """
                <svg xmlns="http://www.w3.org/2000/svg" viewBox="-30 -60 80 87.5">
                <g font-family="Apple Color Emoji, Segoe UI Emoji, Noto Color Emoji, sans-serif" \
                text-anchor="middle">
                <text x="10" y="-20" font-size="32" dominant-baseline="central">🚲</text>
                <text x="-5" y="7" font-size="0.8" dominant-baseline="central">👩‍🚀</text>
                </g>
                </svg>

                """
        )
    }

    @Test func `EX3 the view is the canvas where there is one`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 500))
        try document.apply(.canvas(Fixture.canvas(301, 200)))
        #expect(try Self.parsed(document)[0].attributes["viewBox"] == "-150.5 -100 301 200")
    }

    @Test func `EX1 EX2 FA46 the background is centred below all emojis and escaped`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 1_000, y: 50))
        try document.apply(.background(Fixture.background("https://example.org/")))
        let picture = DrawnPicture(url: "data:image/png,'&'", width: 301, height: 200)
        let written = String(decoding: SVGFile.write(document, picture: picture), as: UTF8.self)
        let tags = try Self.parsed(document, picture)
        #expect(tags.map(\.name) == ["svg", "image", "g", "text"])
        #expect(tags[0].attributes["viewBox"] == "-170.5 -120 1210.5 240")
        #expect(tags[1].attributes["href"] == "data:image/png,'&'")
        #expect(
            ["x", "y", "width", "height"].map { tags[1].attributes[$0] }
                == ["-150.5", "-100", "301", "200"]
        )
        #expect(written.contains("href=\"data:image/png,&apos;&amp;&apos;\""))
    }

    @Test func `EX4 a background on another host is left out, and the drawing says so`() throws {
        var document = Fixture.document(Fixture.new("1.1", x: 1_000, y: 50))
        let view = try Self.parsed(document)[0].attributes["viewBox"]
        try document.apply(.background(Fixture.background("https://example.org/a.png")))
        let tags = try Self.parsed(document)
        #expect(tags.map(\.name) == ["svg", "g", "text"])
        #expect(tags[0].attributes["viewBox"] == view)
        #expect(Self.written(document).contains(SVGFile.leftOut))
        #expect(!Self.written(document).contains("example.org"))
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `any document is valid XML with its emojis inside the view`(seed: UInt64) throws {
        var edits = RandomEdits(seed: seed)
        var document = Document()
        for _ in 0..<40 { _ = try? document.apply(edits.next(for: document)) }
        try document.apply(.canvas(nil))
        let tags = try Self.parsed(document)
        let view = try #require(tags[0].attributes["viewBox"])
            .split(separator: " ").compactMap { Double($0) }
        try #require(view.count == 4)
        let texts = tags.filter { $0.name == "text" }
        #expect(texts.map(\.content) == document.drawingOrder.map(\.text.string))
        for text in texts {
            let x = try #require(text.attributes["x"].flatMap { Double($0) })
            let y = try #require(text.attributes["y"].flatMap { Double($0) })
            #expect(view[0] < x && x < view[0] + view[2])
            #expect(view[1] < y && y < view[1] + view[3])
        }
    }

    @Test func `equal documents give equal bytes`() throws {
        let first = Fixture.document(Fixture.new("1.1"), Fixture.new("2.1", x: 9))
        var second = Fixture.document(Fixture.new("2.1", x: 9), Fixture.new("1.1"))
        try second.apply(.arrange(ids: Fixture.ids("2.1"), to: .front))
        #expect(SVGFile.write(first) == SVGFile.write(second))
    }
}

/// An element without its children.
private struct XMLTag {
    let name: String
    let attributes: [String: String]
    var content = ""
}

/// Gathers the elements of a text in the order in which they begin.
private final class XMLTags: NSObject, XMLParserDelegate {
    private(set) var tags: [XMLTag] = []

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        tags.append(XMLTag(name: name, attributes: attributes))
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        guard string != "\n" else { return }
        tags[tags.count - 1].content += string
    }
}
