internal import DequeModule
public import EmojiArt
internal import Wire

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

    /// The state with all edits applied, also those that are not durable yet.
    var state: StoredState
    var clients: [Int: AnswerWindow]
    var keys: [ClientKey: Int]
    var members: [Int: Member] = [:]
    /// The member that a client is connected as.
    var memberOfClient: [Int: Int] = [:]
    /// Joins that wait for their client's number.
    var enrolling: [ClientKey: (member: Int, hello: ClientMessage.Hello)] = [:]

    /// Records handed out for commit, and how many of them are durable.
    var recordsSubmitted = 0
    var recordsDurable = 0
    /// What waits for the first `record` records to be durable.
    var gate: Deque<(record: Int, Gated)> = []
    /// The last revision that members may know.
    var releasedRevision: Int

    /// The edits that are kept for members that resume: size and chain of each, the last being
    /// that of `releasedRevision` or later.
    var kept: Deque<(bytes: Int, chain: Checksum)> = []
    var keptBytes = 0
    var storedRevision: Int
    /// Emojis that the edits since then look at when they are applied again.
    var replayedEmojis = 0
    var snapshot: (revision: Int, parts: [[UInt8]])?

    /// When presence may be sent again, and whether a wake was asked for.
    var presenceDue: UInt64 = 0
    var wakeAt: UInt64?
    /// Members with news, and members who left: what the next presence message tells.
    var newsworthy: Set<Int> = []
    /// Members of whom an edit was told in this turn.
    var justEdited: Set<Int> = []
    var left: [Int] = []
    /// Replicas that reported another state than the server's.
    ///
    /// Must stay 0.
    public internal(set) var resyncCount = 0

    /// What waits behind the gate.
    enum Gated {
        case edit(revision: Int, client: Int, message: [UInt8], deleted: [EmojiID])
        case answer(client: Int, message: [UInt8])
        case word(client: Int, message: [UInt8])
        case duplicateAnswer(member: Int, message: [UInt8])
        case welcome(member: Int, message: [UInt8], snapshot: [[UInt8]]?, after: Int)
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
        for (index, key) in loaded.keys.enumerated() { keys[key] = index + 1 }
        self.keys = keys
        releasedRevision = 0
        try replay(loaded.edits)
        releasedRevision = state.revision
    }

    /// Where the history stands, for a newcomer.
    var position: Position {
        Position(epoch: epoch, revision: state.revision, chain: state.chain)
    }

    /// Whether the document can be unloaded: nobody is here and everything is durable.
    public var isIdle: Bool {
        members.isEmpty && enrolling.isEmpty && gate.isEmpty && recordsDurable == recordsSubmitted
    }

    /// The members, for an overview.
    public var memberCount: Int { members.count }

    /// The last revision, durable or not.
    public var revision: Int { state.revision }

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
                try Self.check(edit, after: previous.chain)
            }
            previous = edit
            if edit.revision > state.revision {
                guard edit.revision == state.revision + 1 else {
                    throw .gap(revision: edit.revision)
                }
                try Self.check(edit, after: state.chain)
                try replay(edit, &decoder)
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

    private static func check(
        _ edit: LoadedDocument.StoredEdit,
        after chain: Checksum
    ) throws(LoadError) {
        guard Position.extend(chain, by: edit.message.span) == edit.chain else {
            throw .brokenChain(revision: edit.revision)
        }
    }

    private mutating func replay(
        _ stored: LoadedDocument.StoredEdit,
        _ decoder: inout MessageDecoder
    ) throws(LoadError) {
        let edit: ServerMessage.Edit
        do throws(DecodeError) {
            guard case .edit(let read) = try decoder.serverMessage(stored.message.span) else {
                throw .unknownType
            }
            edit = read
        } catch {
            throw .unreadable(revision: stored.revision, error.description)
        }
        guard edit.revision == stored.revision,
            let applied = try? state.document.apply(edit.operation),
            state.document.checksum == edit.checksum
        else { throw .otherState(revision: stored.revision) }
        state.record(applied.step, of: edit)
        replayedEmojis += edit.operation.replayedEmojis(in: state.document)
        state.revision = stored.revision
        state.chain = stored.chain
    }

    /// Counts an edit among the kept ones, and lets the oldest go.
    mutating func keep(_ message: [UInt8], _ chain: Checksum) {
        kept.append((message.count, chain))
        keptBytes += message.count
    }
}

extension Operation {
    /// About how many emojis are looked at when this is applied again.
    func replayedEmojis(in document: Document) -> Int {
        switch self {
        case .arrange: document.emojis.count
        case .add(let emojis): emojis.count
        case .restore(let emojis): emojis.count
        case .move(let ids, _, _), .scale(let ids, _), .delete(let ids): ids.count
        case .resize(let items), .restack(let items): items.count
        case .background, .canvas, .none: 1
        }
    }
}

extension StoredState {
    /// Records in the history what an edit did.
    ///
    /// - Returns: clients whose steps had to go for it, without an edit of their own.
    @discardableResult
    mutating func record(_ step: UndoStep?, of edit: ServerMessage.Edit) -> [Int] {
        if let walk = edit.walk {
            return history.walk(walk.direction, leaving: step, of: edit.client, at: edit.revision)
        }
        guard let step else { return [] }
        return history.record(
            History.Entry(revision: edit.revision, name: edit.operation.name, step: step),
            of: edit.client
        )
    }
}
