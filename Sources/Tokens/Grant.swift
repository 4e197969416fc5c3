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
