internal import EmojiArt
internal import Foundation

/// What the JSON reader takes, Foundation takes as the same values; writing it is a fixed point.
enum JSONTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        for bounds in [JSONReader.Bounds.message, .serverMessage, .file] {
            try read(bytes, within: bounds)
        }
    }

    private static func read(
        _ bytes: [UInt8],
        within bounds: JSONReader.Bounds
    ) throws(Finding) {
        var reader = JSONReader()
        do {
            try reader.read(bytes.span, within: bounds)
        } catch {
            return try promise(
                (0...bytes.count).contains(error.offset),
                "\(error) is outside \(bytes.count) bytes"
            )
        }
        let text = JSONText(reader, bytes)
        try promise(text.nodeCount == reader.nodes.count, "the nodes are not one tree")
        try promise(text.depth <= bounds.depthMax, "the depth is \(text.depth)")
        var again = JSONReader()
        do {
            try again.read(text.written.span, within: .file)
        } catch {
            throw Finding("what is written cannot be read: \(error)")
        }
        let second = JSONText(again, text.written)
        try promise(second.written == text.written, "it is written in two ways")
        try compare(text, bytes)
    }

    /// Checks that Foundation reads the same values in what was read and in what was written.
    private static func compare(_ text: JSONText, _ bytes: [UInt8]) throws(Finding) {
        // Foundation refuses numbers beyond a Double, and loses some byte order marks.
        let scalars = String(decoding: text.written, as: UTF8.self).unicodeScalars
        guard text.isWithinDouble, !scalars.contains("\u{feff}") else { return }
        let (read, written) = (try values(of: bytes), try values(of: text.written))
        try promise(
            read == written,
            "Foundation reads \(String(decoding: read, as: UTF8.self)) in what was read, and "
                + "\(String(decoding: written, as: UTF8.self)) in what was written"
        )
    }

    /// The values that Foundation reads in a text, as a text in which only they count.
    private static func values(of bytes: [UInt8]) throws(Finding) -> Data {
        do {
            return try JSONSerialization.data(
                withJSONObject: JSONSerialization.jsonObject(
                    with: Data(bytes),
                    options: .fragmentsAllowed
                ),
                options: [.fragmentsAllowed, .sortedKeys]
            )
        } catch {
            throw Finding("Foundation takes it for no JSON: \(error)")
        }
    }
}
