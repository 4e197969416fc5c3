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
        do throws(TokenJSON.Mismatch) {
            let json = try TokenJSON(payload)
            guard let documents = try json.strings("documents"), let role = try json.string("role"),
                let exp = try json.number("exp")
            else { throw TokenJSON.Mismatch(text: "it needs documents, role and exp") }
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
        writer.raw(#"{"documents":"#)
        writer.array(documents) { writer, text in writer.string(text) }
        writer.raw(#","role":"#)
        writer.string(role)
        for (name, text) in [("sub", sub), ("name", name), ("jti", jti)] {
            guard let text else { continue }
            writer.raw(",\"\(name)\":")
            writer.string(text)
        }
        for (name, time) in [("exp", exp), ("nbf", nbf), ("iat", iat)] {
            guard let time else { continue }
            writer.raw(",\"\(name)\":")
            writer.integer(Int(time))
        }
        if let aud {
            writer.raw(#","aud":"#)
            writer.array(aud) { writer, text in writer.string(text) }
        }
        writer.raw("}")
        return writer.bytes
    }
}
