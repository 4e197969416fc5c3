import EmojiArt
import Sync
import Wire

/// Drives one `Replica` as a program does, over a link that can be cut at any message.
///
/// One with a key keeps a transcript, and may be killed and started again.
final class Client {
    var replica: Replica
    var link: Link?
    /// What the replica told, apart from what it sends.
    var told: [ReplicaEffect] = []
    /// The messages that the replica sent, decoded, since the test last cleared this.
    var sent: [ClientMessage] = []
    /// The messages that arrived, decoded, since the test last cleared this.
    var received: [ServerMessage] = []
    /// What the client's file holds.
    var file: [[UInt8]] = []
    /// How many of its lines were put there at once, and are sure to be on the disk.
    var safeLines = 0
    /// Answers that a restarted client has forgotten: it must get the same ones again.
    var earlierAnswers: [Int: String] = [:]
    /// The edits that the file holds, by mark.
    var keptEdits: [UInt64: Int] = [:]
    /// How many more messages and lines the client gets to write before it is killed.
    var writesLeft: Int?
    /// The names of edits of earlier lives, by `ref`; those of this life come after them.
    var earlierNames: [Int: Int] = [:]
    var lastEarlierName = 0
    /// Each edit that was made, in order: its `ref`, of later lives counted on.
    var made: [Int] = []
    /// The revision of each edit that was acknowledged, by `ref`.
    var acknowledged: [Int: Int] = [:]
    /// The code of each edit that was refused, by `ref`.
    var refused: [Int: String] = [:]
    /// What was wrong, with the sentence that was broken.
    var violations: [String] = []
    var wakes: [UInt64] = []
    private var decoder = MessageDecoder()
    private var clientDecoder = MessageDecoder()

    init(key: ClientKey?, name: String) {
        replica = Replica(key: key, name: name, keeping: .transcript)
        file = replica.transcript()
        safeLines = file.count
    }

    // MARK: Connection

    func connected(_ link: Link) {
        self.link = link
        replica.connected()
        carryOut()
    }

    func disconnected() {
        link?.isOpen = false
        link = nil
        replica.disconnected()
        carryOut()
    }

    /// Takes the next message off the link, or notices its end; false when there is neither.
    @discardableResult
    func receive() -> Bool {
        guard let link else { return false }
        if link.down.isEmpty {
            guard !link.isOpen else { return false }
            disconnected()
            return true
        }
        let bytes = link.down.removeFirst()
        if let message = try? decoder.serverMessage(bytes.span) { received.append(message) }
        replica.receive(bytes.span)
        carryOut()
        return true
    }

    func wakeIfDue(_ now: UInt64) {
        guard wakes.contains(where: { $0 <= now }) else { return }
        wakes.removeAll { $0 <= now }
        wake(now)
    }

    func wake(_ now: UInt64) {
        replica.wake(now: now)
        carryOut()
    }

    /// Carries out the replica's effects.
    func carryOut() {
        for effect in replica.effects {
            if effect.isWrite, let left = writesLeft {
                // Dead: nothing that comes after is done.
                if left == 0 { break }
                writesLeft = left - 1
            }
            switch effect {
            case .keep(let line):
                file.append(line)
                noteEdit(in: line)
            case .keepAnew(let lines):
                file = lines
                safeLines = lines.count
                noteEdits()
            case .send(let bytes):
                if let message = try? clientDecoder.clientMessage(bytes.span) {
                    sent.append(message)
                }
                link?.up.append(bytes)
            case .wake(let time): wakes.append(time)
            case .acknowledged(_, let ref, let revision, _):
                let ref = name(ref)
                if acknowledged[ref] != nil { violations.append("an edit is answered once") }
                acknowledged[ref] = revision
                expectSameAnswer(ref, "\(revision)")
                told.append(effect)
            case .refused(_, let ref, let code):
                let ref = name(ref)
                if refused[ref] != nil { violations.append("an edit is answered once") }
                refused[ref] = code
                expectSameAnswer(ref, code)
                told.append(effect)
            case .undecided, .reconnect, .joined, .edited, .history, .presence, .replaced,
                .diverged, .historyReplaced,
                .pong, .access, .violated:
                told.append(effect)
            }
        }
        replica.effects = []
    }

    // MARK: What tests ask

    var document: Document { replica.confirmed }
    var pendingCount: Int { replica.pendingCount }
    var isLive: Bool { replica.isLive }
    var isSynced: Bool { replica.isSynced }
    var members: [Int: Replica.RemoteMember] { replica.members }
    var number: Int? { replica.client }
    var view: Document { replica.view }
    var undoName: String? { replica.undoName }
    var redoName: String? { replica.redoName }
    var presence: Presence { replica.ownPresence }
    var divergenceCount: Int { replica.divergenceCount }

    /// The revision of the snapshot that arrived last.
    var snapshotRevision: Int? {
        received.reversed().lazy.compactMap { message in
            if case .snapshot(let part) = message { part.header?.position.revision } else { nil }
        }.first
    }

    /// The edits among the messages that arrived.
    var receivedEdits: [ServerMessage.Edit] {
        received.compactMap { if case .edit(let edit) = $0 { edit } else { nil } }
    }

    /// Another client as this one sees it.
    func member(_ other: Client) -> Replica.RemoteMember? { members[other.replica.member ?? 0] }

    // MARK: What tests do

    @discardableResult
    func edit(_ request: ClientMessage.Request) -> Int {
        let ref = replica.edit(request)
        made.append(name(ref))
        carryOut()
        return name(ref)
    }

    @discardableResult
    func edit(_ operation: Operation) -> Int { edit(.operation(operation)) }

    /// Adds one emoji; the client must have been welcomed once.
    @discardableResult
    func add(x: Int = 0, y: Int = 0, size: Int = 40) -> EmojiID {
        guard let id = replica.mintID() else { preconditionFailure("The client has no number.") }
        edit(Fixture.add(id, x: x, y: y, size: size))
        return id
    }

    /// Adds many emojis, in edits of `Limits.addedEmojisMax` at most.
    @discardableResult
    func addMany(_ count: Int, _ text: String = "🚲", x: Int = 0, y: Int = 0) -> [EmojiID] {
        let ids = (0..<count).compactMap { _ in replica.mintID() }
        for start in stride(from: 0, to: count, by: Limits.addedEmojisMax) {
            let part = ids[start..<min(start + Limits.addedEmojisMax, count)]
            edit(.add(part.map { NewEmoji(id: $0, text: Fixture.text(text), x: x, y: y) }))
        }
        return ids
    }

    func undo() { edit(.walk(.undo)) }

    func redo() { edit(.walk(.redo)) }

    /// Sends a message past the replica.
    func post(_ message: ClientMessage) { link?.up.append(message.encoded) }

    /// Takes a message that did not come over the link.
    func hear(_ bytes: [UInt8]) {
        replica.receive(bytes.span)
        carryOut()
    }

    /// Takes a message that did not come over the link.
    func hear(_ message: ServerMessage) { hear(message.encoded) }

    /// Uses the replica's presence, then sends what is due.
    func share(_ body: (inout Replica) -> Void) {
        body(&replica)
        carryOut()
    }

    @discardableResult
    func endGesture(_ now: UInt64) -> Int? {
        let ref = replica.endGesture(now: now)
        if let ref { made.append(name(ref)) }
        carryOut()
        return ref.map(name)
    }
}

extension ServerMessage {
    /// The message's type, as on the wire.
    var kind: String { Mirror(reflecting: self).children.first?.label ?? "" }
}
