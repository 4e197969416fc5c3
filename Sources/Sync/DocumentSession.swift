public import EmojiArt
public import Wire

/// The authority over one document: decides on each edit, answers it, and announces it.
///
/// ```
/// join, receive, leave
///        │
///        ├──► Roster           who is connected, and under which number
///        ├──► Ledger           the log: accepts or refuses an edit ──► effect: commit ──► journal
///        │                                                                               │
///        ├──► Gate             what waits for the journal ◄────────── committed ─────────┘
///        │      └──► effects: append, send, follow ... ──► members
///        ├──► Snapshots        states that leave whole ──► effects: sendSnapshot, write, store
///        └──► SharedPresence   what members share ──► effects: sendPresence, wake ...
/// ```
///
/// The five parts do not know each other: this passes what one says on to the others. It does no
/// I/O and reads no clock. Calls add to `effects`, which the owner carries out in order and clears.
/// Messages that depend on an edit that is not durable yet wait behind the gate, in order: so
/// nobody ever sees an edit that can vanish.
///
/// Owned by one thread.
public struct DocumentSession: ~Copyable, Sendable {
    /// The document's name.
    public let name: DocumentName
    /// What the owner has to carry out, in order, and then clear.
    public var effects: [SessionEffect] = []
    /// The limits that members get with the welcome; the number of members is held to them.
    public var limits = ServerLimits.standard
    var roster: Roster
    var ledger: Ledger
    var gate: Gate
    var snapshots: Snapshots
    var presence = SharedPresence()
    /// Edits of viewers without a number, which were refused and not remembered.
    public internal(set) var forbiddenCount = 0

    /// Opens a document from what the journal holds, and checks it: the chain, the order, and that
    /// every edit leads to the state that it led to before.
    ///
    /// The kept edits are handed out as `append` effects, so that members can resume from them.
    ///
    /// - Throws: `LoadError`: the document must not be served.
    /// - Complexity: O(emojis + edits).
    public init(_ loaded: consuming LoadedDocument) throws(LoadError) {
        name = loaded.name
        ledger = try Ledger(loaded, &effects)
        gate = Gate(releasedRevision: ledger.state.revision)
        snapshots = Snapshots(storedRevision: loaded.state?.revision ?? 0)
        let counters = ledger.state.document.counters
        roster = Roster(keys: loaded.keys, lastClient: counters.keys.max() ?? 0)
        ledger.trim(releasedRevision: gate.releasedRevision, &effects)
    }

    // MARK: What the document is

    /// The id of the document's history.
    public var epoch: UInt64 { ledger.epoch }

    /// The last revision, durable or not.
    public var revision: Int { ledger.state.revision }

    /// How many edits are kept for members that resume, and the bytes of their messages.
    package var kept: (count: Int, bytes: Int) { (ledger.kept.count, ledger.kept.byteCount) }

    /// The last revision that members may know.
    package var releasedRevision: Int { gate.releasedRevision }

    /// The background as of the last edit, durable or not.
    public var background: Background { ledger.state.document.background }

    /// The number of emojis as of the last edit, durable or not.
    public var emojiCount: Int { ledger.state.document.emojis.count }

    /// The identity of a member; nil when there is no such member.
    public func identity(of member: Int) -> ServerMessage.MemberIdentity? {
        roster.members[member]?.identity
    }

    /// True when the document can be unloaded: nobody is connected and everything is durable.
    public var isIdle: Bool { roster.isEmpty && gate.isOpen && !snapshots.isStoring }

    /// True while edits wait for the disk.
    public var waitsForDisk: Bool { releasedRevision < revision }

    /// True while so much waits for the disk that members are to come back later.
    public var isBehind: Bool { gate.count >= Limits.gateEntriesMax }

    /// Returns true if the member's client has no stored edit yet: the first stores its key.
    public func isFirstEdit(of member: Int) -> Bool {
        roster.members[member]?.identity.client.map { roster.provisional[$0] != nil } ?? false
    }

    /// The number of times that a replica reported another state than the server's.
    ///
    /// Must stay 0.
    public var resyncCount: Int { snapshots.resyncCount }

    /// Edits of a mark that was answered before, which got their first answer.
    public internal(set) var duplicateCount = 0

    /// The rules of the host: asked in this order for each edit.
    public var rules: [any EditRule] = []

    /// Judges a picture that an edit holds itself, as a `data:` URL; nil to accept all.
    public var acceptsPicture: (@Sendable (BackgroundURL) -> Bool)?

    // MARK: The gate

    /// The next records are durable, in the order in which they were handed out.
    public mutating func committed(_ count: Int) {
        // Not afterwards: the members read the edits released now at the end of this turn.
        ledger.trim(releasedRevision: releasedRevision, &effects)
        gate.commit(count)
        while let passage = gate.next() { open(passage) }
    }

    /// Asks for the state as an effect, once it is durable, with the token.
    public mutating func read(_ token: Int) {
        release(.state(token: token, ledger.state.document, revision: revision))
    }

    mutating func releaseHistory(of client: Int) {
        release(.history(client: client, message: ledger.history(of: client)))
    }

    mutating func release(_ answers: [ServerMessage.Answer], to number: Int) {
        release(.answers(member: number, message: ServerMessage.answers(answers).encoded))
    }

