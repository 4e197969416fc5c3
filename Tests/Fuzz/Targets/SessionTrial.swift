internal import EmojiArt
internal import Sync
internal import Wire

/// A session at which clients do anything: it never traps, tells nothing before it is durable, puts
/// edits in order without a gap, and can be opened again from what it stored.
struct SessionTrial: ~Copyable {
    private var source: ByteSource
    private let bench: SessionBench
    private var decoder = MessageDecoder()
    /// The counters of the emojis that clients asked to add last.
    private var newest: [Int: Int] = [:]

    static func run(_ bytes: [UInt8]) throws(Finding) {
        var trial = SessionTrial(source: ByteSource(bytes), bench: try SessionBench())
        var steps = 0
        while !trial.source.isEmpty, steps < 400 {
            try trial.step()
            steps += 1
        }
        try trial.end()
    }

    private mutating func step() throws(Finding) {
        switch source.below(16) {
        case 0, 1: try join()
        case 2: if let member = source.choice(bench.openMembers) { try bench.leave(member) }
        case 3, 4, 5, 6: try edit()
        case 7: try receive(.presence(EditSource.patch(&source, near: newest)))
        case 8: try receiveOther()
        case 9: try receiveText()
        case 10, 11: try bench.commit(source.flag() ? .max : source.below(4))
        case 12, 13: try bench.turn(after: source.below(64))
        case 14: try meddle()
        default:
            guard source.chance(oneIn: 4) else { return try bench.commit(1) }
            let epoch = source.flag() ? SessionBench.epoch : source.word()
            try bench.restart(epoch: epoch, losing: source.below(4))
        }
    }

    private mutating func join() throws(Finding) {
        var hello = ClientMessage.Hello()
        let key = source.below(5)
        if key > 0 { hello.key = ClientKey(high: 0, low: UInt64(key)) }
        if source.chance(oneIn: 4) { hello.name = "Ada" }
        if source.chance(oneIn: 4) { hello.colour = Colour(rgb: UInt32(source.byte())) }
        if source.flag() {
            let chains = bench.book.chains
            let revision = source.integer(0...Limits.stackMax, usual: bench.book.durableRevision)
            hello.position = Position(
                epoch: source.chance(oneIn: 8) ? source.word() : SessionBench.epoch,
                revision: revision,
                chain: chains.indices.contains(revision) && !source.chance(oneIn: 8)
                    ? chains[revision] : Checksum(source.word())
            )
        }
        _ = try bench.join(hello)
    }

    /// An edit, mostly with the seq that is next.
    private mutating func edit() throws(Finding) {
        guard let member = source.choice(bench.openMembers) else { return }
        let client = bench.links[member].client ?? 1
        var seq = bench.book.lastSeq(of: client) + 1
        if source.chance(oneIn: 8) { seq = source.integer(1...Limits.stackMax, usual: seq) }
        let request: ClientMessage.Request
        switch source.below(8) {
        case 0: request = .walk(.undo)
        case 1: request = .walk(.redo)
        case 2: request = .invalid(.badOperation)
        default:
            let author = source.chance(oneIn: 16) ? 1 + source.below(3) : client
            var counter = bench.session.revision + source.below(3)
            let operation = EditSource.operation(&source, near: newest) {
                counter += 1
                return EmojiID(client: author, counter: counter)
            }
            newest[author] = max(newest[author] ?? 0, counter)
            request = operation.map { .operation($0) } ?? .walk(.undo)
        }
        try bench.receive(.edit(.init(seq: seq, mark: UInt64(seq), request)), from: member)
    }

    private mutating func receive(_ message: ClientMessage) throws(Finding) {
        guard let member = source.choice(bench.openMembers) else { return }
        try bench.receive(message, from: member)
    }

    private mutating func receiveOther() throws(Finding) {
        switch source.below(8) {
        case 0: try receive(.hello(ClientMessage.Hello()))
        case 1, 2: try receive(.ping(source.integer(0...Limits.stackMax)))
        default: try receive(.resync(revision: source.integer(0...Limits.stackMax)))
        }
    }

    /// A message as it comes, if it is one.
    private mutating func receiveText() throws(Finding) {
        let text = source.take(source.below(256))
        guard let message = try? decoder.clientMessage(text.span) else { return }
        try receive(message)
    }

    private mutating func meddle() throws(Finding) {
        let member = source.choice(bench.openMembers) ?? 1
        switch source.below(4) {
        case 0: try bench.call { $0.lagged(member) }
        case 1:
            let message = source.below(256)
            try bench.call { $0.missed(member, message) }
        case 2: try bench.call { $0.drained(member) }
        default:
            let token = source.below(256)
            try bench.call { $0.read(token) }
        }
    }

    /// Everything becomes durable: nothing waits any more, and a new session goes on from there.
    private mutating func end() throws(Finding) {
        try bench.commit(.max)
        try bench.turn(after: 60_000)
        for member in bench.openMembers { try bench.leave(member) }
        let isIdle = bench.session.isIdle
        try promise(isIdle, "something waits though everything is durable")
        try bench.restart(epoch: SessionBench.epoch, losing: 0)
    }
}
