public import EmojiArt

/// What a server allows one client, for a client that wants to stay below it.
///
/// Nothing is lost beyond the rates: what comes faster is read later. See `Protocol/PROTOCOL.md`,
/// section 5.
public struct ServerLimits: Equatable, Sendable {
    /// Members that a document may have at once.
    public var members: Whole
    /// Messages per second of one connection.
    public var messages: Whole
    /// Edits per second of one connection.
    public var edits: Whole
    /// Presence messages per second of one connection.
    public var presence: Whole
    /// Bytes of messages per second of one connection.
    public var bytes: Whole

    /// Limits of these figures, each at least 1.
    public init(members: Whole, messages: Whole, edits: Whole, presence: Whole, bytes: Whole) {
        self.members = members
        self.messages = messages
        self.edits = edits
        self.presence = presence
        self.bytes = bytes
    }

    /// Those of a server that nobody configured otherwise.
    public static let standard = ServerLimits(
        members: Whole(Limits.membersMax),
        messages: 1_000,
        edits: 1_000,
        presence: 120,
        bytes: 1_048_576
    )
}
