internal import EmojiArt

/// What a reader made of a text, as a writer writes it again.
struct JSONText {
    /// How many nodes the tree has.
    private(set) var nodeCount = 0
    /// How deep it is nested.
    private(set) var depth = 0
    /// True when each of its numbers fits a finite `Double`.
    private(set) var isWithinDouble = true
    private var writer = JSONWriter()

    init(_ reader: borrowing JSONReader, _ bytes: [UInt8]) {
        value(0, reader, bytes, depth: 0)
    }

    /// The text written again.
    var written: [UInt8] { writer.bytes }

    private mutating func value(
        _ index: Int,
        _ reader: borrowing JSONReader,
        _ bytes: [UInt8],
        depth: Int
    ) {
        let node = reader.nodes[index]
        nodeCount += 1
        switch node.kind {
        case .object, .array: container(index, reader, bytes, depth: depth + 1)
        case .string, .escapedString:
            writer.string(reader.string(index, bytes.span) ?? "\u{fffd}")
        case .integer: writer.integer(node.integer)
        case .decimal:
            let text = bytes[node.start..<node.end]
            writer.raw(Array(text))
            let number = Double(String(decoding: text, as: UTF8.self))
            if number?.isFinite != true { isWithinDouble = false }
        case .boolean: writer.raw(reader.boolean(index) == true ? "true" : "false")
        case .null: writer.raw("null")
        }
    }

    private mutating func container(
        _ index: Int,
        _ reader: borrowing JSONReader,
        _ bytes: [UInt8],
        depth: Int
    ) {
        self.depth = max(self.depth, depth)
        let node = reader.nodes[index]
        let isObject = node.kind == .object
        writer.raw(isObject ? "{" : "[")
        var next = index + 1
        for count in 0..<node.count {
            if count > 0 { writer.raw(",") }
            let member = reader.nodes[next]
            if isObject {
                writer.raw("\"")
                writer.raw(Array(bytes[member.keyStart..<member.keyEnd]))
                writer.raw("\":")
            }
            value(next, reader, bytes, depth: depth)
            next = reader.nodes[next].next
        }
        writer.raw(isObject ? "}" : "]")
    }
}
