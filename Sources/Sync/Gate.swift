internal import DequeModule
internal import EmojiArt
internal import Wire

/// The gate in front of the members: nothing that depends on a record leaves before the record is
/// durable, and all leaves in order.
struct Gate: ~Copyable {
    /// Something that leaves when the records before it are durable.
    enum Passage {
        case edit(revision: Int, client: Int, message: [UInt8], deleted: [EmojiID])
        case refusal(client: Int, message: [UInt8])
        /// The names of a client's next undo and redo.
        case history(client: Int, message: [UInt8])
        /// Answers that the member may have missed, or that it asks for again.
        case answers(member: Int, message: [UInt8])
        /// A newcomer's welcome, and where it begins.
        case welcome(member: Int, message: [UInt8], Start)
        case snapshot(member: Int, Snapshot)
        case state(token: Int, Document, revision: Int)
    }

    /// Where a newcomer begins.
    enum Start {
        /// With a snapshot.
        case snapshot(Snapshot)
        /// After a revision, at which it was before.
        case resumed(after: Int)
    }

    private var recordsSubmitted = 0
    private var recordsDurable = 0
    /// Each with the number of records that have to be durable first.
    private var queue: Deque<(record: Int, passage: Passage)> = []
    private(set) var releasedRevision: Int

    init(releasedRevision: Int) { self.releasedRevision = releasedRevision }

    /// True while all records are durable; then nothing waits.
    var isOpen: Bool { recordsDurable == recordsSubmitted }

    var count: Int { queue.count }

    /// Returns true while an answer to an edit of one of the clients waits.
    func holdsAnswer(to clients: [Int]) -> Bool {
        queue.contains { entry in
            switch entry.passage {
            case .edit(_, let client, _, _), .refusal(let client, _): clients.contains(client)
            case .history, .answers, .welcome, .snapshot, .state: false
            }
        }
    }

    mutating func submit(_ record: Record, _ effects: inout [SessionEffect]) {
        recordsSubmitted += 1
        effects.append(.commit(record))
    }

    /// Returns what may leave at once; else keeps it until all records so far are durable.
    mutating func pass(_ passage: Passage) -> Passage? {
        guard isOpen else {
            queue.append((recordsSubmitted, passage))
            return nil
        }
        precondition(queue.isEmpty, "Messages leave the gate in order.")
        return left(passage)
    }

    mutating func commit(_ count: Int) {
        recordsDurable += count
        precondition(
            recordsDurable <= recordsSubmitted,
            "Only what was handed out can become durable."
        )
    }

    /// Removes and returns the next thing that may leave; nil when the rest has to wait.
    mutating func next() -> Passage? {
        guard let first = queue.first, first.record <= recordsDurable else { return nil }
        return left(queue.removeFirst().passage)
    }

    private mutating func left(_ passage: Passage) -> Passage {
        if case .edit(let revision, _, _, _) = passage { releasedRevision = revision }
        return passage
    }

    /// Drops everything that waits for a member alone: it is gone.
    ///
    /// While the disk stands still, members that come and go would pile up states here.
    mutating func leave(_ number: Int) {
        queue.removeAll { entry in
            switch entry.passage {
            case .welcome(let member, _, _), .snapshot(let member, _), .answers(let member, _):
                member == number
            case .edit, .refusal, .history, .state: false
            }
        }
    }

    /// Drops the snapshots in place of edits that wait for a member, and the answers ahead of them:
    /// it gets others.
    mutating func dropSnapshots(for number: Int) {
        queue.removeAll { entry in
            switch entry.passage {
            case .snapshot(let member, _), .answers(let member, _): member == number
            case .edit, .refusal, .history, .welcome, .state: false
            }
        }
    }
}
