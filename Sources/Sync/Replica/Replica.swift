public import EmojiArt
public import Wire

/// A client's copy of a document: the confirmed state, and on top of it the own edits that the
/// server has not answered yet.
///
/// It does no I/O and reads no clock. Calls add to `effects`, which the owner carries out in order
/// and clears. It works on without a connection: edits are kept, sent when there is one, and sent
/// again after a break until each is answered; the server applies each once.
///
/// Owned by one thread.
public struct Replica: ~Copyable {
    /// What the owner has to carry out, in order, and then clear.
    public var effects: [ReplicaEffect] = []
    /// The client's key; nil for a viewer.
    public internal(set) var key: ClientKey?
    /// The name that others see: sent with the next hello.
    public var name: String
    /// The colour that others see; nil for one that the server chooses.
    ///
    /// Sent with the next hello.
    public var colour: Colour?
    /// What tells the server who this is, where it asks for that: sent with the next hello.
    public internal(set) var token: String?
    /// What its effects tell of what a restart needs: see `restore`.
    public let keeping: Keeping
    /// Draws the mark of an edit: 64 random bits, not all 0.
    let draw: () -> UInt64

    /// The state that the server has confirmed.
    public internal(set) var confirmed = Document()
    /// Where the confirmed state stands in the history; nil before the first welcome.
    public internal(set) var position: Position?
    /// This client's number in the document; nil for a viewer, and before the first welcome.
    public internal(set) var client: Int?
    /// This connection's number among the members; nil while not joined.
    public internal(set) var member: Whole?
    /// The members of now by number, this one among them.
    public internal(set) var members: [Whole: RemoteMember] = [:]
    /// The name of the operation that the next undo takes back, as far as the server has answered.
    public internal(set) var undoName: String?
    /// The name of the operation that the next redo brings back, as far as the server has answered.
    public internal(set) var redoName: String?
    /// What this client may do, as the server told last; nil before, and where everybody edits.
    public internal(set) var access: Access?
    /// How often the state differed from the server's.
    ///
    /// Must stay 0.
    public internal(set) var divergenceCount = 0

    /// Counts the changes of `keptEdits`.
    public internal(set) var keptEditsVersion = 0

    var decoder = MessageDecoder()
    var connection = Connection.closed
    /// The history that the latest welcome told of.
    var epoch: UInt64 = 0
    /// The revision that the welcome, and the presence that came with it, stood at.
    var welcomedRevision: Whole = 0
    /// Whether this connection has told all edits up to there.
    var isCurrent = false
    /// The revision after which the server told what the next undo and redo take.
    var namesRevision: Whole = 0
    var pending: [PendingEdit] = []
    /// Own edits of which nobody can say whether they are in the document (SY39).
    public internal(set) var undecidedEdits: [PendingEdit] = []
    /// How many seqs of this client's number are known to be answered.
    var answeredCount: Whole = 0
    /// How many of `pending`, from the first, were sent on this connection, or need not be.
    var sentCount = 0
    /// How many of `pending`, from the first, this connection's hello named.
    var askedCount = 0
    /// Where the log may have pending edits that no hello has named; nil where each was named.
    var unasked: Unasked?
    /// Whether the owner was asked to connect again.
    var isReconnecting = false
    var documentName = ""
    /// Whether a transcript is being replayed, whose lines are kept already.
    var isRestoring = false
    var nextRef = 1
    /// The seq of the edit that was made last.
    package internal(set) var lastSeq: Whole = 0
    /// The counter of the emoji that was made last.
    package internal(set) var counter = 0
    /// The confirmed state with the pending edits on top; nil when it has to be made anew, and when
    /// nothing is pending.
    var overlay: Document?
    var assembler = SnapshotAssembler()

    var presence = Presence()
    /// What of the presence the server does not know yet.
    var unsharedPresence = Presence.Patch()
    var presenceDue: UInt64 = 0
    var wakeAt: UInt64?

    /// What outlives the process.
    public enum Keeping: Sendable {
        /// Nothing does.
        case nothing
        /// The edits without an answer: the owner keeps `keptEdits` when they changed.
        case edits
        /// All: the owner carries out `keep` and `keepAnew`.
        case transcript
    }

    enum Connection: Equatable {
        case closed
        /// The hello was sent.
        case greeting
        /// The welcome came; the parts of a snapshot are coming.
        case loading
        /// The state differed from the server's: the parts of a new snapshot are coming.
        case resyncing
        /// Edits are applied as they come.
        case live
    }

    /// Where the log may have edits.
    struct Unasked: Equatable {
        /// The revision after which it may have them.
        var since: Whole
        /// The number of the client under which it may have them.
        var client: Int
    }

    /// A member as this client knows it.
    public struct RemoteMember: Equatable, Sendable {
        /// Who it is.
        public var identity: ServerMessage.MemberIdentity
        /// What it shares.
        public var presence: Presence
    }

    /// Makes a replica that knows nothing yet.
    ///
    /// A viewer, which has nothing to lose, keeps nothing. `draw` draws an edit's mark: 64 random
    /// bits, not all 0, that no copy of this replica draws as well. So the state of the generator
    /// is no part of what can be copied.
    public init(
        key: ClientKey?,
        name: String = "",
        colour: Colour? = nil,
        keeping: Keeping = .nothing,
        drawing draw: @escaping () -> UInt64 = { .random(in: 1 ... .max) }
    ) {
        self.key = key
        self.name = name
        self.colour = colour
        self.keeping = key == nil ? .nothing : keeping
        self.draw = draw
    }

    /// Whether the server let this client in and its state is current: it has all edits that were
    /// durable when it was let in (SY34), and gets the others as they come.
    public var isLive: Bool { connection == .live && isCurrent }

