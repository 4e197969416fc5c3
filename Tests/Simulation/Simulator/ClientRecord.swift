import Sync
import Wire

/// What a client asked for and was told, whatever became of its processes and files.
struct ClientRecord {
    /// An answer as the client heard it.
    struct Answer {
        let seq: Int
        let verdict: AnswerWindow.Answer
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

    /// Each edit that was made and kept, in order, by a name that outlives the process.
    private(set) var made: [Int] = []
    /// What the person asked for in each of them.
    private var wishes: [Int: ClientMessage.Request] = [:]
    /// The answer to each of them.
    private(set) var answers: [Int: Answer] = [:]
    /// Those that were answered so long ago that the server could not tell how.
    private(set) var settled: Set<Int> = []
    /// What went over the wire, by seq.
    private var requests: [Int: [ClientMessage.Request]] = [:]
    /// What went over the wire last of each edit.
    private var sent: [Int: ClientMessage.Request] = [:]
    /// Answers that an earlier life heard: they must come out the same again.
    private var answersOfEarlierLives: [Int: Answer] = [:]
    /// Whether the file once lost edits that may have been sent.
    var hasForgotten = false
    /// Whether the server was once set back: it may ask for a seq anew.
    var wasSetBack = false
    /// What was wrong first.
    private(set) var violation: String?
    private var nextName = 1
    /// The history in which it said something last.
    private var saidIn: UInt64?

    mutating func violate(_ text: String) { violation = violation ?? text }

    mutating func makeName(of request: ClientMessage.Request) -> Int {
        made.append(nextName)
        wishes[nextName] = request
        nextName += 1
        return nextName - 1
    }

    /// SY6: an edit goes over the wire, as it was made, and always the same under its seq.
    mutating func said(
        _ request: ClientMessage.Request,
        seq: Int,
        name: Int?,
        epoch: UInt64?
    ) {
        if let name, wishes[name] != request, !hasForgotten, !wasSetBack {
            violate("edit \(name) is sent as \(request)")
        }
        if let name { sent[name] = request }
        // A document without edits goes with its last member: all seqs are free in the next.
        if epoch != saidIn, !isAccepted { requests = [:] }
        saidIn = epoch
        let before = requests[seq] ?? []
        guard !before.contains(request) else { return }
        if !before.isEmpty, !hasForgotten, !wasSetBack {
            violate("seq \(seq) is \(request), and was \(before[0])")
        }
        requests[seq] = before + [request]
    }

    /// SY29: an edit has other ids now.
    mutating func renumber(_ name: Int, as request: ClientMessage.Request) {
        wishes[name] = request
    }

    private var isAccepted: Bool { answers.values.contains { $0.isAccepted } }

    /// SY3: the client has another number, and none of its edits was accepted under the one before.
    mutating func renumbered() {
        // What another history has of it stands under the number before.
        guard !wasSetBack, !hasForgotten else { return }
        if isAccepted { violate("it loses a number that it edited with") }
        requests = [:]
    }

    /// SY7: an edit is answered, once in a life, and always in the same way in one history.
    mutating func answered(_ name: Int?, _ answer: Answer) {
        let name = name ?? 0
        if answers.updateValue(answer, forKey: name) != nil {
            violate("edit \(name) is answered twice")
        }
        // A document without edits goes with its last member, and its refusals with it.
        if let before = answersOfEarlierLives[name], before.restores == answer.restores,
            !before.isUnsure, !answer.isUnsure,
            before.isAccepted || before.epoch == answer.epoch, before.verdict != answer.verdict
        {
            violate("edit \(name) was \(before.verdict), and is \(answer.verdict)")
        }
    }

    /// The client gives up asking how an edit was answered: its file is far behind the server.
    mutating func settled(_ name: Int?) {
        let name = name ?? 0
        if !hasForgotten { violate("edit \(name) is taken for answered long ago") }
        settled.insert(name)
        answers[name] = answersOfEarlierLives[name]
    }

    /// What the client asked for by seq: where it heard an answer, what it took that for.
    var asked: [Int: [ClientMessage.Request]] {
        guard !wasSetBack else { return requests }
        var asked = requests
        // Refusals first: those of a document that went are not of this one.
        for (name, answer) in answers.sorted(by: { !$0.value.isAccepted && $1.value.isAccepted }) {
            guard let request = sent[name] else { continue }
            // Who forgot an edit takes its answer for that of another with the same seq.
            if answer.isAccepted, !hasForgotten { asked[answer.seq] = [] }
            asked[answer.seq, default: []].append(request)
        }
        return asked
    }

    /// The process starts again, with the edits that its file holds.
    mutating func restart(pending: Set<Int>) {
        for name in pending {
            if let answer = answers.removeValue(forKey: name) {
                answersOfEarlierLives[name] = answer
            }
        }
        // What was not written down before the end was never made.
        made.removeAll { name in
            answers[name] == nil && !settled.contains(name) && !pending.contains(name)
        }
    }
}
