public import EmojiArt

/// What a member may do, and for how long: what its token says.
///
/// See `Protocol/PROTOCOL.md`, section 12.
public struct Access: Equatable, Sendable {
    /// What the member may do.
    public var role: Role
    /// Who the member is, at most `Limits.userBytesMax` bytes; nil when the server does not know.
    public var user: String?
    /// When the token ends, in milliseconds since 1970; nil for never.
    public var expires: Whole?

    /// Makes what a member may do.
    public init(role: Role, user: String? = nil, expires: Whole? = nil) {
        self.role = role
        self.user = user
        self.expires = expires
    }

    /// Equality; of the user's bytes.
    public static func == (left: Access, right: Access) -> Bool {
        left.role == right.role && left.user.hasBytes(of: right.user)
            && left.expires == right.expires
    }
}
