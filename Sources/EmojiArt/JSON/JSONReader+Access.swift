// Reading values out of the nodes. The bytes are those that were read.
extension JSONReader {
    /// The member of an object by name; nil when there is none.
    ///
    /// - Complexity: O(members).
    package func member(_ key: JSONKey, of object: Int) -> Int? {
        var index = object + 1
        for _ in 0..<nodes[object].count {
            if nodes[index].key == key { return index }
            index = nodes[index].next
        }
        return nil
    }

    /// The places of an array's items, or of an object's values; none of another value.
    package func items(of index: Int) -> JSONItems { JSONItems(of: index, in: nodes) }

    /// The text of a string; nil when the node is none.
    package func string(_ index: Int, _ bytes: borrowing Span<UInt8>) -> String? {
        let node = nodes[index]
        switch node.kind {
        case .string:
            // The whole text was found to be UTF-8, and quotes never cut a scalar.
            guard
                let utf8 = try? UTF8Span(validating: bytes.extracting(node.start..<node.end))
            else { return nil }
            return String(copying: utf8)
        case .escapedString: return unescaped(node, bytes)
        default: return nil
        }
    }

    private func unescaped(_ node: JSONNode, _ bytes: borrowing Span<UInt8>) -> String? {
        var text: [UInt8] = []
        text.reserveCapacity(node.end - node.start)
        var offset = node.start
        while offset < node.end {
            guard bytes[offset] == UInt8(ascii: "\\") else {
                text.append(bytes[offset])
                offset += 1
                continue
            }
            guard let scalar = try? JSONEscape.read(bytes, at: &offset) else { return nil }
            text.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
        }
        return String(validating: text, as: UTF8.self)
    }

    /// The value of an integer; nil when the node is none.
    package func integer(_ index: Int) -> Whole? {
        nodes[index].kind == .integer ? nodes[index].integer : nil
    }

    /// The value of a boolean; nil when the node is none.
    package func boolean(_ index: Int) -> Bool? {
        nodes[index].kind == .boolean ? nodes[index].integer == 1 : nil
    }

    /// A number as millionths; nil when it has more than six places, an exponent, or is too large.
    package func millionths(_ index: Int, _ bytes: borrowing Span<UInt8>) -> Whole? {
        switch nodes[index].kind {
        case .integer, .decimal: JSONNumber.millionths(bytes, nodes[index].start..<nodes[index].end)
        default: nil
        }
    }

    /// An emoji's id; nil when the node is no string that is one.
    ///
    /// Allocates nothing.
    package func emojiID(_ index: Int, _ bytes: borrowing Span<UInt8>) -> EmojiID? {
        let node = nodes[index]
        return node.kind == .string ? EmojiID(bytes, in: node.start..<node.end) : nil
    }
}
