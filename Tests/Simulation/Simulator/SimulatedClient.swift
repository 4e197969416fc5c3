import EmojiArt
import Hosting
import Sync
import TestKit
import Transport
import Wire

/// A client program: the replica of production, a file that keeps its transcript, and a person.
///
/// What happened to it is in `record`, which outlives the process.
final class SimulatedClient {
    let number: Int
    let key: ClientKey?
    let document: DocumentName
    var replica: Replica
    var link: Link?
    /// What its file holds, and how many of the lines are sure to outlive the power.
    var file: [[UInt8]] = []
    var safeLines = 0
    /// What the file held once, to be put back.
    var olderFile: [[UInt8]]?
    var record = ClientRecord()
    /// Whether it began with the file of another program, which has the same key.
    var isClone = false
    /// Whether it is done for good: a clone that has nothing left to say.
    var isRetired = false

    /// The mark of each edit of this life, by `ref`.
    var marks: [Int: UInt64] = [:]
    /// How many more lines and messages it writes before it is killed.
    var writesLeft: Int?
    /// What was wrong, with the sentence that was broken.
    var violation: String? { record.violation }
    var wakes: [UInt64] = []
    var outbox: [[UInt8]] = []
    /// Whether its replica asks for another connection.
    var isReconnecting = false
    /// Whether something happened since the view, and since the file, was checked.
    var isViewDue = false
    var isFileDue = false

    /// How often a backup had been put in place at the server that sent what is heard now.
    private var restores = 0
    /// Whether one was put in place since it connected.
    private var isUnsure = false

    /// Draws the marks of edits, by a chance of their own.
    @safe nonisolated(unsafe) static var chance = SplitMix64(seed: 0)

    init(number: Int, key: ClientKey?, document: DocumentName) {
        self.number = number
        self.document = document
        self.key = key
        replica = Self.makeReplica(key, number)
        file = replica.transcript()
        safeLines = file.count
    }

    func makeReplica() -> Replica { Self.makeReplica(key, number) }

    private static func makeReplica(_ key: ClientKey?, _ number: Int) -> Replica {
        Replica(key: key, name: "\(number)", keeping: .transcript) {
            UInt64.random(in: 1 ... .max, using: &chance)
        }
    }

    var isViewer: Bool { key == nil }

    func hear(_ bytes: [UInt8], restores: Int, isUnsure: Bool) {
        self.restores = restores
        self.isUnsure = isUnsure
        replica.receive(bytes.span)
    }

    func violate(_ text: String) { record.violate("client \(number): \(text)") }

    // MARK: What the driver does

    func carryOut() {
        if !replica.effects.isEmpty { (isViewDue, isFileDue) = (true, true) }
        for effect in replica.effects {
            if let left = writesLeft, effect.isWrite {
                // Dead: nothing that comes after is done.
                if left == 0 { break }
                writesLeft = left - 1
            }
            carryOut(effect)
        }
        replica.effects = []
    }

    private func carryOut(_ effect: ReplicaEffect) {
        switch effect {
        case .keep(let line): file.append(line)
        case .keepAnew(let lines):
            file = lines
            safeLines = lines.count
        case .send(let bytes):
            outbox.append(bytes)
            if let edit = Self.edit(in: bytes) { record.said(edit.request, mark: edit.mark) }
        case .wake(let time): wakes.append(time)
        case .acknowledged(_, let ref, let revision, _):
            answered(ref, .accepted(revision: revision, id: nil))
        case .refused(_, let ref, let code):
            checkRefusal(ref, code)
            answered(ref, .refused(code: code))
        case .undecided(let ref): record.putAside(marks[ref] ?? 0)
        case .diverged(let revision):
            violate("its state is not the server's at revision \(revision)")
        case .violated(let text): violate("the server broke the protocol: \(text)")
        case .historyReplaced:
            if restores == 0, !isUnsure { violate("it is told that its history is gone") }
        case .reconnect: isReconnecting = true
        case .joined, .edited, .history, .presence, .replaced, .pong, .access: break
        }
    }

    /// S9: no id that the replica gave is taken, or another's, when it comes to the server.
    private func checkRefusal(_ ref: Int, _ code: String) {
        let codes = [RefusalCode.idTaken, .foreignID].map(\.rawValue)
        guard codes.contains(code), !record.hasChosenIDs else { return }
        violate("edit \(marks[ref] ?? 0) is refused: \(code)")
    }

    private func answered(_ ref: Int, _ verdict: ServerMessage.Answer.Verdict) {
        let answer = ClientRecord.Answer(
            verdict: verdict,
            restores: restores,
            isUnsure: isUnsure,
            epoch: replica.position?.epoch
        )
        record.answered(marks[ref] ?? 0, answer)
    }

    func edit(_ request: ClientMessage.Request) {
        note(replica.edit(request), request)
        carryOut()
    }

    func endGesture(_ now: UInt64) {
        let operation = replica.ownPresence.gesture?.operation
        guard let ref = replica.endGesture(now: now), let operation else { return carryOut() }
        note(ref, .operation(operation))
        carryOut()
    }

    private func note(_ ref: Int, _ request: ClientMessage.Request) {
        guard let edit = replica.pendingEdits.last, edit.ref == ref else {
            return violate("an edit is not pending")
        }
        marks[ref] = edit.mark
        record.make(edit.mark, request)
    }

    /// The person decides about the edits of which nobody can say whether they are there.
    func decide(adding: Bool) {
        let undecided = replica.undecidedEdits
        guard !undecided.isEmpty else { return }
        let count = replica.pendingCount
        replica.decide(adding: adding)
        for edit in undecided { record.drop(edit.mark) }
        for edit in replica.pendingEdits.dropFirst(count) {
            marks[edit.ref] = edit.mark
            record.make(edit.mark, edit.request)
        }
        carryOut()
    }

    func disconnect() {
        link = nil
        outbox = []
        replica.disconnected()
        carryOut()
    }

    /// The edit that a message of this client is; nil for another one.
    static func edit(in message: [UInt8]) -> ClientMessage.Edit? {
        guard message.starts(with: #"{"type":"edit""#.utf8) else { return nil }
        var decoder = MessageDecoder()
        guard case .edit(let edit)? = try? decoder.clientMessage(message.span) else { return nil }
        return edit
    }
}

extension ReplicaEffect {
    /// Whether the effect leaves the process.
    var isWrite: Bool {
        switch self {
        case .send, .keep, .keepAnew: true
        default: false
        }
    }
}
