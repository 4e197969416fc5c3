public import EmojiArt

/// A message from a client to the server.
///
/// See `Protocol/PROTOCOL.md`, section 4.
public enum ClientMessage: Equatable, Sendable {
    /// The first message: who joins, and what it knows already.
    case hello(Hello)
    /// An edit to put in order.
    case edit(seq: Whole, Request)
    /// What changed in the sender's presence.
    case presence(Presence.Patch)
    /// The sender's state at the revision is not what the server says: send a snapshot.
    case resync(revision: Whole)
    /// Asks for a `pong` of the same number.
    case ping(Whole)
    /// Another token in place of the one that the sender came with.
    case token(String)

    /// Who joins.
    public struct Hello: Equatable, Sendable {
        /// The client's key; nil for a viewer, which may not edit.
        public var key: ClientKey?
        /// The name that others see, at most `Limits.memberNameBytesMax` bytes.
        public var name: String
        /// The colour that others see; nil to be given one.
        public var colour: Colour?
        /// What says who joins and what they may do; nil where that is not asked.
        public var token: String?
        /// Where to resume; nil for a snapshot.
        public var position: Position?

        /// Makes a hello.
        public init(
            key: ClientKey? = nil,
            name: String = "",
            colour: Colour? = nil,
            token: String? = nil,
            position: Position? = nil
        ) {
            self.key = key
            self.name = name
            self.colour = colour
            self.token = token
            self.position = position
        }
    }

    /// What an edit asks for.
    public enum Request: Equatable, Sendable {
        /// To apply an operation.
        case operation(Operation)
        /// To undo the client's latest edit that is not undone, or to redo.
        case walk(History.Direction)
        /// To take the document back to what it was at a revision.
        case revert(to: Whole)
        /// An operation that the protocol does not allow: it will be refused, and uses up its seq.
        case invalid(RefusalCode)
    }
}
