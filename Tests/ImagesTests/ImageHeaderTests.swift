import Testing

@testable import Images

/// What the first bytes of an image tell, and what they cannot make us believe.
struct ImageHeaderTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    private static func png(_ width: [UInt8], _ height: [UInt8]) -> [UInt8] {
        signature + [0, 0, 0, 13] + Array("IHDR".utf8) + width + height + [8, 2, 0, 0, 0]
    }

    private static func webp(_ chunk: String, _ fields: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP\(chunk)".utf8) + [0, 0, 0, 0] + fields
    }

    private static let good: [(String, [UInt8], ImageType, Int, Int)] = [
        ("PNG", png([0, 0, 1, 44], [0, 0, 0, 200]), .png, 300, 200),
        ("GIF", Array("GIF89a".utf8) + [0x2C, 0x01, 0xC8, 0x00], .gif, 300, 200),
        ("old GIF", Array("GIF87a".utf8) + [0x01, 0x00, 0x02, 0x00], .gif, 1, 2),
        (
            "JPEG", [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 1, 2, 0xFF, 0xC0, 0, 17, 8, 0, 200, 1, 44],
            .jpeg, 300, 200
        ),
        (
            "progressive JPEG after tables and fill bytes",
            [
                0xFF, 0xD8, 0xFF, 0xDB, 0, 3, 9, 0xFF, 0xC4, 0, 2, 0xFF, 0xFF, 0xFF, 0xC2, 0, 17, 8,
                0, 2, 0, 1,
            ], .jpeg, 1, 2
        ),
        ("lossy WebP", webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 44, 1, 200, 0]), .webp, 300, 200),
        ("lossless WebP", webp("VP8L", [0x2F, 0x2B, 0xC1, 0x31, 0x00]), .webp, 300, 200),
        ("WebP with more", webp("VP8X", [0, 0, 0, 0, 43, 1, 0, 199, 0, 0]), .webp, 300, 200),
    ]

    @Test(arguments: good)
    func `HT13 kind and size are read`(
        name: String,
        bytes: [UInt8],
        type: ImageType,
        width: Int,
        height: Int
    ) throws {
        let header = try #require(ImageHeader(bytes), "\(name)")
        #expect(header.type == type && header.width == width && header.height == height, "\(name)")
        #expect(header.pixels == width * height)
    }

    @Test func `HT13 an image that is cut anywhere is none, and nothing is read past its end`() {
        for (name, bytes, _, _, _) in Self.good {
            let needed = (0..<bytes.count).count { ImageHeader(Array(bytes.prefix($0))) == nil }
            #expect(needed >= min(bytes.count, 10), "\(name)")
        }
    }

    @Test(arguments: [
        [], Array("<svg xmlns=".utf8), Array("GIF90a".utf8) + [1, 0, 1, 0],
        png([0, 0, 0, 0], [0, 0, 0, 1]),
        [0xFF, 0xD8, 0xFF, 0xD9], [0xFF, 0xD8, 0xFF, 0xE0, 0, 1], Array("RIFF0000WAVE".utf8),
        [0xFF, 0xD8] + Array(repeating: 0xFF, count: 5_000),
    ])
    func `HT13 what is no image, or has no pixels, is none`(bytes: [UInt8]) {
        #expect(ImageHeader(bytes) == nil)
    }

    @Test func `HT13 a large size is no overflow`() throws {
        let most: [UInt8] = [0x7F, 0xFF, 0xFF, 0xFF]
        let side = Int(Int32.max)
        #expect(try #require(ImageHeader(Self.png(most, most))).pixels == side * side)
        let beyond: [UInt8] = [0x80, 0, 0, 0]
        #expect(ImageHeader(Self.png(beyond, [0, 0, 0, 1])) == nil)
        #expect(ImageHeader(Self.png([0xFF, 0xFF, 0xFF, 0xFF], most)) == nil)
    }
}
