internal import DequeModule
internal import Wire

/// Edits of one member that wait for a verdict, in the order in which they came.
///
/// They are asked about all at once, and go on in their order: an edit never overtakes one before
/// it of the same member.
struct HeldEdits {
    private var waiting: Deque<Held> = []

    private struct Held {
        let seq: Int
        /// What goes on; nil while there is no verdict.
        var request: ClientMessage.Request?
        /// What was asked for.
        let asked: ClientMessage.Request
    }

    var count: Int { waiting.count }
    var isEmpty: Bool { waiting.isEmpty }

    mutating func hold(seq: Int, _ request: ClientMessage.Request) {
        waiting.append(Held(seq: seq, request: nil, asked: request))
    }

    /// There is a verdict about an edit; of one that is not held any more nothing is done.
    mutating func settle(seq: Int, _ verdict: RuleVerdict) {
        let index = waiting.firstIndex { $0.seq == seq && $0.request == nil }
        guard let index else { return }
        switch (verdict, waiting[index].asked) {
        case (.accept, let asked): waiting[index].request = asked
        // What an undo does is the server's word: nothing can be put in its place.
        case (.replace(let operation), .operation): waiting[index].request = .operation(operation)
        case (.refuse, _), (.replace, _): waiting[index].request = .invalid(.againstRule)
        }
    }

    /// Takes the next edit, if it may go on.
    mutating func takeSettled() -> (seq: Int, request: ClientMessage.Request)? {
        guard let first = waiting.first, let request = first.request else { return nil }
        waiting.removeFirst()
        return (first.seq, request)
    }
}
