internal import DequeModule
public import EmojiArt
public import Wire

/// The authority over one document: puts edits in order, answers each, and tells everyone.
///
/// ```
/// join, receive, leave ──► order ──► apply ──► effects: commit ─────────► journal
///                                     │                                     │
///                                     └─► gate ◄────────── committed ───────┘
///                                          └─► effects: append, send, follow ... ──► members
/// ```
///
/// It does no I/O and reads no clock. Calls add to `effects`, which the owner carries out in order
/// and clears. What depends on an edit that is not durable yet waits behind the gate, in order: so
/// nobody ever sees an edit that can vanish.
///
/// Owned by one thread.
public struct DocumentSession: ~Copyable, Sendable {
    /// The document's name.
    public let name: DocumentName
    /// The id of the document's history.
    public let epoch: UInt64
    /// What the owner has to carry out, in order, and then clear.
    public var effects: [SessionEffect] = []
    /// What the host allows: asked in this order for each edit.
    public var rules: [any EditRule] = []
    /// Judges a picture that an edit holds itself, as a `data:` URL; nil for one who takes all.
    public var acceptsPicture: (@Sendable (BackgroundURL) -> Bool)?
    /// What members are told that they may do; the number of members is held to it.
    public var limits = ServerLimits.standard
    /// The state with all edits applied, also those that are not durable yet.
    var state: StoredState
    var clients: [Int: AnswerWindow]
    var keys: [ClientKey: Int]
    /// The clients of which nothing is stored, as they have not edited: each is forgotten when it
    /// leaves.
    var provisional: [Int: ClientKey] = [:]
    /// The numbers of those that left last, should they come back, and their keys in that order.
    var former: [ClientKey: Int] = [:]
    var formerKeys: Deque<ClientKey> = []
    /// The highest number that a client was ever given, as far as anything hangs on it.
    var lastClient: Int
    var members: [Int: Member] = [:]
    /// The member that a client is connected as.
    var memberOfClient: [Int: Int] = [:]
    /// Records handed out for commit, and how many of them are durable.
    var recordsSubmitted = 0
    var recordsDurable = 0
    /// What waits for the first `record` records to be durable.
    var gate: Deque<(record: Int, Gated)> = []
    /// The last revision that members may know.
    package internal(set) var releasedRevision: Int

    /// The edits that are kept for members that resume: size and chain of each, the last being
    /// that of `releasedRevision` or later.
    var kept: Deque<(bytes: Int, chain: Checksum)> = []
    var keptBytes = 0
    var storedRevision: Int
    /// Whether that state is on its way to the journal.
    var isStoring = false
    /// Emojis that the edits since then look at when they are applied again.
    var replayedEmojis = 0
    /// The snapshot that was made last, for all who ask while it will do.
    var snapshot: Snapshot?
    /// Whether one is being written, and who joins then.
    var isWriting = false
    var awaiting: [Newcomer] = []
    /// Members whose `resync` waits for an answer.
    var resyncing: Set<Int> = []
    /// Members that get their presence when they have read the edits after their snapshot.
    var catchingUp: Set<Int> = []

    /// When presence may be sent again, and whether a wake was asked for.
    var presenceDue: UInt64 = 0
    var wakeAt: UInt64?
    /// Members with news, and members who left: what the next presence message tells.
    var newsworthy: Set<Int> = []
    /// Members of whom an edit was told in this turn.
    var justEdited: Set<Int> = []
    var left: [Int] = []
    /// How many presence messages there were, and who left by the last of them.
    var presenceNumber = 0
    var departures = Departures()
    /// What was sent last to newcomers of a crowd.
    var sharedPresence: WholePresence?
    /// Replicas that reported another state than the server's.
    ///
    /// Must stay 0.
    public internal(set) var resyncCount = 0
    /// Edits that were sent again and got their first answer.
    public internal(set) var duplicateCount = 0
    /// Edits of viewers without a number, which were refused and not remembered.
    public internal(set) var forbiddenCount = 0

    /// What waits behind the gate.
    enum Gated {
        case edit(revision: Int, client: Int, message: [UInt8], deleted: [EmojiID])
        case answer(client: Int, message: [UInt8])
        case word(client: Int, message: [UInt8])
        case duplicateAnswer(member: Int, message: [UInt8])
        case welcome(member: Int, message: [UInt8], snapshot: Snapshot?, seq: Int?, after: Int)
        case state(token: Int, Document, revision: Int)
    }

