import EmojiArt
import Wire

@testable import FuzzTargets
@testable import Sync

// Killing a client, and starting it again from what its file holds.
extension Client {
    /// What a restarted replica has to have in common with the one that was killed.
    typealias State = ReplicaState

    /// What a new process would have of these lines.
    func state(after lines: [[UInt8]]) -> State {
        var replica = Replica(key: replica.key, keeping: .transcript)
        let count = replica.restore(lines)
        if count != lines.count { violations.append("line \(count) of a transcript is not used") }
        return State(&replica, withView: false)
    }

    /// Checks that the file and its short form both lead to this replica.
    func checkFile() {
        guard replica.key != nil else { return }
        let own = State(&replica, withView: false)
        if state(after: file) != own {
            violations.append("the file gives \(state(after: file)) for \(own)")
        }
        let short = replica.transcript()
        if state(after: short) != own {
            violations.append("the transcript gives \(state(after: short)) for \(own)")
        }
        let kept = state(after: replica.keptEdits())
        if !kept.hasEdits(of: own) { violations.append("the kept edits give \(kept) for \(own)") }
    }

    /// Puts the short form in place of the file.
    func compact() {
        guard replica.key != nil else { return }
        file = replica.transcript()
        safeLines = file.count
    }

    /// Kills the client while it does something, and starts it again from its file.
    func kill(afterWrites writes: Int = .max, during body: () -> Void = {}) {
        writesLeft = writes
        body()
        writesLeft = nil
        link?.isOpen = false
        link = nil
        wakes = []
        restart()
    }

    /// Loses the power: the last lines never reached the disk.
    func loseLines(_ count: Int) {
        let lost = min(count, file.count - safeLines)
        file.removeLast(lost)
        kill()
    }

    private func restart() {
        lastEarlierName = max(lastEarlierName, made.max() ?? 0)
        replica = Replica(key: replica.key, name: replica.name, keeping: .transcript)
        let count = replica.restore(file)
        if count != file.count { violations.append("\(count) of \(file.count) lines are used") }
        earlierNames = [:]
        for edit in replica.pendingEdits {
            guard let name = keptEdits[edit.mark] else {
                violations.append("edit \(edit.ref) comes from nowhere")
                continue
            }
            earlierNames[edit.ref] = name
            if let revision = acknowledged.removeValue(forKey: name) {
                earlierAnswers[name] = "\(revision)"
            }
            if let code = refused.removeValue(forKey: name) { earlierAnswers[name] = code }
        }
        // What was not written down before the end was never made.
        let kept = Set(earlierNames.values)
        made.removeAll { acknowledged[$0] == nil && refused[$0] == nil && !kept.contains($0) }
    }

    /// The name of an edit, whichever life made it.
    func name(_ ref: Int) -> Int { earlierNames[ref] ?? lastEarlierName + ref }

    /// Checks that an edit is answered again as it was before a restart.
    func expectSameAnswer(_ name: Int, _ answer: String) {
        if earlierAnswers[name] ?? answer != answer { violations.append("an answer changed") }
    }

    /// Notes which edits the file holds.
    func noteEdits() {
        keptEdits = [:]
        for edit in replica.pendingEdits { keptEdits[edit.mark] = name(edit.ref) }
    }

    /// Notes the edit that a new line of the file holds.
    func noteEdit(in line: [UInt8]) {
        guard line.first == UInt8(ascii: ">") else { return }
        var decoder = MessageDecoder()
        let message = Array(line.dropFirst(2))
        guard case .edit(let made)? = try? decoder.clientMessage(message.span),
            let edit = replica.pendingEdits.first(where: { $0.mark == made.mark })
        else { return }
        keptEdits[made.mark] = name(edit.ref)
    }
}

extension ReplicaEffect {
    /// Whether the server broke the protocol.
    var isViolation: Bool { if case .violated = self { true } else { false } }

    /// Whether the effect leaves the process.
    var isWrite: Bool {
        switch self {
        case .send, .keep, .keepAnew: true
        case .joined, .edited, .acknowledged, .refused, .undecided, .history, .presence, .replaced,
            .diverged, .historyReplaced, .pong, .access, .wake, .reconnect, .violated:
            false
        }
    }
}

extension ReplicaState {
    /// Whether this is all of another state but the document, which is an empty one.
    func hasEdits(of other: ReplicaState) -> Bool {
        let isAtStart = position?.revision == (client == nil || marks.isEmpty ? nil : 0)
        return confirmed == Document() && isAtStart && client == other.client
            && counter == other.counter && marks == other.marks && requests == other.requests
    }
}
