/// Says whether a history is one that the protocol allows.
///
/// It knows the protocol's page and nothing of the programs: it judges what was seen from outside.
///
/// - (a) The revisions that an observer sees ascend, one by one; a state may skip some.
/// - (b) All observers agree on the edit, and on the state, at each revision.
/// - (c) Each acknowledged edit is at its revision, with its content, once.
/// - (d) A client's acknowledged revisions ascend in the order of its edits, and an edit that is
///   made after something was seen comes after it.
/// - (e) A refused edit is nowhere, and was refused for what the page names: of these runs' edits
///   only an `add` under another client's number, which is never accepted.
/// - (f) An edit without an answer is there once at most.
/// - (g) Each edit does to the emojis what it says, within the bounds, and the checksum says so.
/// - (h) All final states are equal, and are what the edits lead to.
struct HistoryChecker {
    /// An edit as observers were told of it.
    typealias Edit = StoredLog.Edit

    /// An edit as its client made it, and the answer that it got.
    struct Attempt {
        enum Answer: Equatable {
            case none
            case acknowledged(revision: Int, seq: Int?, ids: [String]?)
            case refused(String)
        }

        let who: String
        let ref: Int
        let operation: HistoryOperation
        /// The highest revision that anybody had seen when it was made.
        let after: Int
        var answer = Answer.none
        /// Where it was found.
        var revision: Int?

        var name: String { "edit \(ref) of \(who)" }
    }

    struct State {
        let who: String
        let revision: Int
        let checksum: String?
        let emojis: [HistoryOperation.Emoji]
    }

    /// What is wrong, in the order in which it was found; nothing, if all is well.
    private(set) var violations: [String] = []
    private(set) var edits: [Int: Edit] = [:]
    var attempts: [Attempt] = []
    private(set) var states: [State] = []
    private(set) var finals: [State] = []

    init(_ events: [HistoryEvent]) {
        read(events)
        checkOrder()
        checkRepeats()
        replay()
    }

    /// The length of the history.
    var lastRevision: Int { edits.keys.max() ?? 0 }

    mutating func violate(_ rule: Character, _ text: String) {
        violations.append("(\(rule)) \(text)")
    }

    private mutating func read(_ events: [HistoryEvent]) {
        var indices: [String: Int] = [:]
        var seen: [String: Int] = [:]
        var highest = 0
        for event in events {
            highest = max(highest, event.type == .final ? 0 : event.revision ?? 0)
            switch event.type {
            case .invoke:
                guard let ref = event.ref, let operation = event.operation else { continue }
                indices["\(event.who) \(ref)"] = attempts.count
                attempts.append(
                    Attempt(who: event.who, ref: ref, operation: operation, after: highest)
                )
            case .ack, .refused: answer(event, indices["\(event.who) \(event.ref ?? -1)"])
            case .observe: observe(event, &seen)
            case .state, .final:
                let state = State(
                    who: event.who,
                    revision: event.revision ?? 0,
                    checksum: event.checksum,
                    emojis: event.emojis ?? []
                )
                if event.type == .final { finals.append(state) } else { enter(state, &seen) }
            }
        }
    }

    private mutating func answer(_ event: HistoryEvent, _ index: Int?) {
        guard let index else {
            return violate("c", "\(event.who) got an answer to edit \(event.ref ?? -1) unasked")
        }
        guard attempts[index].answer == .none else {
            return violate("c", "\(attempts[index].name) was answered twice")
        }
        if event.type == .refused {
            attempts[index].answer = .refused(event.code ?? "")
        } else {
            attempts[index].answer = .acknowledged(
                revision: event.revision ?? 0,
                seq: event.seq,
                ids: event.ids
            )
        }
    }

    private mutating func observe(_ event: HistoryEvent, _ seen: inout [String: Int]) {
        guard let revision = event.revision, let operation = event.operation else { return }
        let last = seen[event.who] ?? 0
        if revision != last + 1 {
            violate("a", "\(event.who) saw revision \(revision) after \(last)")
        }
        seen[event.who] = revision
        let edit = Edit(
            revision: revision,
            client: event.client ?? 0,
            seq: event.seq ?? 0,
            operation: operation,
            checksum: event.checksum
        )
        if let other = edits[revision] {
            if other != edit {
                violate("b", "\(event.who) saw \(edit) at revision \(revision), not \(other)")
            }
        } else {
            edits[revision] = edit
        }
    }

    private mutating func enter(_ state: State, _ seen: inout [String: Int]) {
        let last = seen[state.who] ?? 0
        if state.revision < last {
            violate("a", "\(state.who) was taken back from revision \(last) to \(state.revision)")
        }
        seen[state.who] = state.revision
        states.append(state)
    }
}

extension HistoryChecker {
    /// Rule (d): a client's answers ascend, and nothing comes before what was seen earlier.
    mutating func checkOrder() {
        var highest: [String: (revision: Int, name: String)] = [:]
        var taken: [Int: String] = [:]
        for attempt in attempts {
            guard case .acknowledged(let revision, _, _) = attempt.answer else { continue }
            if let other = taken[revision] {
                violate("c", "\(attempt.name) and \(other) are both at revision \(revision)")
            }
            taken[revision] = attempt.name
            if let before = highest[attempt.who], before.revision >= revision {
                violate(
                    "d",
                    "\(attempt.name) is at \(revision), \(before.name) before it at "
                        + "\(before.revision)"
                )
            }
            highest[attempt.who] = (revision, attempt.name)
            if revision <= attempt.after {
                violate(
                    "d",
                    "\(attempt.name) is at \(revision), and was made when revision "
                        + "\(attempt.after) had been seen"
                )
            }
        }
    }

    /// Rules (c) and (f): no edit is there twice.
    mutating func checkRepeats() {
        // By client and seq.
        var found: [[Int]: Int] = [:]
        var added: [String: Int] = [:]
        for revision in edits.keys.sorted() {
            guard let edit = edits[revision] else { continue }
            let source = [edit.client, edit.seq]
            if let first = found[source] {
                violate(
                    "c",
                    "seq \(edit.seq) of client \(edit.client) is at revisions \(first) "
                        + "and \(revision)"
                )
            }
            found[source] = revision
            for id in (edit.operation.emojis ?? []).compactMap(\.id) {
                if let first = added[id] {
                    violate("c", "\(id) is added at revisions \(first) and \(revision)")
                }
                added[id] = revision
            }
        }
    }
}
