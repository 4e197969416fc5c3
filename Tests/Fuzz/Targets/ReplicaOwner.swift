internal import EmojiArt
internal import Sync
internal import Wire

/// The program around a replica: its file, what it sends, and which edits were answered.
struct ReplicaOwner: ~Copyable {
    private static let key = ClientKey(high: 0, low: 1)

    var replica = Replica(key: key, name: "Ada", keeping: .transcript)
    private(set) var isConnected = false
    private(set) var isViolated = false
    private var file: [[UInt8]] = []
    private var sent: [[UInt8]] = []
    /// The edits that must still be pending, by their `ref`, ascending.
    private var unanswered: [Int] = []

    init() { file = replica.transcript() }

    mutating func edit(_ request: ClientMessage.Request) {
        unanswered.append(replica.edit(request))
    }

    mutating func endGesture(now: UInt64) {
        if let ref = replica.endGesture(now: now) { unanswered.append(ref) }
    }

    mutating func connect() {
        isConnected = true
        replica.connected()
    }

    mutating func disconnect() {
        isConnected = false
        isViolated = false
        sent = []
        replica.disconnected()
    }

    /// The next messages that were sent, at most so many.
    mutating func takeSent(atMost count: Int) -> [[UInt8]] {
        let taken = Array(sent.prefix(count))
        sent.removeFirst(taken.count)
        return taken
    }

    mutating func carryOut() throws(Finding) {
        let effects = replica.effects
        replica.effects = []
        for effect in effects {
            switch effect {
            case .send(let message): sent.append(message)
            case .keep(let line): file.append(line)
            case .keepAnew(let lines): file = lines
            case .acknowledged(_, let ref, _, _), .refused(_, let ref, _), .undecided(let ref):
                guard let index = unanswered.firstIndex(of: ref) else {
                    throw Finding("edit \(ref) is answered twice, or was never made")
                }
                unanswered.remove(at: index)
            case .violated: isViolated = true
            case .joined, .edited, .history, .presence, .replaced, .diverged, .historyReplaced,
                .pong, .access, .wake, .reconnect:
                break
            }
        }
    }

    /// No edit is lost, and none is answered and still pending.
    func checkAnswers() throws(Finding) {
        let pending = replica.pendingEdits
        try promise(
            pending.map(\.ref) == unanswered,
            "edits \(pending.map(\.ref)) are pending, but \(unanswered) unanswered"
        )
        let seqs = pending.filter { $0.revision == nil }.map(\.seq)
        try promise(
            zip(seqs, seqs.dropFirst()).allSatisfy { $0 < $1 },
            "the seqs do not ascend: \(seqs)"
        )
    }

    /// The file and its short form both lead to this replica.
    mutating func checkFile() throws(Finding) {
        // After a server that answered a newer id before an older one, what is shown hangs on which
        // ids are used up: a snapshot, and so a short file, does not tell.
        let used = replica.confirmed.counters[replica.client ?? 0] ?? 0
        let ids = replica.pendingEdits.flatMap(\.added).map(\.id)
        let isTold = !ids.contains { $0.client == replica.client && $0.counter <= used }
        let own = ReplicaState(&replica, withView: isTold)
        let short = try state(after: replica.transcript(), withView: isTold)
        try promise(short == own, "the short file gives \(short), not \(own)")
        let long = try state(after: file, withView: isTold)
        try promise(long == own, "the file gives \(long), not \(own)")
    }

    private func state(
        after lines: [[UInt8]],
        withView hasView: Bool
    ) throws(Finding) -> ReplicaState {
        var other = Replica(key: Self.key, name: "Ada", keeping: .transcript)
        let count = other.restore(lines)
        if count != lines.count {
            let line = String(decoding: lines[count], as: UTF8.self)
            throw Finding("line \(count) of the file is not used: \(line)")
        }
        return ReplicaState(&other, withView: hasView)
    }

    /// Ends, and starts again from the file, or from its short form.
    mutating func restart(fromFile: Bool) throws(Finding) {
        try carryOut()
        try checkFile()
        if !fromFile { file = replica.transcript() }
        let before = replica.pendingEdits.map(\.request)
        replica = Replica(key: Self.key, name: "Ada", keeping: .transcript)
        _ = replica.restore(file)
        try promise(replica.pendingEdits.map(\.request) == before, "an edit is lost by a restart")
        unanswered = replica.pendingEdits.map(\.ref)
        isConnected = false
        isViolated = false
        sent = []
    }
}
