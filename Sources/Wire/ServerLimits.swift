internal import EmojiArt

/// What a server allows one client, for a client that wants to stay below it.
///
/// Nothing is lost beyond the rates: what comes faster is read later. See `Protocol/PROTOCOL.md`,
/// section 5.
public struct ServerLimits: Equatable, Sendable {
    /// Members that a document may have at once.
    public var members: Int
    /// Messages per second of one connection.
    public var messages: Int
    /// Edits per second of one connection.
    public var edits: Int
    /// Presence messages per second of one connection.
    public var presence: Int
    /// Bytes of messages per second of one connection.
    public var bytes: Int

    /// Limits of these figures, each at least 1.
    public init(members: Int, messages: Int, edits: Int, presence: Int, bytes: Int) {
        self.members = members
        self.messages = messages
        self.edits = edits
        self.presence = presence
        self.bytes = bytes
    }

    /// Those of a server that nobody configured otherwise.
    public static let standard = ServerLimits(
        members: Limits.membersMax,
        messages: 1_000,
        edits: 1_000,
        presence: 120,
        bytes: 1_048_576
    )
}