    /// Own edits that the server has not answered yet, the oldest first.
    public var pendingEdits: [PendingEdit] { pending }

    /// How many own edits the server has not answered yet.
    public var pendingCount: Int { pending.count }

    /// Whether no own edit has to outlive this process.
    public var hasNothingToKeep: Bool { pending.isEmpty && undecidedEdits.isEmpty }

    /// Whether all own edits are durable and the state agrees with the server's: only then may a
    /// program say "saved".
    public var isSynced: Bool { isLive && hasNothingToKeep }

    /// What to show: the confirmed state with the pending edits on top.
    ///
    /// - Complexity: O(1), or O(emojis + pending edits) after a change under pending edits.
    public var view: Document {
        mutating get {
            guard !pending.isEmpty else { return confirmed }
            if let overlay { return overlay }
            var view = confirmed
            for edit in pending {
                if case .operation(let operation) = edit.request { _ = try? view.apply(operation) }
            }
            overlay = view
            return view
        }
    }

    // MARK: Connection

    /// A connection to the document is open: says hello.
    public mutating func connected() {
        connection = .greeting
        isCurrent = false
        sentCount = 0
        isReconnecting = false
        askedCount = min(pending.count, Limits.marksMax)
        send(
            .hello(
                ClientMessage.Hello(
                    key: key,
                    name: name,
                    colour: colour,
                    token: token,
                    position: position,
                    client: key == nil ? nil : unasked?.client ?? client,
                    marks: pending.prefix(askedCount).map { $0.mark },
                    since: position == nil ? nil : unasked?.since
                )
            )
        )
    }

    /// Has another token, which a server that let this client in is told at once.
    public mutating func renew(token: String) {
        self.token = token
        if isWelcomed { send(.token(token)) }
    }

    /// Whether edits of this client are looked at, as far as it knows; else they are refused.
    public var mayEdit: Bool { key != nil && access.map { $0.role >= .editor } ?? true }

    /// The connection is gone.
    ///
    /// Everything is kept but the members.
    public mutating func disconnected() {
        connection = .closed
        member = nil
        let numbers = Array(members.keys)
        members = [:]
        sentCount = 0
        assembler = SnapshotAssembler()
        unsharedPresence = Presence.Patch(full: presence)
        effects.append(.presence(of: numbers))
    }

    /// Whether the server has told where this client's seqs stand, on this connection.
    var isWelcomed: Bool {
        switch connection {
        case .closed, .greeting: false
        case .loading, .resyncing, .live: true
        }
    }

    mutating func send(_ message: ClientMessage) {
        effects.append(.send(message.encoded))
    }
}

/// An own edit that the server has not answered yet.
public struct PendingEdit: Equatable, Sendable {
    /// Its identity: 64 random bits, drawn when it was made, and never changed.
    public internal(set) var mark: UInt64
    /// Its place among the edits of a connection: another one after each welcome.
    public internal(set) var seq: Whole
    /// The caller's own number for it.
    public let ref: Int
    /// What it asks for; a welcome may give other ids to the emojis that it adds.
    public internal(set) var request: ClientMessage.Request
    /// The revision at which the log has it: it is answered, and shown until that edit comes.
    package internal(set) var revision: Whole?
    /// Whether a copy of this client may have sent it, and the hello did not name it: the next
    /// one does, before it is sent.
    var isUnasked = false

    /// The emojis that it adds.
    package var added: [NewEmoji] {
        if case .operation(.add(let emojis)) = request { emojis } else { [] }
    }
}

/// What a `Replica` asks of the world, or tells it.
///
/// In order.
public enum ReplicaEffect: Equatable, Sendable {
    /// Send the message to the server.
    case send([UInt8])
    /// Append the line to the transcript, before anything that comes after this is sent.
    ///
    /// Only of a replica that keeps a transcript. The line has no end of line.
    case keep([UInt8])
    /// Put the lines in place of all that is kept: somebody decided about undecided edits.
    case keepAnew([[UInt8]])
    /// The server let the replica in; its state is current from now on (SY34).
    case joined
    /// The server's next edit was applied; `isOwn` when this client made it.
    case edited(ServerMessage.Edit, isOwn: Bool)
    /// An own edit is durable: it is the edit at the revision.
    ///
    /// `ids` are those of the emojis that it added. They may differ from the ones that it was made
    /// with: a welcome can give them others (SY29).
    case acknowledged(seq: Whole, ref: Int, revision: Whole, ids: [EmojiID])
    /// An own edit is refused for good, and its effect is taken back.
    case refused(seq: Whole, ref: Int, code: String)
    /// Nobody can say whether an own edit is in the document: it is one of `undecidedEdits`, until
    /// `decide(adding:)`.
    case undecided(ref: Int)
    /// Close the connection and connect again at once: the server has to be asked about edits that
    /// the hello did not name.
    case reconnect
    /// What the next undo and redo would take changed: see `undoName` and `redoName`.
    case history
    /// Members came, left, or changed: their numbers, each once or more.
    case presence(of: [Whole])
    /// The state was replaced by a snapshot.
    case replaced
    /// The server's state differed from this one; a snapshot was asked for.
    ///
    /// Must never be seen.
    case diverged(revision: Whole)
    /// The history was replaced by another one: edits that were seen may be gone.
    ///
    /// Pending edits are kept.
    case historyReplaced
    /// The answer to a ping of that number.
    case pong(Whole)
    /// What this client may do is known, or is something else now: see `access`.
    case access
    /// Call `wake(now:)` at this time, in milliseconds of the monotonic clock.
    case wake(at: UInt64)
    /// The server does not speak this protocol: close the connection.
    case violated(String)
}
