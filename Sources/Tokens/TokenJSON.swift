internal import EmojiArt

/// A JSON object of a token or a key set, read strictly: its members by name, each as the type
/// that it has to be of.
///
/// Refuses what `JSONReader` refuses, and with it duplicate names, which a reader of tokens must
/// not let pass (RFC 7519, section 4). `null` counts as nothing.
struct TokenJSON: ~Copyable {
    /// Why a text or a member of it is not what it should be.
    struct Mismatch: Error {
        let text: String
    }

    private static let bounds = {
        var bounds = JSONReader.Bounds.file
        bounds.bytesMax = KeySet.bytesMax
        bounds.keysMax = 128
        bounds.itemsMax = 4_096
        // Some writers escape the slashes of a URL; what is meant for others is ignored.
        bounds.allowsEscapedNames = true
        return bounds
    }()

    private var reader = JSONReader()
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) throws(Mismatch) {
        self.bytes = bytes
        do {
            try reader.read(bytes.span, within: Self.bounds)
        } catch {
            throw Mismatch(text: "not JSON: \(error)")
        }
        guard reader.nodes[0].kind == .object else { throw Mismatch(text: "not a JSON object") }
    }

    /// A member that is a string; nil when there is none.
    func string(_ key: JSONKey, of object: Int = 0) throws(Mismatch) -> String? {
        guard let index = member(key, of: object) else { return nil }
        guard let text = reader.string(index, bytes.span) else {
            throw Mismatch(text: "\(key) is not a string")
        }
        return text
    }

    /// A member that is an array of strings; nil when there is none.
    func strings(_ key: JSONKey, of object: Int = 0) throws(Mismatch) -> [String]? {
        guard let items = try items(key, of: object) else { return nil }
        return try items.map { index throws(Mismatch) in
            guard let text = reader.string(index, bytes.span) else {
                throw Mismatch(text: "\(key) has an item that is not a string")
            }
            return text
        }
    }

    /// A member that is an array of objects; nil when there is none.
    func objects(_ key: JSONKey) throws(Mismatch) -> [Int]? {
        guard let items = try items(key, of: 0) else { return nil }
        guard items.allSatisfy({ reader.nodes[$0].kind == .object }) else {
            throw Mismatch(text: "\(key) has an item that is not an object")
        }
        return items
    }

    /// A member that is one string or an array of them; nil when there is none.
    func stringOrStrings(_ key: JSONKey) throws(Mismatch) -> [String]? {
        guard let index = member(key, of: 0) else { return nil }
        if let text = reader.string(index, bytes.span) { return [text] }
        return try strings(key)
    }

    /// A member that is a number which a Double can say; nil when there is none.
    func number(_ key: JSONKey) throws(Mismatch) -> Double? {
        guard let index = member(key, of: 0) else { return nil }
        let node = reader.nodes[index]
        let isNumber = node.kind == .integer || node.kind == .decimal
        let text = String(decoding: bytes[node.start..<node.end], as: UTF8.self)
        guard isNumber, let value = Double(text), value.isFinite else {
            throw Mismatch(text: "\(key) is not a number")
        }
        return value
    }

    /// Returns true when the object has a member of that name, `null` included.
    func has(_ key: JSONKey, of object: Int = 0) -> Bool {
        reader.member(key, of: object) != nil
    }

    private func member(_ key: JSONKey, of object: Int) -> Int? {
        reader.member(key, of: object).flatMap { reader.nodes[$0].kind == .null ? nil : $0 }
    }

    private func items(_ key: JSONKey, of object: Int) throws(Mismatch) -> [Int]? {
        guard let array = member(key, of: object) else { return nil }
        guard reader.nodes[array].kind == .array else {
            throw Mismatch(text: "\(key) is not an array")
        }
        var (items, index): ([Int], Int) = ([], array + 1)
        for _ in 0..<reader.nodes[array].count {
            items.append(index)
            index = reader.nodes[index].next
        }
        return items
    }
}
