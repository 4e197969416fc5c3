import EmojiArt
import Sync
import Wire

/// What a client program heard of its edits, whatever became of its processes and files.
struct ClientRecord {
    /// An answer as the client heard it.
    struct Answer {
        let verdict: ServerMessage.Answer.Verdict
        /// How often a backup had been put in place of the history.
        let restores: Int
        /// Whether one was put in place while the client was connected: another server may have
        /// given the answer before or after.
        let isUnsure: Bool
        /// The history that it was heard in.
        let epoch: UInt64?

        var isAccepted: Bool {
            if case .accepted = verdict { true } else { false }
        }
    }

    /// The marks of the edits that were made and kept, in order.
    private(set) var made: [UInt64] = []
    /// The answer to each of them.
    private(set) var answers: [UInt64: Answer] = [:]
    /// Those of which nobody can say whether they are there.
    private(set) var undecided: Set<UInt64> = []
    /// Those that a person gave up; each may be there.
    private(set) var givenUp: Set<UInt64> = []
    /// Those that were put aside since somebody looked.
    var putAsideNow: [UInt64] = []
    /// What went over the wire of each edit: its ids may change.
    private(set) var requests: [UInt64: [ClientMessage.Request]] = [:]
    /// True once the person used ids that the replica did not give.
    var hasChosenIDs = false
    /// Whether its file once lost its end, or an older one came back.
    var hasForgotten = false
    /// What was wrong first.
    private(set) var violation: String?

    mutating func violate(_ text: String) { violation = violation ?? text }

    mutating func make(_ mark: UInt64, _ request: ClientMessage.Request) {
        made.append(mark)
        requests[mark] = [request]
    }

    /// SY6: an edit goes over the wire as it was made, but for ids.
    mutating func said(_ request: ClientMessage.Request, mark: UInt64) {
        let before = requests[mark] ?? []
        guard let first = before.first else { return violate("an edit was never made") }
        if first.withoutIDs != request.withoutIDs { violate("\(first) is sent as \(request)") }
        if !before.contains(request) { requests[mark] = before + [request] }
    }

    /// SY7: an edit is answered once in a life.
    mutating func answered(_ mark: UInt64, _ answer: Answer) {
        if answers.updateValue(answer, forKey: mark) != nil {
            violate("edit \(mark) is answered twice")
        }
        undecided.remove(mark)
    }

    mutating func putAside(_ mark: UInt64) {
        undecided.insert(mark)
        putAsideNow.append(mark)
    }

    /// A person gave up an edit that may be there.
    mutating func drop(_ mark: UInt64) {
        undecided.remove(mark)
        givenUp.insert(mark)
        made.removeAll { $0 == mark }
    }

    /// The process starts again, with the edits that its file holds.
    mutating func restart(pending: Set<UInt64>) {
        for mark in pending { answers[mark] = nil }
        // What was not written down before the end was never made.
        made.removeAll { answers[$0] == nil && !pending.contains($0) }
        undecided.formIntersection(pending)
    }

    /// The record of a program that begins with the file of another.
    func copy(pending: Set<UInt64>) -> ClientRecord {
        var copy = self
        copy.hasForgotten = true
        copy.restart(pending: pending)
        return copy
    }
}

extension ClientMessage.Request {
    /// The request without the ids of emojis.
    fileprivate var withoutIDs: String {
        guard case .operation(let operation) = self else { return "\(self)" }
        switch operation {
        case .add(let new): return "add \(new.map { "\($0.text) \($0.x) \($0.y) \($0.size)" })"
        case .move(let ids, let dx, let dy): return "move \(ids.count) \(dx) \(dy)"
        case .scale(let ids, let factor): return "scale \(ids.count) \(factor)"
        case .delete(let ids): return "delete \(ids.count)"
        case .arrange(let ids, let place): return "arrange \(ids.count) \(place)"
        default: return "\(operation)"
        }
    }
}
