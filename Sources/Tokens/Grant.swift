package import EmojiArt
package import Wire

/// What a token that was found good lets its bearer do.
package struct Grant: Equatable, Sendable {
    /// The user, as the issuer calls them.
    package let user: String?
    /// The name that others see in place of what the bearer says; nil to let the bearer say it.
    package let name: String?
    /// What the bearer may do.
    package let role: Role
    /// The documents it is for.
    package let documents: [DocumentPattern]
    /// When it ends, in milliseconds since 1970.
    package let expires: Int
    /// When it was issued, in milliseconds since 1970; nil when it does not say.
    package let issued: Int?
    /// The token's own id, if it has one.
    package let id: String?

    /// Returns true when the token is for a document.
    package func covers(_ name: DocumentName) -> Bool { documents.contains { $0.matches(name) } }

    /// Returns true when the text is a name, and the token is for that document.
    package func covers(_ name: String) -> Bool { DocumentName(name).map { covers($0) } ?? false }

    /// The part that `welcome` and `access` report to the member.
    package var access: Access { Access(role: role, user: user, expires: expires) }
}

/// Which documents a token is for: a name in which each `*` stands for any letters, or for none.
package struct DocumentPattern: Equatable, Sendable {
    /// Patterns of a token that are looked at; a token with more is refused.
    package static let countMax = 64

    /// The pattern: 1 to `Limits.documentNameBytesMax` letters of names, and stars.
    package let text: String

    /// Reads a pattern; nil for one that no document's name can match.
    package init?(_ text: String) {
        let allowed = text.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "*"):
                true
            default: false
            }
        }
        guard allowed, (1...Limits.documentNameBytesMax).contains(text.utf8.count) else {
            return nil
        }
        self.text = text
    }

    /// Whether a document has such a name.
    ///
    /// - Complexity: O(name × pattern), both at most 64 bytes.
    package func matches(_ name: DocumentName) -> Bool {
        let name = Array(name.string.utf8)
        let pattern = Array(text.utf8)
        var (place, star, mark) = (0, Int?.none, 0)
        var index = 0
        while index < name.count {
            if place < pattern.count, pattern[place] == UInt8(ascii: "*") {
                // It stands for nothing, until that turns out to be too little.
                (star, mark) = (place, index)
                place += 1
            } else if place < pattern.count, pattern[place] == name[index] {
                place += 1
                index += 1
            } else if let star {
                mark += 1
                (place, index) = (star + 1, mark)
            } else {
                return false
            }
        }
        return pattern[place...].allSatisfy { $0 == UInt8(ascii: "*") }
    }
}
