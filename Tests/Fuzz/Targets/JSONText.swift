internal import EmojiArt

/// What a reader made of a text: its values, and the text that a writer makes of them.
struct JSONText {
    /// The values.
    let value: JSONValue
    /// The text written anew.
    let written: [UInt8]
    /// How many nodes the tree has.
    let nodeCount: Int
    /// How deep it is nested.
    let depth: Int

    init(_ reader: borrowing JSONReader, _ bytes: [UInt8]) {
        var walk = Walk()
        value = walk.value(0, reader, bytes, depth: 0)
        written = walk.writer.bytes
        nodeCount = walk.nodeCount
        depth = walk.depth
    }

    private struct Walk {
        var writer = JSONWriter()
        var nodeCount = 0
        var depth = 0

        mutating func value(
            _ index: Int,
            _ reader: borrowing JSONReader,
            _ bytes: [UInt8],
            depth: Int
        ) -> JSONValue {
            let node = reader.nodes[index]
            nodeCount += 1
            let text = bytes[node.start..<node.end]
            switch node.kind {
            case .object, .array: return container(index, reader, bytes, depth: depth + 1)
            case .string, .escapedString:
                let text = reader.string(index, bytes.span) ?? "\u{fffd}"
                writer.string(text)
                return .string(Array(text.utf8))
            case .integer:
                writer.integer(node.integer)
                return .integer(node.integer)
            case .decimal:
                writer.raw(Array(text))
                return .decimal(String(decoding: text, as: UTF8.self))
            case .boolean:
                writer.raw(reader.boolean(index) == true ? "true" : "false")
                return .boolean(reader.boolean(index) == true)
            case .null:
                writer.raw("null")
                return .null
            }
        }

        private mutating func container(
            _ index: Int,
            _ reader: borrowing JSONReader,
            _ bytes: [UInt8],
            depth: Int
        ) -> JSONValue {
            self.depth = max(self.depth, depth)
            let node = reader.nodes[index]
            let isObject = node.kind == .object
            writer.raw(isObject ? "{" : "[")
            var members: [JSONValue.Member] = []
            var next = index + 1
            for count in 0..<node.count {
                if count > 0 { writer.raw(",") }
                let member = reader.nodes[next]
                let key = isObject ? Array(bytes[member.keyStart..<member.keyEnd]) : []
                if isObject {
                    writer.raw("\"")
                    writer.raw(key)
                    writer.raw("\":")
                }
                members.append(.init(key: key, value: value(next, reader, bytes, depth: depth)))
                next = reader.nodes[next].next
            }
            writer.raw(isObject ? "}" : "]")
            return isObject ? .object(members) : .array(members.map(\.value))
        }
    }
}
