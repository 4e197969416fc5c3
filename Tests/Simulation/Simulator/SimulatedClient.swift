import EmojiArt
import Sync
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
    private var names: [Int: Int] = [:]
    /// The edits that the file holds, by seq.
    private var kept: [Int: Int] = [:]
    /// How many more lines and messages it writes before it is killed.
    var writesLeft: Int?
    /// What was wrong, with the sentence that was broken.
    var violation: String? { record.violation }
    var wakes: [UInt64] = []
    /// Messages to send.
    var outbox: [[UInt8]] = []
    /// Whether something happened since the view, and since the file, was checked.
    var isViewDue = false
    private var isFileDue = false

    /// The last of its edits that its last snapshot had in it, as the welcome before said.
    private(set) var answeredAtSnapshot = 0
    private var welcome: ServerMessage.Welcome?
    /// How often a backup had been put in place when the message was sent that is heard now.
    private var restoresHeard = 0

    init(number: Int, isViewer: Bool, document: DocumentName) {
        self.number = number
        self.document = document
        key = isViewer ? nil : ClientKey(high: 0xE0E0, low: UInt64(number))
        replica = Replica(key: key, name: "\(number)", keepsTranscript: true)
        file = replica.transcript()
        safeLines = file.count
    }

    var isViewer: Bool { key == nil }

    /// A message arrives of a server to which a backup had been restored so often.
    func hear(_ bytes: [UInt8], restores: Int) {
        var decoder = MessageDecoder()
        welcome = nil
        if case .welcome(let welcome)? = try? decoder.serverMessage(bytes.span) {
            self.welcome = welcome
            answeredAtSnapshot = min(answeredAtSnapshot, welcome.seq)
            isResumed = welcome.isResumed
            welcomedSeq = welcome.seq
        }
        restoresHeard = restores
        replica.receive(bytes.span)
        guard let seq = welcomedSeq, replica.isLive else { return }
        if !isResumed { answeredAtSnapshot = seq }
        welcomedSeq = nil
    }

    private var isResumed = false
    private var welcomedSeq: Int?

    func violate(_ text: String) { record.violate("client \(number): \(text)") }

    // MARK: What the driver does

    /// Carries out the replica's effects.
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
        case .send(let bytes):
            outbox.append(bytes)
            if let edit = Self.edit(in: bytes) { record.said(edit.request, seq: edit.seq) }
        case .wake(let time): wakes.append(time)
        case .acknowledged(let seq, let ref, let revision):
            // A welcome answers nothing: so old are these that nobody knows any more how they were.
            if welcome != nil { return record.settled(names[ref]) }
            let ack = ClientRecord.Answer(
                seq: seq,
                verdict: .accepted(revision: revision),
                restores: restoresHeard
            )
            record.answered(names[ref], ack)
        case .refused(let seq, let ref, let code):
            let refusal = ClientRecord.Answer(
                seq: seq,
                verdict: .refused(code: code),
                restores: restoresHeard
            )
            record.answered(names[ref], refusal)
        case .diverged(let revision):
            violate("its state is not the server's at revision \(revision)")
        case .violated(let text): violate("the server broke the protocol: \(text)")
        case .epochChanged, .joined, .edited, .history, .presence, .replaced, .pong: break
        }
    }

    /// Makes an edit.
    func edit(_ request: ClientMessage.Request) {
        let name = record.makeName()
        let ref = replica.edit(request)
        names[ref] = name
        carryOut()
    }

    /// Ends a gesture, which may make an edit.
    func endGesture(_ now: UInt64) {
        guard let ref = replica.endGesture(now: now) else { return carryOut() }
        names[ref] = record.makeName()
        carryOut()
    }

    /// The connection is gone.
    func disconnect() {
        link = nil
        outbox = []
        welcomedSeq = nil
        replica.disconnected()
        carryOut()
    }
}

// MARK: Its file

extension SimulatedClient {
    /// Checks that the file and its short form both lead to this very replica.
    func checkFile() {
        guard !isViewer, isFileDue else { return }
        isFileDue = false
        let own = replica.peekWhole
        for (lines, what) in [(file, "file"), (replica.transcript(), "transcript")] {
            var other = Replica(key: key, keepsTranscript: true)
            let count = other.restore(lines)
            if count != lines.count { violate("line \(count) of a \(what) is not used") }
            if let text = other.peekWhole.difference(from: own) {
                violate("its \(what) gives another replica: \(text)")
            }
        }
    }

    /// Puts the short form in place of the file.
    func compact() {
        guard !isViewer else { return }
        file = replica.transcript()
        safeLines = file.count
        noteEdits()
    }

    /// Starts again from the file, as after a kill.
    ///
    /// - Parameters:
    ///   - lost: how many of the last lines never reached the disk.
    ///   - torn: whether the next line was being written.
    func restart(losing lost: Int = 0, torn: Bool = false) {
        let lost = max(0, min(lost, file.count - safeLines))
        file.removeLast(lost)
        if lost > 0 { record.hasForgotten = true }
        link = nil
        writesLeft = nil
        outbox = []
        wakes = []
        replica = Replica(key: key, name: "\(number)", keepsTranscript: true)
        let count = replica.restore(torn ? file + [[0x3E, 0x20, 0x7B]] : file)
        if count != file.count, !isViewer { violate("\(count) of \(file.count) lines are used") }
        names = [:]
        for edit in replica.pendingEdits {
            guard let name = kept[edit.seq] else {
                violate("edit \(edit.seq) comes from nowhere")
                continue
            }
            names[edit.ref] = name
        }
        record.restart(pending: Set(names.values))
        welcomedSeq = nil
        answeredAtSnapshot = answeredInFile()
    }

    /// What `answeredAtSnapshot` comes to by what the file tells.
    private func answeredInFile() -> Int {
        var answered = 0
        var welcome: ServerMessage.Welcome?
        var decoder = MessageDecoder()
        for line in file where line.first == UInt8(ascii: "<") {
            switch try? decoder.serverMessage(line.span.extracting(2...)) {
            case .welcome(let next)?:
                welcome = next
                answered = min(answered, next.seq)
            case .snapshot(let part)? where part.isLast:
                if let welcome, !welcome.isResumed { answered = welcome.seq }
                welcome = nil
            default: break
            }
        }
        return answered
    }

    private func noteEdits() {
        kept = [:]
        for edit in replica.pendingEdits { kept[edit.seq] = names[edit.ref] }
    }

    private func noteEdit(in line: [UInt8]) {
        guard line.first == UInt8(ascii: ">"), let seq = Self.edit(in: Array(line[2...]))?.seq,
            let edit = replica.pendingEdits.first(where: { $0.seq == seq })
        else { return }
        kept[seq] = names[edit.ref]
    }

    private static func edit(
        in message: [UInt8]
    ) -> (seq: Int, request: ClientMessage.Request)? {
        guard message.starts(with: #"{"type":"edit""#.utf8) else { return nil }
        var decoder = MessageDecoder()
        guard case .edit(let seq, let request)? = try? decoder.clientMessage(message.span) else {
            return nil
        }
        return (seq, request)
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
