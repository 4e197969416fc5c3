public import EmojiArt

/// A message from the server to a client.
///
/// See `Protocol/PROTOCOL.md`, section 5.
public enum ServerMessage: Equatable, Sendable {
    /// The answer to `hello`.
    case welcome(Welcome)
    /// A part of the document's state.
    case snapshot(SnapshotPart)
    /// The next edit of the document, durable.
    ///
    /// For its own client it is the acknowledgement.
    case edit(Edit)
    /// Answers that the member may have missed, as a snapshot follows in place of edits, or that
    /// it had before.
    case answers([Answer])
    /// An edit is refused for good.
    case refused(seq: Whole, code: String)
    /// What the receiver's next undo and redo would take after the edit at the revision; nil for
    /// nothing.
    case history(revision: Whole, undo: String?, redo: String?)
    /// What changed in the members' presence.
    case presence(PresenceUpdate)
    /// The answer to `ping`.
    case pong(Whole)
    /// What the receiver may do from now on.
    case access(Access)

    /// The server's word on an edit, which is found by its mark.
    public struct Answer: Equatable, Sendable {
        /// The edit's mark.
        public var mark: UInt64
        /// The server's word.
        public var verdict: Verdict

        /// The server's word on an edit.
        public enum Verdict: Equatable, Sendable {
            /// The edit is in the log at the revision.
            ///
            /// `id` is the one with which its first emoji was asked for, if it is an `add`.
            case accepted(revision: Whole, id: EmojiID?)
            /// The edit is refused for good.
            case refused(code: String)
        }

        /// Makes an answer.
        public init(mark: UInt64, _ verdict: Verdict) {
            self.mark = mark
            self.verdict = verdict
        }
    }

    /// The answer to `hello`.
    public struct Welcome: Equatable, Sendable {
        /// The document's name.
        public var document: String
        /// Where the history stands.
        ///
        /// With `isResumed`, the missing edits follow; else a snapshot of this revision.
        public var position: Position
        /// Whether the client's own position was good.
        public var isResumed: Bool
        /// Whether the client's position is of another history under the same epoch: edits that it
        /// saw are gone.
        public var isForked: Bool
        /// The number of this connection among the members of now.
        public var member: Whole
        /// The client's number in the document; nil for a viewer.
        public var client: Int?
        /// The last seq of this client that was answered; 0 for none.
        public var seq: Whole
        /// The highest counter that this client has used in an emoji's id; 0 for none.
        public var counter: Int
        /// The answers to those of the hello's marks that have one.
        public var answers: [Answer]
        /// True if the server no longer knows all edits among which the marks may be.
        public var isTrimmed: Bool
        /// The name of the operation that this client's next undo takes back; nil for none.
        public var undo: String?
        /// The name of the operation that this client's next redo brings back; nil for none.
        public var redo: String?
        /// What the member may do; nil where no tokens are asked for, and everybody edits.
        public var access: Access?
        /// What the server allows this client; nil when it does not tell.
        public var limits: ServerLimits?

        /// Makes a welcome.
        public init(
            document: String,
            position: Position,
            isResumed: Bool,
            isForked: Bool = false,
            member: Whole,
            client: Int? = nil,
            seq: Whole = 0,
            counter: Int = 0,
            answers: [Answer] = [],
            isTrimmed: Bool = false,
            undo: String? = nil,
            redo: String? = nil,
            access: Access? = nil,
            limits: ServerLimits? = nil
        ) {
            self.document = document
            self.position = position
            self.isResumed = isResumed
            self.isForked = isForked
            self.member = member
            self.client = client
            self.seq = seq
            self.counter = counter
            self.answers = answers
            self.isTrimmed = isTrimmed
            self.undo = undo
            self.redo = redo
            self.access = access
            self.limits = limits
        }
    }

    /// A part of a snapshot: parts come in order, each with some of the emojis.
    public struct SnapshotPart: Equatable, Sendable {
        /// What the state is apart from its emojis.
        public struct Header: Equatable, Sendable {
            /// Where in the history the snapshot was taken.
            public var position: Position
            /// The checksum of the whole state.
            public var checksum: Checksum
            /// What is drawn below all emojis.
            public var background: Background
            /// The bounds, if there are some.
            public var canvas: Canvas?
            /// The highest z ever given.
            public var stackTop: Whole
            /// The lowest z ever given.
            public var stackBottom: Whole
        }

