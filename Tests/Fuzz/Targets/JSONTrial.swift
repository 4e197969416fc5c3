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
        try promise(second.value == text.value, "other values are written than were read")
        try compare(text.value, bytes)
    }

    private static func compare(_ value: JSONValue, _ bytes: [UInt8]) throws(Finding) {
        // Foundation gives up numbers beyond a Double.
        guard value.isWithinDouble else { return }
        let other: Any
        do {
            other = try JSONSerialization.jsonObject(
                with: Data(bytes),
                options: .fragmentsAllowed
            )
        } catch {
            throw Finding("Foundation takes it for no JSON: \(error)")
        }
        try promise(value.isEqual(to: other), "Foundation reads \(other), not \(value)")
    }
}
