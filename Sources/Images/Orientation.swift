package import EmojiArt

/// How an image has to be turned to be seen upright.
///
/// Cameras store what the sensor saw, and say in the Exif data how they were held. Browsers turn
/// such an image, so it is turned here.
package struct Orientation: Equatable, Sendable {
    /// As it is.
    package static let upright = Orientation(xx: 1, xy: 0, yx: 0, yy: 1)

    /// What is at (x, y) from the middle is shown at (xx · x + xy · y, yx · x + yy · y).
    package let xx: Double
    /// See `xx`.
    package let xy: Double
    /// See `xx`.
    package let yx: Double
    /// See `xx`.
    package let yy: Double

    /// Whether a wide image becomes a high one.
    package var swapsSides: Bool { xx == 0 }

    private init(xx: Double, xy: Double, yx: Double, yy: Double) {
        (self.xx, self.xy, self.yx, self.yy) = (xx, xy, yx, yy)
    }

    /// The orientation that a JPEG tells; upright when it tells none, and for other images.
    package init(of image: [UInt8]) {
        self = Self.exif(in: image).flatMap(Self.init(exif:)) ?? .upright
    }

    /// The value of the Exif tag Orientation: where row 0 and column 0 are (Exif 2.32, 4.6.4).
    private init?(exif value: Int) {
        switch value {
        case 1: self.init(xx: 1, xy: 0, yx: 0, yy: 1)
        case 2: self.init(xx: -1, xy: 0, yx: 0, yy: 1)
        case 3: self.init(xx: -1, xy: 0, yx: 0, yy: -1)
        case 4: self.init(xx: 1, xy: 0, yx: 0, yy: -1)
        case 5: self.init(xx: 0, xy: 1, yx: 1, yy: 0)
        case 6: self.init(xx: 0, xy: -1, yx: 1, yy: 0)
        case 7: self.init(xx: 0, xy: -1, yx: -1, yy: 0)
        case 8: self.init(xx: 0, xy: 1, yx: -1, yy: 0)
        default: return nil
        }
    }

    /// Walks the segments of a JPEG to the Exif data, which come before the image.
    private static func exif(in image: [UInt8]) -> Int? {
        guard image.starts(with: [0xFF, 0xD8]) else { return nil }
        var offset = 2
        // A marker, and a length that counts itself.
        while offset + 4 <= image.count, image[offset] == 0xFF {
            let count = Int(image[offset + 2]) << 8 | Int(image[offset + 3])
            let end = offset + 2 + count
            guard count >= 2, end <= image.count, image[offset + 1] != 0xDA else { return nil }
            let content = image[offset + 4..<end]
            if image[offset + 1] == 0xE1, content.starts(with: Array("Exif\0\0".utf8)) {
                return orientation(in: Array(content.dropFirst(6)))
            }
            offset = end
        }
        return nil
    }

    /// The orientation in Exif data, which is a TIFF: a header, and a list of fields of 12 bytes.
    private static func orientation(in tiff: [UInt8]) -> Int? {
        let isLittle = tiff.starts(with: "II".utf8)
        let reader = ImageReader(tiff)
        func number(_ offset: Int, _ count: Int) -> Int? {
            isLittle ? reader.little(count, at: offset) : reader.big(count, at: offset)
        }
        guard number(2, 2) == 42, let list = number(4, 4), let count = number(list, 2) else {
            return nil
        }
        let fields = (0..<count).lazy.map { list + 2 + 12 * $0 }
        // Tag 274, of one SHORT (type 3), whose value stands where a longer one's place would.
        guard let field = fields.first(where: { number($0, 2) == 274 }), number(field + 2, 2) == 3
        else { return nil }
        return number(field + 8, 2)
    }
}

extension DrawnPicture {
    /// The picture that drawings of a document show, `image` if a server keeps it; nil when there
    /// is none, or it is on another host, of an unknown kind, or larger than
    /// `Limits.imagePixelsMax`.
    ///
    /// - Complexity: O(bytes of the image).
    package init?(of document: Document, kept image: BackgroundImage? = nil) {
        guard case .url(let url) = document.background,
            let image = image ?? BackgroundImage(url: url.string),
            let header = ImageHeader(image.bytes), header.pixels <= Limits.imagePixelsMax
        else { return nil }
        let isTurned = Orientation(of: image.bytes).swapsSides
        self.init(
            url: image.url,
            width: isTurned ? header.height : header.width,
            height: isTurned ? header.width : header.height
        )
    }
}