        /// Counts the parts from 0.
        public var part: Int
        /// Whether this is the last part.
        public var isLast: Bool
        /// The state apart from its emojis: in the first part, and only there.
        public var header: Header?
        /// Some of the emojis, in drawing order.
        public var emojis: [Emoji]

        /// Makes a part.
        public init(part: Int, isLast: Bool, header: Header?, emojis: [Emoji]) {
            self.part = part
            self.isLast = isLast
            self.header = header
            self.emojis = emojis
        }
    }

    /// An edit as it was put in order, made durable, and is told to everyone.
    public struct Edit: Equatable, Sendable {
        /// Its position in the document, counted from 1 without gaps.
        public var revision: Whole
        /// Who made it.
        public var client: Int
        /// Which of the client's edits it is.
        public var seq: Whole
        /// When it was put in order, in milliseconds since 1970 by the server's clock.
        public var time: Whole
        /// The revision that this edit undoes or redoes; nil for a plain edit.
        public var walk: Walk?
        /// The revision that this edit went back to; nil for any other edit.
        public var revert: Whole?
        /// What it did.
        public var operation: Operation
        /// The checksum of the document after it.
        public var checksum: Checksum

        /// Makes an edit.
        public init(
            revision: Whole,
            client: Int,
            seq: Whole,
            time: Whole,
            walk: Walk? = nil,
            revert: Whole? = nil,
            operation: Operation,
            checksum: Checksum
        ) {
            self.revision = revision
            self.client = client
            self.seq = seq
            self.time = time
            self.walk = walk
            self.revert = revert
            self.operation = operation
            self.checksum = checksum
        }
    }

    /// That an edit is an undo or redo of another.
    public struct Walk: Equatable, Sendable {
        /// Which of the two.
        public var direction: History.Direction
        /// The revision of the edit that is undone or redone.
        public var revision: Whole

        /// Makes a walk.
        public init(_ direction: History.Direction, of revision: Whole) {
            self.direction = direction
            self.revision = revision
        }
    }

    /// Presence of several members.
    public struct PresenceUpdate: Equatable, Sendable {
        /// Whether members that are not named have left: so for newcomers and who missed some.
        public var isFull: Bool
        /// New members whole, others as far as they changed.
        public var members: [MemberPatch]
        /// Members who left.
        public var left: [Whole]

        /// Makes an update.
        public init(isFull: Bool = false, members: [MemberPatch] = [], left: [Whole] = []) {
            self.isFull = isFull
            self.members = members
            self.left = left
        }
    }

    /// What is new about a member.
    public struct MemberPatch: Equatable, Sendable {
        /// The member's number.
        public var member: Whole
        /// Who it is; nil when that was told before.
        public var identity: MemberIdentity?
        /// What changed.
        public var presence: Presence.Patch

        /// Makes a patch.
        public init(member: Whole, identity: MemberIdentity? = nil, presence: Presence.Patch) {
            self.member = member
            self.identity = identity
            self.presence = presence
        }
    }

    /// Who a member is.
    public struct MemberIdentity: Equatable, Sendable {
        /// The client's number; nil for a viewer.
        public var client: Int?
        /// The name; may be empty.
        public var name: String
        /// The colour.
        public var colour: Colour
        /// Who it is, as the server knows by its token; nil when it does not.
        public var user: String?

        /// Makes an identity.
        public init(client: Int?, name: String, colour: Colour, user: String? = nil) {
            self.client = client
            self.name = name
            self.colour = colour
            self.user = user
        }
    }
}

extension ServerMessage.SnapshotPart.Header {
    /// Makes the header of a document's snapshot.
    public init(of document: Document, at position: Position) {
        self.init(
            position: position,
            checksum: document.checksum,
            background: document.background,
            canvas: document.canvas,
            stackTop: document.stackTop,
            stackBottom: document.stackBottom
        )
    }
}
