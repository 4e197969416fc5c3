internal import EmojiArt

/// The claims of a token (RFC 7519, and `documents`, `role` and `name` of our own).
///
/// Other claims are ignored (RFC 7519, section 4).
package struct TokenClaims: Equatable, Sendable {
    /// The user, as the issuer calls them.
    package var sub: String?
    /// The name that other members see.
    package var name: String?
    /// Patterns of the documents that the token is for.
    package var documents: [String]
    /// The name of a role.
    package var role: String
    /// The end, in seconds since 1970, as are `nbf` and `iat`.
    package var exp: Double
    /// The start.
    package var nbf: Double?
    /// The time of issue.
    package var iat: Double?
    /// The token's own id.
    package var jti: String?
    /// The servers that it is for; nil when it does not say.
    package var aud: [String]?

    /// Makes the claims of a new token.
    package init(documents: [String], role: String, exp: Double) {
        self.documents = documents
        self.role = role
        self.exp = exp
    }

    /// Reads the payload of a token whose signature held.
    ///
    /// - Throws: `TokenFault.malformed` with the claim that is missing or of another type.
    /// - Complexity: O(bytes).
    package init(_ payload: [UInt8]) throws(TokenFault) {
        do throws(KeySet.Fault) {
            let json = try TokenJSON(payload)
            guard let documents = try json.strings("documents"), let role = try json.string("role"),
                let exp = try json.number("exp")
            else { throw KeySet.Fault(text: "it needs documents, role and exp") }
            self.init(documents: documents, role: role, exp: exp)
            sub = try json.string("sub")
            name = try json.string("name")
            nbf = try json.number("nbf")
            iat = try json.number("iat")
            jti = try json.string("jti")
            aud = try json.stringOrStrings("aud")
        } catch {
            throw .malformed(error.text)
        }
    }

    /// The claims as JSON; times in whole seconds, which must be within 64 bits.
    package var json: [UInt8] {
        var writer = JSONWriter()
        writer.array(#"{"documents":"#, documents) { writer, text in writer.string(text) }
        writer.string(#","role":"#, role)
        for case (let name, let text?) in [("sub", sub), ("name", name), ("jti", jti)] {
            writer.string(",\"\(name)\":", text)
        }
        for case (let name, let time?) in [("exp", exp), ("nbf", nbf), ("iat", iat)] {
            writer.integer(",\"\(name)\":", Int(time))
        }
        if let aud {
            writer.array(#","aud":"#, aud) { writer, text in writer.string(text) }
        }
        writer.raw("}")
        return writer.bytes
    }
}

/// A JSON object of a token or a key set, read strictly: its members by name, each as the type
/// that it has to be of.
///
/// Refuses what `JSONReader` refuses, and with it duplicate names, which a reader of tokens must
/// not let pass (RFC 7519, section 4). `null` counts as nothing.
struct TokenJSON: ~Copyable {
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

    init(_ bytes: [UInt8]) throws(KeySet.Fault) {
        self.bytes = bytes
        do {
            try reader.read(bytes.span, within: Self.bounds)
        } catch {
            throw KeySet.Fault(text: "not JSON: \(error)")
        }
        guard reader.nodes[0].kind == .object else { throw KeySet.Fault(text: "not a JSON object") }
    }

    /// A member that is a string; nil when there is none.
    func string(_ key: JSONKey, of object: Int = 0) throws(KeySet.Fault) -> String? {
        guard let index = member(key, of: object) else { return nil }
        guard let text = reader.string(index, bytes.span) else {
            throw KeySet.Fault(text: "\(key) is not a string")
        }
        return text
    }

    /// A member that is an array of strings; nil when there is none.
    func strings(_ key: JSONKey, of object: Int = 0) throws(KeySet.Fault) -> [String]? {
        try items(key, of: object)?.map { index throws(KeySet.Fault) in
            guard let text = reader.string(index, bytes.span) else {
                throw KeySet.Fault(text: "\(key) has an item that is not a string")
            }
            return text
        }
    }

    /// A member that is an array of objects; nil when there is none.
    func objects(_ key: JSONKey) throws(KeySet.Fault) -> [Int]? {
        guard let items = try items(key, of: 0) else { return nil }
        guard items.allSatisfy({ reader.nodes[$0].kind == .object }) else {
            throw KeySet.Fault(text: "\(key) has an item that is not an object")
        }
        return Array(items)
    }

    /// A member that is one string or an array of them; nil when there is none.
    func stringOrStrings(_ key: JSONKey) throws(KeySet.Fault) -> [String]? {
        guard let index = member(key, of: 0) else { return nil }
        if let text = reader.string(index, bytes.span) { return [text] }
        return try strings(key)
    }

    /// A member that is a number which a Double can say; nil when there is none.
    func number(_ key: JSONKey) throws(KeySet.Fault) -> Double? {
        guard let index = member(key, of: 0) else { return nil }
        let node = reader.nodes[index]
        let isNumber = node.kind == .integer || node.kind == .decimal
        let text = String(decoding: bytes[node.start..<node.end], as: UTF8.self)
        guard isNumber, let value = Double(text), value.isFinite else {
            throw KeySet.Fault(text: "\(key) is not a number")
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

    private func items(_ key: JSONKey, of object: Int) throws(KeySet.Fault) -> JSONItems? {
        guard let array = member(key, of: object) else { return nil }
        guard reader.nodes[array].kind == .array else {
            throw KeySet.Fault(text: "\(key) is not an array")
        }
        return reader.items(of: array)
    }
}
