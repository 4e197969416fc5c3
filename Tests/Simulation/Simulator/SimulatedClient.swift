import EmojiArt
import Hosting
import Sync
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
    var record = ClientRecord()

    /// The name of each edit of this life, by `ref`.
    var names: [Int: Int] = [:]
    /// The edits that the file holds, by seq.
    var kept: [Int: Int] = [:]
    /// How many more lines and messages it writes before it is killed.
    var writesLeft: Int?
    /// What was wrong, with the sentence that was broken.
    var violation: String? { record.violation }
    var wakes: [UInt64] = []
    var outbox: [[UInt8]] = []
    /// Whether something happened since the view, and since the file, was checked.
    var isViewDue = false
    var isFileDue = false

    /// Which of its edits its state has, as the server said.
    var confirmed = ConfirmedEdits()
    /// Whether it is a welcome that is heard now.
    private var isWelcomed = false
    /// Whether that gave the client another number, and the file does not know yet.
    var isRenumbered = false
    /// How often a backup had been put in place at the server that sent what is heard now.
    private var restores = 0
    /// Whether one was put in place since it connected.
    private var isUnsure = false

    init(number: Int, isViewer: Bool, document: DocumentName) {
        self.number = number
        self.document = document
        key = isViewer ? nil : ClientKey(high: 0xE0E0, low: UInt64(number))
        replica = Replica(key: key, name: "\(number)", keeping: .transcript)
        file = replica.transcript()
        safeLines = file.count
    }

    var isViewer: Bool { key == nil }

    func hear(_ bytes: [UInt8], restores: Int, isUnsure: Bool) {
        var decoder = MessageDecoder()
        isWelcomed = bytes.starts(with: #"{"type":"welcome""#.utf8)
        if isWelcomed || bytes.starts(with: #"{"type":"snapshot""#.utf8),
            let message = try? decoder.serverMessage(bytes.span)
        {
            confirmed.hear(message)
        }
        self.restores = restores
        self.isUnsure = isUnsure
        let before = replica.client
        replica.receive(bytes.span)
        isRenumbered = isWelcomed && before != nil && replica.client != before
        if isRenumbered { record.renumbered() }
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
        case .keep(let line):
            file.append(line)
            noteEdit(in: line)
        case .keepAnew(let lines):
            file = lines
            safeLines = lines.count
            noteEdits()
            if isRenumbered { noteNumbers() }
        case .send(let bytes):
            outbox.append(bytes)
            if let (seq, request) = Self.edit(in: bytes) {
                let ref = replica.pendingEdits.first { $0.seq == seq }?.ref
                record.said(
                    request,
                    seq: seq,
                    name: ref.flatMap { names[$0] },
                    epoch: replica.position?.epoch
                )
            }
        case .wake(let time): wakes.append(time)
        case .acknowledged(let seq, let ref, let revision, _):
            // A welcome answers nothing: so old are these that nobody knows any more how they were.
            if isWelcomed { return record.settled(names[ref]) }
            answered(ref, seq: seq, .accepted(revision: revision))
        case .refused(let seq, let ref, let code):
            answered(ref, seq: seq, .refused(code: code))
        case .diverged(let revision):
            violate("its state is not the server's at revision \(revision)")
        case .violated(let text): violate("the server broke the protocol: \(text)")
        case .historyReplaced:
            if restores == 0, !isUnsure { violate("it is told that its history is gone") }
        case .joined, .edited, .history, .presence, .replaced, .pong, .access: break
        }
    }

    private func answered(_ ref: Int, seq: Int, _ verdict: AnswerWindow.Answer) {
        let answer = ClientRecord.Answer(
            seq: seq,
            verdict: verdict,
            restores: restores,
            isUnsure: isUnsure,
            epoch: replica.position?.epoch
        )
        record.answered(names[ref], answer)
    }

    /// From now on the pending edits have the ids of another number, also after a restart.
    private func noteNumbers() {
        isRenumbered = false
        for edit in replica.pendingEdits {
            if let name = names[edit.ref] { record.renumber(name, as: edit.request) }
        }
    }

    func edit(_ request: ClientMessage.Request) {
        let name = record.makeName(of: request)
        let ref = replica.edit(request)
        names[ref] = name
        carryOut()
    }

    func endGesture(_ now: UInt64) {
        let operation = replica.ownPresence.gesture?.operation
        guard let ref = replica.endGesture(now: now), let operation else { return carryOut() }
        names[ref] = record.makeName(of: .operation(operation))
        carryOut()
    }

    func disconnect() {
        link = nil
        outbox = []
        replica.disconnected()
        carryOut()
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

/// Which of a client's edits its state has: what it shows on top has later seqs.
struct ConfirmedEdits {
    private(set) var seq = 0
    /// What the snapshot says whose parts are coming.
    private var coming = 0

    /// Takes a welcome or a part of a snapshot.
    mutating func hear(_ message: ServerMessage) {
        switch message {
        case .welcome(let welcome): seq = min(seq, welcome.seq)
        case .snapshot(let part):
            if let header = part.header { coming = header.seq ?? 0 }
            if part.isLast { seq = coming }
        default: break
        }
    }
}
