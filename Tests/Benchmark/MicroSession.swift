internal import EmojiArt
internal import Sync
internal import TestKit
internal import Wire

/// A session with two members, and a client, all in memory.
final class MicroSession {
    private var session: DocumentSession
    private var stored: [LoadedDocument.StoredEdit] = []
    private var told: [[UInt8]] = []
    private let key: ClientKey
    private let other: ClientKey
    private let name: DocumentName
    private var seq = 0

    /// A document of 1,000 emojis.
    init() throws {
        var generator = SplitMix64(seed: 1)
        key = ClientKey(using: &generator)
        other = ClientKey(using: &generator)
        guard let name = DocumentName("bench") else { throw BenchError(what: "no name") }
        self.name = name
        session = try DocumentSession(LoadedDocument(name: name, epoch: 7))
        session.join(1, ClientMessage.Hello(key: key))
        carryOut()
        session.join(2, ClientMessage.Hello(key: other))
        carryOut()
        let emojis = try MicroCase.emojis(1_000)
        for start in stride(from: 0, to: 1_000, by: 250) {
            send(.operation(.add(Array(emojis[start..<start + 250]))))
        }
    }

    private func send(_ request: ClientMessage.Request) {
        seq += 1
        session.receive(
            .edit(.init(seq: seq, mark: UInt64(seq), request)),
            from: 1,
            time: 1_790_000_000_000
        )
        carryOut()
    }

    /// Does what the server does with the effects, but for sending and storing.
    private func carryOut() {
        while !session.effects.isEmpty {
            var records = 0
            for effect in session.effects {
                switch effect {
                case .commit(let record):
                    records += 1
                    if case .edit(let revision, _, _, _, _, _, let message, let chain) = record {
                        stored.append(
                            LoadedDocument.StoredEdit(
                                revision: revision,
                                message: message,
                                chain: chain
                            )
                        )
                    }
                case .append(let message, _): told.append(message)
                case .send(let member, let message) where member == 2: told.append(message)
                case .sendSnapshot(let member, let snapshot) where member == 2:
                    told += snapshot.parts
                default: break
                }
            }
            session.effects.removeAll(keepingCapacity: true)
            if records > 0 { session.committed(records) }
        }
    }

    func order(_ rounds: Int) throws {
        for _ in 0..<rounds { send(.operation(MicroCase.move)) }
        guard session.revision == rounds + 4 else { throw BenchError(what: "edits are missing") }
    }

    func rebase(_ rounds: Int) throws {
        var replica = Replica(key: other, name: "")
        replica.connected()
        for message in told { replica.receive(message.span) }
        for _ in 0..<10 { replica.edit(.operation(MicroCase.move)) }
        let before = told.count
        for _ in 0..<rounds { send(.operation(MicroCase.move)) }
        for message in told[before...] {
            replica.receive(message.span)
            replica.effects.removeAll(keepingCapacity: true)
        }
        guard replica.pendingCount == 10, replica.position?.revision == rounds + 4 else {
            throw BenchError(what: "the client does not follow")
        }
    }

    func load(_ rounds: Int) throws {
        for _ in 0..<196 { send(.operation(MicroCase.move)) }
        for _ in 0..<rounds {
            let again = try DocumentSession(
                LoadedDocument(name: name, epoch: 7, edits: stored, keys: [1: key, 2: other])
            )
            guard again.revision == 200 else { throw BenchError(what: "edits are missing") }
        }
    }
}
