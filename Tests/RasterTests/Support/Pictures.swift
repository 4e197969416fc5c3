import EmojiArt
import Testing

@testable import Raster

enum Pictures {
    /// A document of emojis: text, x, y and size of each, the first the lowest.
    static func document(_ emojis: (String, Int, Int, Int)...) throws -> Document {
        try document(emojis)
    }

    static func document(_ emojis: [(String, Int, Int, Int)]) throws -> Document {
        var document = Document()
        for (index, (text, x, y, size)) in emojis.enumerated() {
            let id = EmojiID(client: 1, counter: index + 1)
            let emoji = NewEmoji(id: id, text: try EmojiText(text), x: x, y: y, size: size)
            try document.apply(.add([emoji]))
        }
        return document
    }

    static func drawn(
        _ document: Document,
        scale: Int = 1,
        background: [UInt8]? = nil
    ) throws -> Surface {
        let file = try PNGFile.draw(document, scale: scale, background: background)
        let surface = try Surface(png: file.bytes)
        #expect(surface.width == file.width && surface.height == file.height)
        return surface
    }

    static func plain(width: Int, height: Int, _ colour: UInt32) throws -> [UInt8] {
        let surface = try Surface(width: width, height: height)
        for y in 0..<height { for x in 0..<width { surface.set(colour, x: x, y: y) } }
        return try surface.png()
    }
}

/// The middle of what is not transparent, and its sides.
struct Inked {
    var left = Int.max
    var top = Int.max
    var right = Int.min
    var bottom = Int.min

    var isEmpty: Bool { left > right }
    var width: Int { isEmpty ? 0 : right - left + 1 }
    var height: Int { isEmpty ? 0 : bottom - top + 1 }
    var x: Double { Double(left + right + 1) / 2 }
    var y: Double { Double(top + bottom + 1) / 2 }

    /// Looks at the pixels of a picture.
    init(_ surface: Surface) {
        for y in 0..<surface.height {
            for x in 0..<surface.width where surface.pixel(x: x, y: y) >> 24 > 64 {
                (left, right) = (min(left, x), max(right, x))
                (top, bottom) = (min(top, y), max(bottom, y))
            }
        }
    }
}

extension PNGFile {
    var sides: String { "\(width) x \(height)" }
}

extension Surface {
    var sides: String { "\(width) x \(height)" }

    /// The pixel at a place, counted from the upper left: alpha, red, green and blue, a byte each,
    /// the colours multiplied by alpha.
    func pixel(x: Int, y: Int) -> UInt32 {
        unsafe write { data, stride in
            unsafe UnsafeRawPointer(data)
                .load(fromByteOffset: y * Int(stride) + 4 * x, as: UInt32.self)
        }
    }

    /// Writes a pixel, as `pixel(x:y:)` gives it.
    func set(_ colour: UInt32, x: Int, y: Int) {
        unsafe write { data, stride in
            unsafe UnsafeMutableRawPointer(data)
                .storeBytes(of: colour, toByteOffset: y * Int(stride) + 4 * x, as: UInt32.self)
        }
    }

    /// Whether a pixel has about this colour, as `pixel(x:y:)` gives it.
    func isAbout(_ colour: UInt32, x: Int, y: Int) -> Bool {
        let pixel = pixel(x: x, y: y)
        return stride(from: 0, to: 32, by: 8).allSatisfy { shift in
            abs(Int(pixel >> shift & 255) - Int(colour >> shift & 255)) <= 12
        }
    }
}
