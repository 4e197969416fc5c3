internal import Cryptography
internal import EmojiArt

/// A JSON Web Key Set (RFC 7517): the public keys of the issuers.
///
/// Keys that are for something else are left out (RFC 7517, section 5): of another type, curve or
/// algorithm, or to encrypt with. A key of ours that is broken refuses the set.
package enum KeySet {
    /// Bytes of a set.
    package static let bytesMax = 1 << 20
    /// Keys of a set that are used: a token without a known key is tried on each.
    package static let keysMax = 16

    /// Why a set, or other JSON about tokens, cannot be used.
    package struct Fault: Error, Equatable {
        /// The cause, and what to do.
        package let text: String
    }

    /// Reads the keys of a set, by their ids.
    ///
    /// - Throws: `Fault` for what is no set, a private or secret key, a key that is broken or has
    ///   no id of its own, and a set without a key to use or with more than `keysMax`.
    static func read(_ bytes: [UInt8]) throws(Fault) -> [(id: String, key: PublicKey)] {
        let json = try TokenJSON(bytes)
        guard let members = try json.objects("keys") else {
            throw Fault(text: "it has no keys member")
        }
        var keys: [(id: String, key: PublicKey)] = []
        for (index, member) in members.enumerated() {
            guard let key = try key(json, member, index + 1) else { continue }
            guard !keys.contains(where: { $0.id.utf8.elementsEqual(key.id.utf8) }) else {
                throw Fault(text: "two keys have the kid \(key.id)")
            }
            keys.append(key)
        }
        guard (1...keysMax).contains(keys.count) else {
            throw Fault(
                text: "it has \(keys.count) keys for RS256, ES256 or EdDSA, "
                    + "and a server accepts 1 to \(keysMax)"
            )
        }
        return keys
    }

    /// Members that only a private or secret key has (RFC 7518, section 6; RFC 8037, section 2).
    private static let privateMembers: [JSONKey] = ["d", "p", "q", "dp", "dq", "qi", "oth", "k"]

    /// A key of a set; nil for one that is for something else.
    private static func key(
        _ json: borrowing TokenJSON,
        _ member: Int,
        _ number: Int
    ) throws(Fault) -> (id: String, key: PublicKey)? {
        let id = try json.string("kid", of: member)
        let name = id ?? "number \(number)"
        guard !privateMembers.contains(where: { json.has($0, of: member) }) else {
            throw Fault(
                text: "key \(name) is a private or secret key, which a server must not have: "
                    + "put only the public half into the set"
            )
        }
        let operations = try json.strings("key_ops", of: member)
        guard try json.string("use", of: member) ?? "sig" == "sig",
            operations?.contains("verify") ?? true,
            let algorithm = try algorithm(json, member)
        else { return nil }
        guard let id else { throw Fault(text: "key \(name) has no kid") }
        func bytes(_ key: JSONKey) throws(Fault) -> [UInt8] {
            try json.string(key, of: member).flatMap { Base64.decodeURL($0.utf8) } ?? []
        }
        let (key, meaning): (PublicKey?, String)
        switch algorithm {
        case .rs256:
            key = PublicKey(rsaModulus: try bytes("n"), exponent: try bytes("e"))
            let bits = PublicKey.rsaBits
            meaning = "RSA key of \(bits.lowerBound) to \(bits.upperBound) bits"
        case .es256:
            key = PublicKey(p256X: try bytes("x"), y: try bytes("y"))
            meaning = "P-256 point"
        case .edDSA:
            key = PublicKey(ed25519: try bytes("x"))
            meaning = "Ed25519 key of 32 bytes"
        }
        guard let key else { throw Fault(text: "key \(name) is not a valid \(meaning)") }
        return (id, key)
    }

    /// The algorithm of a key; nil for another type, curve or algorithm.
    private static func algorithm(
        _ json: borrowing TokenJSON,
        _ member: Int
    ) throws(Fault) -> PublicKey.Algorithm? {
        let (curve, algorithm): (String?, PublicKey.Algorithm)
        switch try json.string("kty", of: member) {
        case "RSA": (curve, algorithm) = (nil, .rs256)
        case "EC": (curve, algorithm) = ("P-256", .es256)
        case "OKP": (curve, algorithm) = ("Ed25519", .edDSA)
        default: return nil
        }
        guard try json.string("crv", of: member) == curve || curve == nil,
            try json.string("alg", of: member) ?? algorithm.rawValue == algorithm.rawValue
        else { return nil }
        return algorithm
    }
}
