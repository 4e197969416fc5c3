/// The kinds of images that every browser shows, and that hold no script.
package enum ImageType: String, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case gif = "image/gif"
    case webp = "image/webp"
}

/// What the first bytes of an image tell: its kind and how large it is drawn.
///
/// The bytes count, not a name or a Content-Type: those are the sender's word.
package struct ImageHeader: Equatable, Sendable {
    /// The kind.
    package let type: ImageType
    /// Pixels across, 1 or more.
    package let width: Int
    /// Pixels down, 1 or more.
    package let height: Int

    /// Pixels in all: a small file may stand for more than a browser's memory holds.
    package var pixels: Int { width * height }

    /// Reads the header; nil when the bytes begin no image of a known kind, or one without pixels.
    ///
    /// - Complexity: O(1), but for a JPEG O(segments before the frame header).
    package init?(_ bytes: [UInt8]) {
        let reader = ImageReader(bytes)
        let found =
            Self.png(reader) ?? Self.gif(reader) ?? Self.webp(reader) ?? JPEGFrame.header(reader)
        // PNG's largest side; no other kind comes near, and the product of two fits an integer.
        let sides = 1...Int(Int32.max)
        guard let (type, width, height) = found, sides.contains(width), sides.contains(height)
        else { return nil }
        self.type = type
        self.width = width
        self.height = height
    }

    typealias Fields = (type: ImageType, width: Int, height: Int)

    /// PNG (third edition), sections 5.2 and 11.2.1: the signature, then the chunk IHDR.
    private static func png(_ reader: ImageReader) -> Fields? {
        guard reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], at: 0),
            reader.has(Array("IHDR".utf8), at: 12),
            let width = reader.big(4, at: 16), let height = reader.big(4, at: 20)
        else { return nil }
        return (.png, width, height)
    }

    /// GIF89a, sections 17 and 18: the version, then the logical screen.
    private static func gif(_ reader: ImageReader) -> Fields? {
        guard reader.has(Array("GIF87a".utf8), at: 0) || reader.has(Array("GIF89a".utf8), at: 0),
            let width = reader.little(2, at: 6), let height = reader.little(2, at: 8)
        else { return nil }
        return (.gif, width, height)
    }

    /// RFC 9649, sections 2.4 to 2.7: RIFF, then a chunk of one of three kinds.
    private static func webp(_ reader: ImageReader) -> Fields? {
        guard reader.has(Array("RIFF".utf8), at: 0), reader.has(Array("WEBP".utf8), at: 8) else {
            return nil
        }
        if reader.has(Array("VP8X".utf8), at: 12) {
            guard let width = reader.little(3, at: 24), let height = reader.little(3, at: 27) else {
                return nil
            }
            return (.webp, width + 1, height + 1)
        }
        if reader.has(Array("VP8L".utf8), at: 12), reader.has([0x2F], at: 20) {
            guard let bits = reader.little(4, at: 21) else { return nil }
            return (.webp, bits & 0x3FFF + 1, bits >> 14 & 0x3FFF + 1)
        }
        // RFC 6386, section 9.1: a key frame begins with three bytes and a start code.
        if reader.has(Array("VP8 ".utf8), at: 12), reader.has([0x9D, 0x01, 0x2A], at: 23) {
            guard let width = reader.little(2, at: 26), let height = reader.little(2, at: 28) else {
                return nil
            }
            return (.webp, width & 0x3FFF, height & 0x3FFF)
        }
        return nil
    }
}

/// The frame header of a JPEG, which tells its size (ITU T.81, annex B).
enum JPEGFrame {
    /// Most segments that stand before a frame header in a file that is looked at.
    private static let segmentsMax = 1_000

    /// Goes from segment to segment to the frame header; nil when there is none.
    static func header(_ reader: ImageReader) -> ImageHeader.Fields? {
        guard reader.has([0xFF, 0xD8, 0xFF], at: 0) else { return nil }
        var offset = 2
        for _ in 0..<segmentsMax {
            guard reader.big(1, at: offset) == 0xFF, let marker = reader.big(1, at: offset + 1)
            else { return nil }
            switch marker {
            case 0xFF:
                // A fill byte: any number of them may stand before a marker.
                offset += 1
            case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
                // SOF: length, precision, lines, samples of a line.
                guard let height = reader.big(2, at: offset + 5),
                    let width = reader.big(2, at: offset + 7)
                else { return nil }
                return (.jpeg, width, height)
            case 0x01, 0xD0...0xD7:
                offset += 2
            case 0xD8, 0xD9, 0xDA:
                // A new image, the end, or the scan, all before a frame header: it tells no size.
                return nil
            default:
                guard let length = reader.big(2, at: offset + 2), length >= 2 else { return nil }
                offset += 2 + length
            }
        }
        return nil
    }
}

/// Looks at bytes of an image: what lies past its end is not there.
struct ImageReader {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    /// Whether some bytes stand at a place.
    func has(_ expected: [UInt8], at offset: Int) -> Bool {
        bytes.dropFirst(offset).starts(with: expected)
    }

    /// An unsigned integer of 1 to 4 bytes, the highest first.
    func big(_ count: Int, at offset: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reduce(0) { $0 << 8 | Int($1) }
    }

    /// An unsigned integer of 1 to 4 bytes, the lowest first.
    func little(_ count: Int, at offset: Int) -> Int? {
        guard offset + count <= bytes.count else { return nil }
        return bytes[offset..<offset + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }
}
