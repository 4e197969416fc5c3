package import EmojiArt

extension JSONKey {
    /// What each message, operation and gesture begins with.
    static let type: JSONKey = "type"
}

// Fields of messages: each is read by name, or the message is refused by the field's name.
extension JSONReader {
    /// The member of that name.
    package func need(_ key: JSONKey, of object: Int) throws(DecodeError) -> Int {
        guard let index = member(key, of: object) else { throw .missing(key.description) }
        return index
    }

    /// Refuses an object that holds a member of another name: a misspelt field is never ignored.
    package func allow(
        _ keys: [JSONKey],
        and extra: JSONKey? = nil,
        in object: Int,
        _ place: String
    ) throws(DecodeError) {
        var index = object + 1
        for _ in 0..<nodes[object].count {
            let key = nodes[index].key
            guard keys.contains(where: { $0 == key }) || key == extra else {
                throw .unknownField(place)
            }
            index = nodes[index].next
        }
    }

    /// An integer within a range.
    package func integer<Number: BinaryInteger>(
        _ key: JSONKey,
        of object: Int,
        in range: ClosedRange<Number>
    ) throws(DecodeError) -> Number {
        let index = try need(key, of: object)
        guard let value = integer(index) else {
            throw nodes[index].kind == .decimal
                ? .outOfRange(key.description) : .wrong(key.description)
        }
        guard let number = Number(exactly: value), range.contains(number) else {
            throw .outOfRange(key.description)
        }
        return number
    }

    /// An integer within a range; nil when there is no such member.
    func optionalInteger<Number: BinaryInteger>(
        _ key: JSONKey,
        of object: Int,
        in range: ClosedRange<Number>
    ) throws(DecodeError) -> Number? {
        guard member(key, of: object) != nil else { return nil }
        return try integer(key, of: object, in: range)
    }

    func boolean(_ key: JSONKey, of object: Int) throws(DecodeError) -> Bool {
        guard let value = boolean(try need(key, of: object)) else {
            throw .wrong(key.description)
        }
        return value
    }

    /// A boolean; nil when there is no such member.
    func optionalBoolean(_ key: JSONKey, of object: Int) throws(DecodeError) -> Bool? {
        guard member(key, of: object) != nil else { return nil }
        return try boolean(key, of: object)
    }

    /// A string of at most so many bytes.
    package func string(
        _ key: JSONKey,
        of object: Int,
        bytesMax: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> String {
        guard let text = string(try need(key, of: object), bytes) else {
            throw .wrong(key.description)
        }
        guard text.utf8.count <= bytesMax else { throw .outOfRange(key.description) }
        return text
    }

    /// A string of at most so many bytes; nil when there is no such member.
    func optionalString(
        _ key: JSONKey,
        of object: Int,
        bytesMax: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> String? {
        guard member(key, of: object) != nil else { return nil }
        return try string(key, of: object, bytesMax: bytesMax, bytes)
    }

    /// A 64-bit word of 16 hexadecimal digits.
    package func word(
        _ key: JSONKey,
        of object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> UInt64 {
        guard let value = word(try need(key, of: object), bytes) else {
            throw .wrong(key.description)
        }
        return value
    }

    /// The 64-bit word of a node; nil when it is none.
    func word(_ index: Int, _ bytes: borrowing Span<UInt8>) -> UInt64? {
        let node = nodes[index]
        guard node.kind == .string, node.end - node.start == 16 else { return nil }
        var value: UInt64 = 0
        for index in node.start..<node.end {
            guard value.append(hexadecimal: bytes[index]) else { return nil }
        }
        return value
    }

    /// The items of an array of at most so many.
    package func array(_ key: JSONKey, of object: Int, max: Int) throws(DecodeError) -> JSONItems {
        let index = try need(key, of: object)
        guard nodes[index].kind == .array else { throw .wrong(key.description) }
        guard nodes[index].count <= max else { throw .tooMany(key.description) }
        return items(of: index)
    }

    /// Ids of emojis, sorted, each once; the order on the wire means nothing.
    package func ids(
        _ key: JSONKey,
        of object: Int,
        max: Int = Limits.idsMax,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> [EmojiID] {
        let start = try need(key, of: object)
        let count = try array(key, of: object, max: max).count
        var ids: [EmojiID] = []
        ids.reserveCapacity(count)
        var isAscending = true
        for index in (start + 1)..<(start + 1 + count) {
            // Ids are strings: each is one node.
            guard let id = emojiID(index, bytes) else { throw .wrong(key.description) }
            if let last = ids.last, last >= id { isAscending = false }
            ids.append(id)
        }
        return isAscending ? ids : Set(ids).sorted()
    }
}
