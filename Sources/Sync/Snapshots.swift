internal import EmojiArt
internal import Wire

/// The states of a document that leave it whole: snapshots for members, and stored states for the
/// journal.
///
/// A small snapshot is written at once. A large one would hold up all documents, so its owner
/// writes it on another thread, from a copy of the state that shares the emojis. Members wait for
/// it.
struct Snapshots: ~Copyable {
    /// Who a snapshot is for, and so which will do.
    enum Receiver {
        /// A newcomer: it goes on from an older one by the edits since, and can wait.
        case newcomer
        /// A member that knows the presence: gestures that it heard of are newer than the edits
        /// since an older one would be. It can wait for one of the present revision.
        case member
        /// A connection that waited already: an older one will do, and it waits no longer.
        case waiting
    }

    /// The answer to a member's `resync`.
    enum Resync: Equatable {
        /// It gets a snapshot now.
        case answered
        /// It gets one at the time.
        case waiting(until: UInt64)
        /// It had too many: another would not help.
        case refused
    }

    /// The snapshots that a member got because its state differed.
    private struct Resyncs {
        /// True while a `resync` of the member has no answer.
        var isOpen = false
        /// The times of the last minute's, in milliseconds of the monotonic clock.
        private var times: [UInt64] = []

        /// Decides about an open question; an answer counts.
        mutating func next(now: UInt64) -> Resync {
            times.removeAll { $0 + 60_000 <= now }
            guard times.count < Snapshots.resyncsMax else { return .refused }
            if let last = times.last {
                let due = last + 1_000 << (times.count - 1)
                guard now >= due else { return .waiting(until: due) }
            }
            times.append(now)
            isOpen = false
            return .answered
        }
    }

    /// Emojis of which a snapshot is written at once, in well below a millisecond.
    static let emojisAtOnceMax = Limits.limit(1_000, simulated: 2)
    /// A snapshot of at most so many emojis is not kept: it is cheap to write again, and most open
    /// documents are small.
    static let emojisAnewMax = Limits.limit(100, simulated: 1)
    /// Edits that a snapshot may lack: the other half of those that are kept may come while a
    /// client reads it, which would else be too far behind at once.
    static let editsSinceMax = Limits.keptEditsMax / 2
    /// The edits since a snapshot take at most a quarter of its bytes.
    static let shareOfEdits = 4
    /// Snapshots that a member gets within a minute because its state differs.
    static let resyncsMax = 3

    private var latest: Snapshot?
    private var isWriting = false
    private var resyncs: [Int: Resyncs] = [:]
    private(set) var resyncCount = 0

    private(set) var isStoring = false
    private var storedRevision: Int
    /// `Ledger.replayedEmojis` at that revision.
    private var storedEmojis = 0

    init(storedRevision: Int) { self.storedRevision = storedRevision }

    // MARK: Snapshots

    /// A snapshot to begin with, and to go on from by the edits since (SY18).
    ///
    /// The last one is given again while the edits since are few: where many join a large document
    /// that is being edited, it would else be written again for each of them. A newcomer has joined
    /// with the last of those edits (SY34), its own answered ones among them.
    mutating func snapshot(
        for receiver: Receiver,
        of draft: SnapshotDraft,
        _ kept: KeptEdits,
        _ effects: inout [SessionEffect]
    ) -> Snapshot? {
        if let latest {
            let age = draft.position.revision - latest.revision
            if age == 0 { return latest }
            if receiver != .member, age <= Self.editsSinceMax,
                let bytes = kept.byteCount(ofLast: age),
                bytes <= latest.byteCount / Self.shareOfEdits
            {
                return latest
            }
        }
        if receiver == .waiting || draft.document.emojis.count <= Self.emojisAtOnceMax {
            let new = draft.written()
            latest = draft.document.emojis.count > Self.emojisAnewMax ? new : nil
            return new
        }
        if !isWriting {
            isWriting = true
            effects.append(.write(draft))
        }
        return nil
    }

    /// Takes a snapshot that was asked for with `write`, at the present position.
    ///
    /// - Returns: false for a snapshot of another history, which is nothing to this document.
    mutating func written(_ new: Snapshot, at position: Position) -> Bool {
        guard new.position.epoch == position.epoch, new.revision <= position.revision else {
            return false
        }
        isWriting = false
        if new.revision >= latest?.revision ?? 0 { latest = new }
        return true
    }

    // MARK: Resyncs

    /// A member asks for a snapshot, as its state differs from the server's (CM10).
    ///
    /// It is answered at the end of this turn, or when its pause is over.
    mutating func ask(_ number: Int) {
        resyncCount += 1
        resyncs[number, default: Resyncs()].isOpen = true
    }

    /// Answers the members that asked, one snapshot at a time for each, by their numbers.
    mutating func answers(now: UInt64) -> [(member: Int, Resync)] {
        var answers: [(member: Int, Resync)] = []
        for number in resyncs.keys.sorted() where resyncs[number]?.isOpen == true {
            if let answer = resyncs[number]?.next(now: now) { answers.append((number, answer)) }
        }
        return answers
    }

    mutating func leave(_ number: Int) { resyncs[number] = nil }

    // MARK: Stored states

    /// Asks for the state to be stored when much would have to be replayed without it.
    ///
    /// One at a time: while the disk is behind, states would take far more memory than edits do.
    mutating func storeIfDue(
        _ state: borrowing StoredState,
        replayedEmojis: Int,
        _ effects: inout [SessionEffect]
    ) {
        guard !isStoring,
            state.revision - storedRevision >= Limits.editsPerSnapshot
                || replayedEmojis - storedEmojis >= Limits.replayedEmojisMax
        else { return }
        isStoring = true
        (storedRevision, storedEmojis) = (state.revision, replayedEmojis)
        effects.append(.store(copy state))
    }

    mutating func stored() {
        precondition(isStoring, "Only what was handed out can become durable.")
        isStoring = false
    }
}
