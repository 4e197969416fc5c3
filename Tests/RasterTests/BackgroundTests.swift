import EmojiArt
import Foundation
import Testing

@testable import Raster

struct BackgroundTests {
    private static let red: UInt32 = 0xFFFF_0000

    private static func document(_ emojis: (String, Int, Int, Int)...) throws -> Document {
        var document = try Pictures.document(emojis)
        let url = try #require(BackgroundURL("https://example.org/a.png"))
        try document.apply(.background(.url(url)))
        return document
    }

    @Test func `EX1 EX2 a background is centred below all emojis, a pixel of it a unit`() throws {
        let image = try Pictures.plain(width: 140, height: 60, Self.red)
        let document = try Self.document(("🟦", 0, 0, 40), ("🟦", 100, 0, 20))
        let picture = try Pictures.drawn(document, background: image)
        // From -70 - 20 to 110 + 20 across, and 60 + 40 down.
        #expect(picture.sides == "220 x 100")
        for (x, y) in [(20, 20), (20, 79), (159, 20), (159, 79)] {
            #expect(picture.isAbout(Self.red, x: x, y: y), "up to its edge, at \(x), \(y)")
        }
        for (x, y) in [(19, 50), (160, 20), (90, 19), (90, 80)] {
            #expect(picture.pixel(x: x, y: y) == 0, "no further, at \(x), \(y)")
        }
        let middle = picture.pixel(x: 90, y: 50)
        #expect(middle & 255 > middle >> 16 & 255, "the emoji is on top of it")
    }

    @Test func `EX4 without the image a picture is as if there were no background`() throws {
        let document = try Self.document(("🟦", 300, 0, 100))
        let file = try PNGFile.draw(document)
        #expect(file.sides == "140 x 140")
        #expect(file.backgroundFault == nil)
        #expect(try Surface(png: file.bytes).pixel(x: 1, y: 1) == 0)
    }

    @Test func `a blank background is blank, whatever image comes`() throws {
        let image = try Pictures.plain(width: 40, height: 20, Self.red)
        let file = try PNGFile.draw(Document(), background: image)
        #expect(file == (try PNGFile.draw(Document())))
    }

    @Test func `a JPEG is read, also one that ends too early`() throws {
        // 16 x 8 pixels of orange, as libjpeg-turbo's cjpeg writes them.
        let jpeg = try #require(Data(base64Encoded: Self.orange))
        let picture = try Pictures.drawn(Self.document(), background: Array(jpeg))
        #expect(picture.sides == "56 x 48")
        #expect(picture.isAbout(0xFFFF_8000, x: 28, y: 24))
        #expect(picture.pixel(x: 28, y: 10) == 0)
        let cut = try PNGFile.draw(Self.document(), background: Array(jpeg.dropLast(3)))
        #expect(cut.backgroundFault == nil)
    }

    @Test func `an image that is damaged, unknown or too large is told of, and the rest drawn`()
        throws
    {
        let png = try Pictures.plain(width: 40, height: 20, Self.red)
        var bomb = png
        bomb.replaceSubrange(16..<24, with: [0, 0, 0x7F, 0xFF, 0, 0, 0x7F, 0xFF])
        var wide = png
        wide.replaceSubrange(16..<20, with: [0, 1, 0, 0])
        var none = png
        none.replaceSubrange(16..<20, with: [0, 0, 0, 0])
        let document = try Self.document(("🟦", 0, 0, 100))
        let free = try PNGFile.draw(document)
        for (image, fault) in [
            (bomb, .imageTooLarge(width: 32_767, height: 32_767)),
            (wide, .imageTooLarge(width: 65_536, height: 20)),
            (none, .unreadable("it has no pixels")),
            (Array(png.prefix(60)), .unreadable("the PNG is damaged")),
            (Array(png.prefix(20)), .unreadable("the PNG has no header")),
            ([0xFF, 0xD8, 0xFF], .unreadable("it has no pixels")),
            (Array("GIF89a".utf8), .unreadable("it is neither a PNG nor a JPEG")),
            ([], .unreadable("it is neither a PNG nor a JPEG")),
        ] as [([UInt8], RasterError)] {
            let file = try PNGFile.draw(document, background: image)
            #expect(file.backgroundFault == fault)
            #expect(file.bytes == free.bytes)
        }
    }

    private static let orange = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJ\
        BwYGCAsICQoKCgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK\
        CgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgr/wAARCAAIABADASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAA\
        AAf/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAACf/EABQRAQAAAAAAAAAAAAAAAAAA\
        AAD/2gAMAwEAAhEDEQA/AK4AKslD/9k=
        """
}