    /// Opens a document from what the journal holds, and checks it: the chain, the order, and that
    /// every edit leads to the state that it led to before.
    ///
    /// The kept edits are handed out as `append` effects, so that members can resume from them.
    ///
    /// - Throws: `LoadError`: the document must not be served.
    /// - Complexity: O(emojis + edits).
    public init(_ loaded: consuming LoadedDocument) throws(LoadError) {
        name = loaded.name
        epoch = loaded.epoch
        state = loaded.state ?? .empty
        storedRevision = state.revision
        clients = loaded.answers
        var keys: [ClientKey: Int] = [:]
        for (number, key) in loaded.keys { keys[key] = number }
        self.keys = keys
        lastClient = max(loaded.keys.keys.max() ?? 0, state.document.counters.keys.max() ?? 0)
        releasedRevision = 0
        try replay(loaded.edits)
        releasedRevision = state.revision
        forgetOldest()
    }

    /// Where the history stands, for a newcomer.
    var position: Position {
        Position(epoch: epoch, revision: state.revision, chain: state.chain)
    }

    /// Whether the document can be unloaded: nobody is here and everything is durable.
    public var isIdle: Bool {
        members.isEmpty && awaiting.isEmpty && gate.isEmpty
            && recordsDurable == recordsSubmitted && !isStoring
    }

    /// The members, for an overview.
    public var memberCount: Int { members.count }

    /// How many emojis there are, as of the last edit, durable or not.
    public var emojiCount: Int { state.document.emojis.count }

    /// Who a member is; nil when there is no such member.
    public func identity(of member: Int) -> ServerMessage.MemberIdentity? {
        members[member]?.identity
    }

    /// True while nothing of the document is stored.
    public var isNew: Bool { state.revision == 0 && keys.count == provisional.count }

    /// Returns true if the member's client has no stored edit yet: the first stores its key.
    public func isFirstEdit(of member: Int) -> Bool {
        members[member]?.identity.client.map { provisional[$0] != nil } ?? false
    }

    /// The last revision, durable or not.
    public var revision: Int { state.revision }

    /// The digest over all edits, durable or not.
    package var chain: Checksum { state.chain }

    /// The background as of the last edit, durable or not.
    public var background: Background { state.document.background }

    // MARK: Replay

    private mutating func replay(_ edits: [LoadedDocument.StoredEdit]) throws(LoadError) {
        var decoder = MessageDecoder()
        var previous: LoadedDocument.StoredEdit?
        for edit in edits {
            if let previous {
                guard edit.revision == previous.revision + 1 else {
                    throw .gap(revision: edit.revision)
                }
                try edit.check(after: previous.chain)
            }
            previous = edit
            if edit.revision > state.revision {
                let operation = try state.replay(edit, &decoder).operation
                replayedEmojis += operation.replayedEmojis(in: state.document)
            } else if edit.revision == state.revision, edit.chain != state.chain {
                throw .brokenChain(revision: edit.revision)
            }
            keep(edit.message, edit.chain)
            effects.append(.append(message: edit.message, revision: edit.revision))
        }
        guard kept.isEmpty || previous?.revision == state.revision else {
            throw .gap(revision: state.revision)
        }
    }

    /// Counts an edit among the kept ones, and lets the oldest go.
    mutating func keep(_ message: [UInt8], _ chain: Checksum) {
        kept.append((message.count, chain))
        keptBytes += message.count
    }
}

extension Operation {
    /// About how many emojis are looked at when this is applied again: to find one by its id takes
    /// as long as to pass some in a row.
    func replayedEmojis(in document: Document) -> Int {
        switch self {
        case .arrange: 1 + document.emojis.count / 8
        case .add(let emojis): emojis.count
        case .restore(let emojis): emojis.count
        case .move(let ids, _, _), .scale(let ids, _), .delete(let ids): ids.count
        case .resize(let items), .restack(let items): items.count
        case .replace(let replacement): replacement.ids.count + replacement.emojis.count
        case .background, .canvas, .none: 1
        }
    }
}
