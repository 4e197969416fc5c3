internal import EmojiArt
internal import Wire

/// What a token that was found good lets its bearer do.
struct Grant: Equatable, Sendable {
    /// Who bears it, as its issuer calls them.
    let user: String?
    /// The name that others see in place of what the bearer says; nil to let the bearer say it.
    let name: String?
    let role: Role
    /// The documents it is for.
    let documents: [DocumentPattern]
    /// When it ends, in milliseconds since 1970.
    let expires: Int
    /// When it was issued, in milliseconds since 1970; nil when it does not say.
    let issued: Int?
    /// The token's own id, if it has one.
    let id: String?

    /// Whether it is for a document.
    func covers(_ name: DocumentName) -> Bool { documents.contains { $0.matches(name) } }

    /// Whether it is for a document of that name, if that is a name.
    func covers(_ name: String) -> Bool { DocumentName(name).map { covers($0) } ?? false }

    /// What a member is told of it.
    var access: Access { Access(role: role, user: user, expires: expires) }
}
