internal import DequeModule
internal import EmojiArt
internal import Wire

// Snapshots: who gets which, and who writes it. A small one is written at once. A large one would
// hold up all documents, so that its owner writes it elsewhere, from a copy of the state that
// shares the emojis; newcomers wait for it before they join, and members that lag before they go
// on.
extension DocumentSession {
    /// A newcomer that waits for a snapshot.
    struct Newcomer {
        let member: Int
        let hello: ClientMessage.Hello
        var access: Access?
        let client: Int?
        /// What it goes on from while edits wait for the disk.
        var durable: Snapshot?
    }

    /// Emojis of which a snapshot is written at once, in well below a millisecond.
    static let emojisAtOnceMax = 1_000

    /// A snapshot that was asked for by a `write` effect.
    ///
    /// One of another history is nothing to this document.
    public mutating func written(_ new: Snapshot) {
        guard new.position.epoch == epoch, new.revision <= state.revision else { return }
        isWriting = false
        if new.revision >= snapshot?.revision ?? 0 { snapshot = new }
        let newcomers = awaiting
        awaiting = []
        for newcomer in newcomers { welcome(newcomer, hasWaited: true) }
        for number in members.keys.sorted() where members[number]?.stage == .lagging {
            sendSnapshot(to: number, hasWaited: true)
        }
    }

    /// A snapshot to begin with, and to go on from by the edits since (SY18).
    ///
    /// The last one is given again while the edits since are few: where many join a large document
    /// that is being edited, it would else be written anew for each of them. Who joins has joined
    /// with the last of those edits (SY34), its own answered ones among them.
    ///
    /// - Parameter hasWaited: whether it was asked for already; so many edits may have come
    ///   meanwhile that it cannot be gone on from, and whoever waits is not to wait for ever.
    /// - Returns: One of the present revision, or of one shortly before; nil for one that has to
    ///   be waited for.
    /// - Complexity: O(edits since), or O(n log n) of the emojis.
    mutating func snapshotToGoOn(hasWaited: Bool) -> Snapshot? {
        if let snapshot, mayGoOn(from: snapshot) { return snapshot }
        return presentSnapshot(hasWaited: hasWaited)
    }

    /// Sends a snapshot in place of edits to a member that is told of the presence already.
    ///
    /// - Parameters:
    ///   - number: the member.
    ///   - hasWaited: whether the snapshot was asked for already.
    mutating func sendSnapshot(to number: Int, hasWaited: Bool = false) {
        forgetGated(of: number)
        // What it heard of gestures is newer than the edits since an older snapshot would be: who
        // did not wait gets one of the present revision.
        let ready =
            hasWaited ? snapshotToGoOn(hasWaited: true) : presentSnapshot(hasWaited: false)
        guard let ready else {
            members[number]?.stage = .lagging
            return
        }
        let client = members[number]?.identity.client
        release(
            .welcome(
                member: number,
                message: [],
                snapshot: ready,
                seq: seq(of: client, in: ready),
                after: ready.revision
            )
        )
        // The edits that would have told are left out.
        if let client { tellHistory(of: client) }
    }

    /// The last edit of a client that a snapshot has; nil for a viewer.
    func seq(of client: Int?, in snapshot: Snapshot) -> Int? {
        guard let client else { return nil }
        return clients[client]?.lastSeq(at: snapshot.revision) ?? 0
    }

    /// A member asks for a snapshot, as its state differs from this one's (CM10).
    ///
    /// It is answered at the end of this turn, or when its pause is over.
    mutating func askForSnapshot(_ number: Int) {
        resyncCount += 1
        resyncing.insert(number)
    }

    /// Answers what members asked for, one snapshot at a time for each.
    mutating func answerResyncs(now: UInt64) {
        for number in resyncing.sorted() {
            switch members[number]?.resyncs.next(now: now) {
            case .answered:
                resyncing.remove(number)
                sendSnapshot(to: number)
            case .waiting(let due): askToWake(at: due)
            case .refused:
                let count = Resyncs.snapshotsMax
                expel(number, .diverged, "\(count) snapshots in a minute did not help")
            case nil: resyncing.remove(number)
            }
        }
    }

    /// Presence for a member that went on from a snapshot: all of it, as the edits that are left
    /// out may have ended gestures and selections.
    ///
    /// Where edits follow, they would end gestures that began after them. Then it is sent when
    /// they are read.
    mutating func tellPresence(to number: Int, after revision: Int) {
        guard releasedRevision > revision else { return sendFullPresence(to: number) }
        members[number]?.firstMissed = 0
        catchingUp.insert(number)
    }

    /// Asks whether members have read the edits that followed their snapshot.
    mutating func probe(now: UInt64) {
        guard !catchingUp.isEmpty else { return }
        catchingUp = catchingUp.filter { members[$0]?.firstMissed != nil }
        for number in catchingUp.sorted() { effects.append(.probe(member: number)) }
        if !catchingUp.isEmpty {
            askToWake(at: now + UInt64(Limits.presenceIntervalMilliseconds))
        }
    }

    /// A snapshot of the present revision; nil when it has to be waited for.
    private mutating func presentSnapshot(hasWaited: Bool) -> Snapshot? {
        if let snapshot, snapshot.revision == state.revision { return snapshot }
        let draft = SnapshotDraft(document: state.document, position: position)
        if hasWaited || state.document.emojis.count <= Self.emojisAtOnceMax {
            snapshot = draft.written()
            return snapshot
        }
        if !isWriting {
            isWriting = true
            effects.append(.write(draft))
        }
        return nil
    }

    private func mayGoOn(from snapshot: Snapshot) -> Bool {
        let count = state.revision - snapshot.revision
        guard count > 0 else { return true }
        guard count <= min(Self.editsSinceMax, kept.count) else { return false }
        let bytes = kept.suffix(count).reduce(0) { $0 + $1.bytes }
        return bytes <= snapshot.byteCount / Self.shareOfEdits
    }

    /// Edits that a snapshot may lack: the other half of those that are kept may come while a
    /// client reads it, which would else be too far behind at once.
    private static let editsSinceMax = Limits.keptEditsMax / 2
    /// What a snapshot and the edits since take together is at most a quarter more.
    private static let shareOfEdits = 4
}
