import EmojiArt
import Testing

@testable import Raster

struct PNGFileTests {
    @Test func `a document of nothing is a small transparent picture`() throws {
        let picture = try Pictures.drawn(Document())
        #expect(picture.sides == "40 x 40")
        #expect(Inked(picture).isEmpty)
    }

    @Test func `an emoji fills its square, and its middle is at its place`() throws {
        // The view is from 80 to 320 and, as y points up, from -220 to 20 downwards.
        let picture = try Pictures.drawn(Pictures.document(("🟥", 200, 100, 200)))
        #expect(picture.sides == "240 x 240")
        let inked = Inked(picture)
        #expect(abs(inked.x - 120) <= 3, "\(inked)")
        #expect(abs(inked.y - 120) <= 6, "\(inked)")
        #expect((170...200).contains(inked.width), "\(inked)")
        #expect((170...200).contains(inked.height), "\(inked)")
        #expect(picture.pixel(x: 120, y: 120) >> 24 == 255)
        #expect(picture.pixel(x: 18, y: 120) == 0)
    }

    @Test func `y points up`() throws {
        let document = try Pictures.document(("🟥", 0, 100, 60), ("🟦", 0, -100, 60))
        let picture = try Pictures.drawn(document)
        let (upper, lower) = (picture.pixel(x: 50, y: 50), picture.pixel(x: 50, y: 250))
        #expect(upper >> 16 & 255 > upper & 255, "red is above")
        #expect(lower >> 16 & 255 < lower & 255, "blue is below")
    }

    @Test func `the last in drawing order is on top`() throws {
        var document = try Pictures.document(("🟥", 0, 0, 100), ("🟦", 0, 0, 100))
        let below = try Pictures.drawn(document).pixel(x: 70, y: 70)
        #expect(below >> 16 & 255 < below & 255, "blue was added later")
        try document.apply(.arrange(ids: [EmojiID(client: 1, counter: 1)], to: .front))
        let above = try Pictures.drawn(document).pixel(x: 70, y: 70)
        #expect(above >> 16 & 255 > above & 255, "red came to the front")
    }

    @Test(arguments: [1, 2, 3]) func `a scale multiplies all`(scale: Int) throws {
        let document = try Pictures.document(("🟥", 51, -30, 101))
        let picture = try Pictures.drawn(document, scale: scale)
        #expect(picture.sides == "\(141 * scale) x \(141 * scale)")
        let inked = Inked(picture)
        #expect(abs(inked.x - 70.5 * Double(scale)) <= Double(2 * scale), "\(inked)")
        #expect(abs(Double(inked.width) - Double(92 * scale)) <= Double(8 * scale), "\(inked)")
    }

    @Test func `a canvas with bounds cuts what is outside`() throws {
        var document = try Pictures.document(("🟥", 50, 0, 100), ("🟦", 5_000, 0, 10_000))
        try document.apply(.canvas(Canvas(width: 101, height: 60)))
        let picture = try Pictures.drawn(document, scale: 2)
        #expect(picture.sides == "202 x 120")
        #expect(picture.pixel(x: 201, y: 60) >> 24 == 255)
    }

    @Test func `a picture that is too large is refused before it is drawn`() throws {
        let document = try Pictures.document(("🟥", 4_000, 0, 2), ("🟥", 0, 0, 2))
        #expect(try PNGFile.draw(document, scale: 2).width == 8_084)
        #expect(throws: RasterError.tooLarge(width: 12_126, height: 126)) {
            try PNGFile.draw(document, scale: 3)
        }
        let huge = try Pictures.document(("🟥", 1_000_000, 1_000_000, 10_000), ("🟥", 0, 0, 2))
        #expect(throws: RasterError.self) { try PNGFile.draw(huge) }
    }

    @Test func `any text that is an emoji is drawn`() throws {
        let texts = [
            "❤️", "❤", "👩‍🚀", "🏳️‍🌈", "🇫🇷", "👍🏽", "1️⃣", "#⃣", "☀", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "👨‍👩‍👧‍👦", "♟",
            "🇽🇽", "😀‍😀‍😀‍😀‍😀‍😀‍😀", "👁️‍🗨️", "🏻",
        ]
        for text in texts {
            let file = try PNGFile.draw(Pictures.document((text, 0, 0, 100)))
            #expect(!Inked(try Surface(png: file.bytes)).isEmpty, "\(text)")
            #expect(file.emojisWithoutFont == 0 || text == "🇽🇽", "\(text)")
        }
    }

    @Test func `a bare sign is drawn as an emoji`() throws {
        let bare = try PNGFile.draw(Pictures.document(("❤", 0, 0, 100)))
        let asked = try PNGFile.draw(Pictures.document(("❤️", 0, 0, 100)))
        #expect(bare.bytes == asked.bytes)
    }

    @Test func `equal documents give equal bytes, also when fewer emojis are kept than there are`()
        throws
    {
        let all = (0x1F300...0x1FAFF).compactMap { value in
            Unicode.Scalar(UInt32(value)).flatMap { try? EmojiText(String($0)) }
        }
        var document = Document()
        for (index, text) in (all + all).enumerated() {
            let emoji = NewEmoji(
                id: EmojiID(client: 1, counter: index + 1),
                text: text,
                x: index % 40 * 10,
                y: index / 40 * 10,
                size: 20
            )
            try document.apply(.add([emoji]))
        }
        #expect(all.count > 1_000)
        let first = try PNGFile.draw(document)
        #expect(try PNGFile.draw(document) == first)
    }
}
