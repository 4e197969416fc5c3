import EmojiArt
import Sync
import Wire

/// A client program: the replica of production, a file that keeps its transcript, and a person.
final class SimulatedClient {
    let number: Int
    let key: ClientKey?
    let document: DocumentName
    var replica: Replica
    var link: Link?
    /// What its file holds, and how many of the lines are sure to outlive the power.
    var file: [[UInt8]] = []
    var safeLines = 0
    /// Whether the file once lost edits that may have been sent.
    var hasForgotten = false

    /// Each edit that was made and kept, in order, by a number that outlives the process.
    var made: [Int] = []
    /// The number of each edit of this life, by `ref`.
    var names: [Int: Int] = [:]
    private var nextName = 1
    /// The edits that the file holds, by seq.
    private var kept: [Int: Int] = [:]
    /// The revision, or the code, that each edit was answered with.
    var acknowledged: [Int: Int] = [:]
    var refused: [Int: String] = [:]
    /// Answers that an earlier life heard: they must come out the same again.
    var earlier: [Int: String] = [:]
    /// How many more lines and messages it writes before it is killed.
    var writesLeft: Int?
    /// What was wrong, with the sentence that was broken.
    var violation: String?
    var wakes: [UInt64] = []
    /// Messages to send.
    var outbox: [[UInt8]] = []
    /// Why the connection must be closed.
    var giveUp: String?

    init(number: Int, isViewer: Bool, document: DocumentName) {
        self.number = number
        self.document = document
        key = isViewer ? nil : ClientKey(high: 0xE0E0, low: UInt64(number))
        replica = Replica(key: key, name: "\(number)", keepsTranscript: true)
        file = replica.transcript()
        safeLines = file.count
    }

    var isViewer: Bool { key == nil }

    /// The last of its edits that its last snapshot had in it, as the welcome before said.
    private(set) var answeredAtSnapshot = 0
    private var welcome: ServerMessage.Welcome?

    /// A message of the server arrives.
    func hear(_ bytes: [UInt8]) {
        if bytes.starts(with: #"{"type":"welcome""#.utf8) {
            var decoder = MessageDecoder()
            let message = try? decoder.serverMessage(bytes.span)
            if case .welcome(let welcome)? = message { self.welcome = welcome }
        }
        replica.receive(bytes.span)
        guard let welcome, replica.isLive else { return }
        if !welcome.isResumed { answeredAtSnapshot = welcome.seq }
        self.welcome = nil
    }

    func violate(_ text: String) { violation = violation ?? "client \(number): \(text)" }

    // MARK: What the driver does

    /// Carries out the replica's effects.
    func carryOut() {
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
        case .send(let bytes): outbox.append(bytes)
        case .wake(let time): wakes.append(time)
        case .acknowledged(_, let ref, let revision):
            let name = names[ref] ?? 0
            if acknowledged.updateValue(revision, forKey: name) != nil {
                violate("edit \(name) is answered twice")
            }
            expectSame(name, "\(revision)")
        case .refused(_, let ref, let code):
            let name = names[ref] ?? 0
            if refused.updateValue(code, forKey: name) != nil {
                violate("edit \(name) is refused twice")
            }
            expectSame(name, code)
        case .diverged(let revision):
            violate("its state is not the server's at revision \(revision)")
        case .violated(let text): violate("the server broke the protocol: \(text)")
        case .epochChanged:
            // Another history: what was answered in the one before says nothing about this one.
            earlier = [:]
        case .joined, .edited, .history, .presence, .replaced, .pong: break
        }
    }

    /// Makes an edit.
    func edit(_ request: ClientMessage.Request) {
        made.append(nextName)
        let ref = replica.edit(request)
        names[ref] = nextName
        nextName += 1
        carryOut()
    }

    /// Ends a gesture, which may make an edit.
    func endGesture(_ now: UInt64) {
        guard let ref = replica.endGesture(now: now) else { return carryOut() }
        made.append(nextName)
        names[ref] = nextName
        nextName += 1
        carryOut()
    }

    // MARK: Its file

    /// Checks that the file and its short form both lead to this very replica.
    func checkFile() {
        guard !isViewer else { return }
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
        let lost = min(lost, file.count - safeLines)
        file.removeLast(max(0, lost))
        if lost > 0 { hasForgotten = true }
        writesLeft = nil
        outbox = []
        wakes = []
        giveUp = nil
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
            if let revision = acknowledged.removeValue(forKey: name) {
                earlier[name] = "\(revision)"
            }
            if let code = refused.removeValue(forKey: name) { earlier[name] = code }
        }
        // What was not written down before the end was never made.
        let alive = Set(names.values)
        made.removeAll { acknowledged[$0] == nil && refused[$0] == nil && !alive.contains($0) }
    }

    /// An answer that an earlier life heard must come out the same again.
    ///
    /// Unless the file has forgotten so much that the server no longer knows how it answered.
    private func expectSame(_ name: Int, _ answer: String) {
        guard let before = earlier[name], before != answer else { return }
        guard hasForgotten else { return violate("the answer to edit \(name) changed") }
        acknowledged[name] = Int(before)
        if Int(before) == nil { refused[name] = before }
    }

    private func noteEdits() {
        kept = [:]
        for edit in replica.pendingEdits { kept[edit.seq] = names[edit.ref] }
    }

    private func noteEdit(in line: [UInt8]) {
        guard line.first == UInt8(ascii: ">") else { return }
        var decoder = MessageDecoder()
        let message = Array(line.dropFirst(2))
        guard case .edit(let seq, _)? = try? decoder.clientMessage(message.span),
            let edit = replica.pendingEdits.first(where: { $0.seq == seq })
        else { return }
        kept[seq] = names[edit.ref]
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
