public import EmojiArt

/// A message from a client to the server.
///
/// See `Protocol/PROTOCOL.md`, section 4.
public enum ClientMessage: Equatable, Sendable {
    /// The first message: who joins, and what it knows already.
    case hello(Hello)
    /// An edit to put in the log.
    case edit(Edit)
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
        /// The number that the client had when it last joined; nil for none.
        ///
        /// Edits of that number are searched for the marks too: with another user's token the same
        /// program is another client.
        public var client: Int?
        /// The marks of the oldest pending edits, in order, at most `Limits.marksMax`.
        public var marks: [UInt64]
        /// The revision after which the marks' edits are to be looked for; nil for the position's.
        public var since: Whole?

        /// Makes a hello.
        public init(
            key: ClientKey? = nil,
            name: String = "",
            colour: Colour? = nil,
            token: String? = nil,
            position: Position? = nil,
            client: Int? = nil,
            marks: [UInt64] = [],
            since: Whole? = nil
        ) {
            self.key = key
            self.name = name
            self.colour = colour
            self.token = token
            self.position = position
            self.client = client
            self.marks = marks
            self.since = since
        }
    }

    /// A request with its place among the sender's edits.
    public struct Edit: Equatable, Sendable {
        /// Its place among the edits that this connection sends: it follows `welcome.seq`.
        public var seq: Whole
        /// The edit's identity: 64 random bits, drawn when it was made, and never changed.
        public var mark: UInt64
        /// What it asks for.
        public var request: Request
        /// The counter of the first emoji that the client asked to add; 0 for none.
        ///
        /// A rule that changes the request leaves it: the client renames its ids by it.
        public let counter: Int

        /// Makes an edit.
        public init(seq: Whole, mark: UInt64, _ request: Request) {
            self.seq = seq
            self.mark = mark
            self.request = request
            counter =
                if case .operation(.add(let emojis)) = request {
                    emojis.first?.id.counter ?? 0
                } else {
                    0
                }
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
