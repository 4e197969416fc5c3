import EmojiArt
import Foundation
import Images
import Testing

@testable import Raster

/// Photographs are seen upright, whichever way the camera was held.
struct OrientationTests {
    /// Exif data of one field, in either order of bytes.
    private static func exif(_ value: UInt8, isLittle: Bool) -> [UInt8] {
        let numbers: [(Int, Int)] = [(42, 2), (8, 4), (1, 2), (274, 2), (3, 2), (1, 4)]
        var bytes = Array("Exif\0\0".utf8) + Array((isLittle ? "II" : "MM").utf8)
        for (number, count) in numbers + [(Int(value), 2), (0, 2), (0, 4)] {
            let big = (0..<count).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
            bytes += isLittle ? big.reversed() : big
        }
        return [0xFF, 0xE1, 0, UInt8(bytes.count + 2)] + bytes
    }

    /// The photograph, held in one of eight ways; its first segment is another one.
    private static func photograph(_ value: UInt8, isLittle: Bool) throws -> [UInt8] {
        var bytes = Array(try #require(Data(base64Encoded: quadrants)))
        let second = 4 + Int(bytes[5])
        bytes.insert(contentsOf: exif(value, isLittle: isLittle), at: second)
        return bytes
    }

    /// Red, green, blue and white as r, g, b and w: upper left, upper right, lower left and right.
    private static func seen(_ image: [UInt8]) throws -> String {
        let picture = try Surface(width: 64, height: 64)
        let photograph = try Surface(image: image)
        picture.draw(
            photograph,
            turned: Orientation(of: image),
            middle: (32, 32),
            factor: 64 / Double(max(photograph.width, photograph.height))
        )
        let colours: [(UInt32, String)] = [
            (0xFFFF_0000, "r"), (0xFF00_FF00, "g"), (0xFF00_00FF, "b"), (0xFFFF_FFFF, "w"),
        ]
        return [(22, 22), (42, 22), (22, 42), (42, 42)].map { x, y in
            colours.first { picture.isAbout($0.0, x: x, y: y) }?.1 ?? "?"
        }.joined()
    }

    @Test func `EX1 a photograph is turned as its Exif data say`() throws {
        let expected = ["rgbw", "grwb", "wbgr", "bwrg", "rbgw", "brwg", "wgbr", "gwrb"]
        for (index, colours) in expected.enumerated() {
            for isLittle in [true, false] {
                let image = try Self.photograph(UInt8(index + 1), isLittle: isLittle)
                #expect(try Self.seen(image) == colours, "\(index + 1)")
                #expect(Orientation(of: image).swapsSides == (index >= 4))
            }
        }
    }

    @Test func `other values, damage and other images are upright`() throws {
        for value: UInt8 in [0, 9, 255] {
            #expect(try Self.seen(Self.photograph(value, isLittle: true)) == "rgbw")
        }
        let image = try Self.photograph(6, isLittle: false)
        for index in 0..<60 {
            // No byte and no end may lead outside.
            _ = Orientation(of: Array(image.prefix(index)))
            for mask: UInt8 in [0xFF, 0x80, 0x01] {
                var changed = image
                changed[index] ^= mask
                _ = Orientation(of: changed)
            }
        }
        #expect(Orientation(of: Array("GIF89a".utf8)) == .upright)
        #expect(Orientation(of: []) == .upright)
    }

    private static let quadrants = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAMCAgMCAgMDAwMEAwMEBQgFBQQEBQoHBwYIDAoMDAsKCwsNDhIQDQ4R\
        DgsLEBYQERMUFRUVDA8XGBYUGBIUFRT/2wBDAQMEBAUEBQkFBQkUDQsNFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQU\
        FBQUFBQUFBQUFBQUFBQUFBQUFBQUFBQUFBT/wAARCAAQACADAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAA\
        AAgJCv/EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAZAQEAAwEBAAAAAAAAAAAAAAAABwkKBgj/xAAUEQEAAAAAAAAA\
        AAAAAAAAAAAA/9oADAMBAAIRAxEAPwCdEGLUwFjISZjwGXjRm9ygOltVY7gB/9k=
        """
}