    mutating func release(_ passage: Gate.Passage) {
        if let passage = gate.pass(passage) { open(passage) }
    }

    mutating func open(_ passage: Gate.Passage) {
        switch passage {
        case .edit(let revision, let client, let message, let deleted):
            effects.append(.append(message: message, revision: revision))
            if let number = roster.member(of: client) { presence.edited(number) }
            presence.prune(deleted)
        case .refusal(let client, let message):
            guard let number = roster.member(of: client) else { return }
            answer(number, message)
            presence.answered(number)
        case .history(let client, let message):
            if let number = roster.member(of: client) { answer(number, message) }
        case .answers(let number, let message):
            guard presence.contains(number) else { return }
            effects.append(.send(to: number, message: message))
        case .welcome(let number, let message, let start):
            guard let identity = identity(of: number) else { return }
            effects.append(.send(to: number, message: message))
            switch start {
            case .snapshot(let snapshot): begin(number, with: snapshot)
            case .resumed(let after): effects.append(.follow(member: number, after: after))
            }
            presence.welcome(number, identity, &effects)
        case .snapshot(let number, let snapshot):
            begin(number, with: snapshot)
            let hasEditsToRead = releasedRevision > snapshot.revision
            presence.resume(number, hasEditsToRead: hasEditsToRead, &effects)
        case .state(let token, let document, let revision):
            effects.append(.state(token: token, document, revision: revision))
        }
    }

    /// Sends an answer, unless a snapshot comes first: the answers ahead of that have it too.
    private mutating func answer(_ number: Int, _ message: [UInt8]) {
        guard presence.isListening(number) else { return }
        effects.append(.send(to: number, message: message))
    }

    private mutating func begin(_ number: Int, with snapshot: Snapshot) {
        effects.append(.sendSnapshot(to: number, snapshot))
        effects.append(.follow(member: number, after: snapshot.revision))
    }

    // MARK: Snapshots and stored states

    /// A member's place in the log is no longer kept: it gets a snapshot in place of the edits.
    public mutating func lagged(_ number: Int) {
        if presence.contains(number) { sendSnapshot(to: number, as: .member) }
    }

    /// A snapshot that was asked for by a `write` effect.
    ///
    /// One of another history is nothing to this document.
    public mutating func written(_ snapshot: Snapshot) {
        guard snapshots.written(snapshot, at: ledger.position) else { return }
        for newcomer in roster.takeWaiting() { welcome(newcomer, as: .waiting) }
        for number in presence.lagging { sendSnapshot(to: number, as: .waiting) }
    }

    mutating func snapshot(for receiver: Snapshots.Receiver) -> Snapshot? {
        snapshots.snapshot(for: receiver, of: ledger.draft, ledger.kept, &effects)
    }

    /// Sends a snapshot in place of edits to a member.
    private mutating func sendSnapshot(to number: Int, as receiver: Snapshots.Receiver) {
        gate.dropSnapshots(for: number)
        guard let snapshot = snapshot(for: receiver) else { return presence.pause(number) }
        let client = identity(of: number)?.client
        if let client {
            // The own edits with which the client would have got them are left out.
            let answers = ledger.latestAnswers(to: client, upTo: snapshot.revision)
            if !answers.isEmpty { release(answers, to: number) }
        }
        release(.snapshot(member: number, snapshot))
        // The edits with which the client would have got the names are left out too.
        if let client { releaseHistory(of: client) }
    }

    /// The state of the last `store` is durable.
    public mutating func stored() {
        snapshots.stored()
        storeIfDue()
    }

    mutating func storeIfDue() {
        snapshots.storeIfDue(ledger.state, replayedEmojis: ledger.replayedEmojis, &effects)
    }

    // MARK: One member

    /// Ends a member that broke the protocol.
    mutating func expel(_ number: Int, _ code: CloseCode, _ reason: String) {
        leave(number)
        close(number, code, reason)
    }

    mutating func close(_ member: Int, _ code: CloseCode, _ reason: String) {
        effects.append(.close(member: member, code, reason: "\(code.name): \(reason)"))
    }

    mutating func send(_ message: ServerMessage, to number: Int) {
        effects.append(.send(to: number, message: message.encoded))
    }

    // MARK: Presence

    /// The presence message of a number could not be sent to a member, because it is slow.
    public mutating func missed(_ member: Int, _ message: Int) {
        presence.missed(member, message)
    }

    /// A member that was slow has read all that there is for it.
    public mutating func drained(_ number: Int) { presence.drained(number, &effects) }

    /// Sends the presence and the snapshots that are due.
    ///
    /// Called at the end of each turn in which the session was called, and at the time of a `wake`
    /// effect.
    ///
    /// The first change goes out at once; later ones wait for
    /// `Limits.presenceIntervalMilliseconds`, or longer where members times bytes would pass the
    /// document's budget.
    ///
    /// - Parameter now: the monotonic clock, in milliseconds.
    public mutating func wake(now: UInt64) {
        var due: UInt64?
        for (number, answer) in snapshots.answers(now: now) {
            switch answer {
            case .answered: sendSnapshot(to: number, as: .member)
            case .waiting(let time): due = min(due ?? time, time)
            case .refused:
                let count = Snapshots.resyncsMax
                expel(number, .diverged, "\(count) snapshots in a minute did not help")
            }
        }
        presence.wake(now: now, and: due, &effects)
    }
}
