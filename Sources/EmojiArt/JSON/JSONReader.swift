/// A strict JSON reader (RFC 8259) over bytes that someone else owns.
///
/// One pass checks everything and writes a flat list of nodes, whose storage is used again for the
/// next text: reading a message allocates nothing. It refuses what parsers disagree on, so that two
/// programs never see different values in one text: a byte order mark, invalid UTF-8, duplicate
/// keys, escapes in keys, trailing commas, comments, half surrogate pairs, and numbers of more than
/// `Limits.numberBytesMax` bytes. Depth, keys and items are bounded by the caller.
package struct JSONReader: ~Copyable {
    /// Bounds on a text.
    package struct Bounds: Sendable {
        /// Bytes in all.
        package var bytesMax: Int
        /// Nested objects and arrays.
        package var depthMax: Int
        /// Members of one object.
        package var keysMax: Int
        /// Items of one array.
        package var itemsMax: Int
        /// Allows escapes in names; a name with an escape matches no key.
        package var allowsEscapedNames = false

        /// The bounds of a client's message.
        package static let message = Bounds(
            bytesMax: Limits.messageBytesMax,
            depthMax: Limits.depthMax,
            keysMax: Limits.keysMax,
            itemsMax: Limits.idsMax
        )
        /// The bounds of a server's message.
        package static let serverMessage = Bounds(
            bytesMax: Limits.serverMessageBytesMax,
            depthMax: Limits.depthMax,
            keysMax: Limits.keysMax,
            itemsMax: Limits.itemsMax
        )
        /// The bounds of a file, or of a snapshot in the journal.
        package static let file = Bounds(
            bytesMax: 256 << 20,
            depthMax: 16,
            keysMax: 64,
            itemsMax: 1_000_000
        )
    }

    /// The nodes of the text read last, in the order of the text; the first is the whole value.
    package private(set) var nodes: [JSONNode] = []
    private var offset = 0
    private var bounds = Bounds.message

    /// Makes a reader.
    package init() {}

    /// Reads a text; its value is `nodes[0]`.
    ///
    /// - Throws: `JSONError` with the reason and the offset.
    /// - Complexity: O(bytes + keys of an object squared).
    package mutating func read(
        _ bytes: borrowing Span<UInt8>,
        within bounds: Bounds
    ) throws(JSONError) {
        nodes.removeAll(keepingCapacity: true)
        offset = 0
        self.bounds = bounds
        guard bytes.count <= bounds.bytesMax else { throw failure(.tooLong) }
        if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
            throw failure(.byteOrderMark)
        }
        do { _ = try UTF8Span(validating: copy bytes) } catch { throw failure(.invalidUTF8) }
        skipSpace(bytes)
        try readValue(bytes, depth: 0, key: JSONKey(), keyStart: 0, keyEnd: 0)
        skipSpace(bytes)
        guard offset == bytes.count else { throw failure(.trailingBytes) }
    }

    private func failure(_ reason: JSONError.Reason) -> JSONError {
        JSONError(reason: reason, offset: offset)
    }

    private mutating func skipSpace(_ bytes: borrowing Span<UInt8>) {
        while offset < bytes.count {
            switch bytes[offset] {
            case 0x20, 0x09, 0x0A, 0x0D: offset += 1
            default: return
            }
        }
    }

    private mutating func readValue(
        _ bytes: borrowing Span<UInt8>,
        depth: Int,
        key: JSONKey,
        keyStart: Int,
        keyEnd: Int
    ) throws(JSONError) {
        guard offset < bytes.count else { throw failure(.unexpectedEnd) }
        let index = nodes.count
        var node = JSONNode(kind: .null, start: offset, end: offset, next: index + 1)
        node.key = key
        node.keyStart = keyStart
        node.keyEnd = keyEnd
        nodes.append(node)
        switch bytes[offset] {
        case UInt8(ascii: "{"):
            try readParts(of: .object, upTo: UInt8(ascii: "}"), bytes, at: index, depth: depth + 1)
        case UInt8(ascii: "["):
            try readParts(of: .array, upTo: UInt8(ascii: "]"), bytes, at: index, depth: depth + 1)
        case UInt8(ascii: "\""): try readString(bytes, at: index)
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
            let integer = try JSONNumber.read(bytes, at: &offset)
            nodes[index].kind = integer == nil ? .decimal : .integer
            nodes[index].integer = integer ?? 0
            nodes[index].end = offset
        case UInt8(ascii: "t"):
            try readWord("true", bytes)
            nodes[index].kind = .boolean
            nodes[index].integer = 1
        case UInt8(ascii: "f"):
            try readWord("false", bytes)
            nodes[index].kind = .boolean
        case UInt8(ascii: "n"): try readWord("null", bytes)
        default: throw failure(.unexpectedByte)
        }
    }

    private mutating func readWord(
        _ word: String,
        _ bytes: borrowing Span<UInt8>
    ) throws(JSONError) {
        for byte in word.utf8 {
            guard offset < bytes.count else { throw failure(.unexpectedEnd) }
            guard bytes[offset] == byte else { throw failure(.unexpectedByte) }
            offset += 1
        }
    }

    /// Reads the members of an object, or the items of an array, up to the byte that ends it.
    private mutating func readParts(
        of kind: JSONNode.Kind,
        upTo end: UInt8,
        _ bytes: borrowing Span<UInt8>,
        at index: Int,
        depth: Int
    ) throws(JSONError) {
        guard depth <= bounds.depthMax else { throw failure(.tooDeep) }
        let isObject = kind == .object
        let countMax = isObject ? bounds.keysMax : bounds.itemsMax
        nodes[index].kind = kind
        offset += 1
        skipSpace(bytes)
        var count = 0
        if try !take(end, bytes) {
            repeat {
                skipSpace(bytes)
                count += 1
                guard count <= countMax else {
                    throw failure(isObject ? .tooManyKeys : .tooManyItems)
                }
                if isObject {
                    try readMember(bytes, of: index, before: count - 1, depth: depth)
                } else {
                    try readValue(bytes, depth: depth, key: JSONKey(), keyStart: 0, keyEnd: 0)
                }
                skipSpace(bytes)
            } while try take(UInt8(ascii: ","), bytes)
            guard try take(end, bytes) else { throw failure(.unexpectedByte) }
        }
        nodes[index].count = count
        nodes[index].end = offset
        nodes[index].next = nodes.count
    }

    private mutating func readMember(
        _ bytes: borrowing Span<UInt8>,
        of object: Int,
        before: Int,
        depth: Int
    ) throws(JSONError) {
        guard try take(UInt8(ascii: "\""), bytes) else { throw failure(.unexpectedByte) }
        let start = offset
        _ = try skipText(bytes, allowsEscapes: bounds.allowsEscapedNames)
        let end = offset
        let key = JSONKey(bytes, from: start, to: end)
        var sibling = object + 1
        for _ in 0..<before {
            if nodes[sibling].key == key,
                !key.isCut || isSame(nodes[sibling], bytes, start, end)
            {
                throw JSONError(reason: .duplicateKey, offset: start)
            }
            sibling = nodes[sibling].next
        }
        offset += 1
        skipSpace(bytes)
        guard try take(UInt8(ascii: ":"), bytes) else { throw failure(.unexpectedByte) }
        skipSpace(bytes)
        try readValue(bytes, depth: depth, key: key, keyStart: start, keyEnd: end)
    }

    private func isSame(
        _ other: JSONNode,
        _ bytes: borrowing Span<UInt8>,
        _ start: Int,
        _ end: Int
    ) -> Bool {
        guard other.keyEnd - other.keyStart == end - start else { return false }
        for distance in 0..<(end - start)
        where bytes[other.keyStart + distance] != bytes[start + distance] {
            return false
        }
        return true
    }

    /// Steps over the byte if it comes next.
    private mutating func take(
        _ byte: UInt8,
        _ bytes: borrowing Span<UInt8>
    ) throws(JSONError) -> Bool {
        guard offset < bytes.count else { throw failure(.unexpectedEnd) }
        guard bytes[offset] == byte else { return false }
        offset += 1
        return true
    }

    private mutating func readString(
        _ bytes: borrowing Span<UInt8>,
        at index: Int
    ) throws(JSONError) {
        offset += 1
        let start = offset
        let kind = try skipText(bytes, allowsEscapes: true)
        nodes[index].kind = kind
        nodes[index].start = start
        nodes[index].end = offset
        // Only members are ever compared by their text; the many ids of an array are not.
        if kind == .string, nodes[index].keyEnd > 0 {
            nodes[index].text = JSONKey(bytes, from: start, to: offset)
        }
        offset += 1
    }

    /// Steps to the closing quote of a text; returns its kind.
    @inline(__always)
    private mutating func skipText(
        _ bytes: borrowing Span<UInt8>,
        allowsEscapes: Bool
    ) throws(JSONError) -> JSONNode.Kind {
        var kind = JSONNode.Kind.string
        while true {
            guard offset < bytes.count else { throw failure(.unexpectedEnd) }
            switch bytes[offset] {
            case UInt8(ascii: "\""): return kind
            case 0..<0x20: throw failure(.invalidString)
            case UInt8(ascii: "\\"):
                guard allowsEscapes else { throw failure(.escapedKey) }
                kind = .escapedString
                _ = try JSONEscape.read(bytes, at: &offset)
            default: offset += 1
            }
        }
    }
}
