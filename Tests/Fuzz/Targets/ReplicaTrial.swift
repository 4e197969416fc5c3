internal import EmojiArt
internal import Sync
internal import Wire

/// A replica at a server that is honest, or sends anything: it never traps, no edit is lost, and
/// what it keeps in its file leads to the very same replica.
struct ReplicaTrial: ~Copyable {
    private var source: ByteSource
    private let bench: SessionBench
    private var owner = ReplicaOwner()
    /// The member that the replica is connected as.
    private var member: Int?
    /// Another client, and how many emojis it made.
    private var other: Int?
    private var otherCounter = 0
    private var decoder = MessageDecoder()

    static func run(_ bytes: [UInt8]) throws(Finding) {
        var trial = ReplicaTrial(source: ByteSource(bytes), bench: try SessionBench())
        var steps = 0
        while !trial.source.isEmpty, steps < 300 {
            try trial.step()
            try trial.settle()
            steps += 1
            // Reading a file is hearing all of it again: not after each step. An input that ends
            // earlier looks there.
            if steps.isMultiple(of: 64) { try trial.owner.checkFile() }
        }
        try trial.owner.checkFile()
    }

    private mutating func step() throws(Finding) {
        switch source.below(20) {
        case 0, 1, 2: makeEdit()
        case 3: owner.edit(.walk(source.flag() ? .undo : .redo))
        case 4: share()
        case 5: try disconnect()
        case 6, 7: try connect()
        case 8, 9: try serverReads(source.flag() ? .max : source.below(8))
        case 10, 11: try deliver(source.flag() ? .max : source.below(8), spoiling: false)
        case 12: try bench.commit(.max)
        case 13: try editByOther()
        case 14: try forge()
        case 15: try deliver(1 + source.below(4), spoiling: true)
        case 16:
            try owner.restart(fromFile: source.flag())
            try disconnect()
        case 17: try restartServer()
        case 18: try bench.turn(after: source.below(64))
        default: try serve()
        }
    }

    /// After each step everything is as it was promised.
    private mutating func settle() throws(Finding) {
        try owner.carryOut()
        if owner.isViolated { try disconnect() }
        try owner.checkAnswers()
    }

    // MARK: The client

    private mutating func makeEdit() {
        let newest = owner.replica.confirmed.counters
        let operation = EditSource.operation(&source, near: newest) { owner.replica.mintID() }
        guard let operation else { return }
        owner.edit(.operation(operation))
    }

    private mutating func share() {
        let now = bench.now
        let newest = owner.replica.confirmed.counters
        switch source.below(6) {
        case 0: owner.replica.select(EditSource.ids(&source, near: newest), now: now)
        case 1: owner.replica.gesture(EditSource.gesture(&source, near: newest), now: now)
        case 2: owner.endGesture(now: now)
        case 3: owner.replica.cancelGesture(now: now)
        case 4: owner.replica.wake(now: now)
        default:
            let cursor = Presence.Cursor(x: source.below(256), y: 0)
            owner.replica.point(at: source.flag() ? cursor : nil, now: now)
        }
    }

    private mutating func connect() throws(Finding) {
        guard !owner.isConnected else { return }
        owner.connect()
        try owner.carryOut()
        try serverReads(1)
    }

    private mutating func disconnect() throws(Finding) {
        if let member, bench.links[member].isOpen { try bench.leave(member) }
        member = nil
        owner.disconnect()
        try owner.carryOut()
    }

    // MARK: The server

    /// The server reads what the replica sent.
    private mutating func serverReads(_ count: Int) throws(Finding) {
        try owner.carryOut()
        for bytes in owner.takeSent(atMost: count) {
            guard let message = try? decoder.clientMessage(bytes.span) else {
                throw Finding("no message was sent: \(String(decoding: bytes, as: UTF8.self))")
            }
            if case .hello(let hello) = message, member == nil {
                member = try bench.join(hello)
            } else if let member, bench.links[member].isOpen {
                try bench.receive(message, from: member)
            }
        }
    }

    /// The replica reads what the server sent; perhaps spoilt on the way.
    private mutating func deliver(_ count: Int, spoiling: Bool) throws(Finding) {
        guard let member else { return }
        for message in bench.read(member, atMost: count) {
            guard !owner.isViolated else { break }
            var message = message
            if spoiling {
                switch source.below(4) {
                case 0: continue
                case 1: owner.replica.receive(message.span)
                case 2: message.removeLast(source.below(message.count))
                default: message[source.below(message.count)] = source.byte()
                }
            }
            owner.replica.receive(message.span)
            try owner.carryOut()
        }
        if !bench.links[member].isOpen { try disconnect() }
    }

    /// All that is under way arrives.
    private mutating func serve() throws(Finding) {
        for _ in 0..<3 {
            try serverReads(.max)
            try bench.commit(.max)
            try bench.turn(after: 40)
            try deliver(.max, spoiling: false)
        }
    }

    private mutating func editByOther() throws(Finding) {
        if other.map({ bench.links[$0].isOpen }) != true {
            other = try bench.join(ClientMessage.Hello(key: ClientKey(high: 1, low: 1)))
            try bench.commit(.max)
        }
        guard let other, let client = bench.links[other].client else { return }
        let newest = owner.replica.confirmed.counters
        let operation = EditSource.operation(&source, near: newest) {
            otherCounter += 1
            return EmojiID(client: client, counter: otherCounter)
        }
        guard let operation else { return }
        let seq = bench.book.lastSeq(of: client) + 1
        try bench.receive(
            .edit(.init(seq: seq, mark: UInt64(seq), .operation(operation))),
            from: other
        )
        if source.chance(oneIn: 8) { try bench.call { $0.lagged(other) } }
    }

    private mutating func restartServer() throws(Finding) {
        let isBackup = source.flag()
        try bench.restart(
            epoch: isBackup ? source.word() : bench.session.epoch,
            losing: isBackup ? source.below(8) : 0
        )
        other = nil
        try disconnect()
    }

    /// A message that no honest server would send now.
    private mutating func forge() throws(Finding) {
        guard owner.isConnected else { return }
        if source.flag() {
            let bytes = source.take(source.below(256))
            owner.replica.receive(bytes.span)
        } else {
            let message = ForgedMessage.make(&source, for: owner.replica)
            owner.replica.receive(message.encoded.span)
        }
    }
}
