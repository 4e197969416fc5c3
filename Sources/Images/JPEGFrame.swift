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
            else {
                return nil
            }
            switch marker {
            case 0xFF:
                // A fill byte: any number of them may stand before a marker.
                offset += 1
            case 0xC4, 0xC8, 0xCC:
                guard let length = reader.big(2, at: offset + 2), length >= 2 else { return nil }
                offset += 2 + length
            case 0xC0...0xCF:
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
