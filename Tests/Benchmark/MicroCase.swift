internal import EmojiArt
internal import Sync
internal import Wire

/// One thing that the server, or a client, does for each edit or each newcomer.
enum MicroCase: String, CaseIterable {
    /// Reads a move of six emojis as the server does.
    case decode
    /// Writes its edit.
    case encode
    /// Applies it to a document of 1,000 emojis.
    case apply
    /// Brings an emoji one step forward among 10,000.
    case arrange
    /// Puts it in order, from the message to what two members are sent.
    case order
    /// Takes another's edit into a client that has ten of its own pending.
    case rebase
    /// Writes the snapshot of 10,000 emojis.
    case snapshot
    /// Opens a document from 200 stored edits.
    case load
    /// Makes ten edits durable in one commit.
    case commit

    /// How often it is done for a count: less for what takes long.
    var rounds: Int {
        switch self {
        case .load, .snapshot: 4
        case .commit: 40
        default: 400
        }
    }

    func run(rounds: Int) throws {
        switch self {
        case .decode: try Self.decode(rounds)
        case .encode: try Self.encode(rounds)
        case .apply: try Self.apply(rounds)
        case .arrange: try Self.arrange(rounds)
        case .order: try MicroSession().order(rounds)
        case .rebase: try MicroSession().rebase(rounds)
        case .snapshot: try Self.snapshot(rounds)
        case .load: try MicroSession().load(rounds)
        case .commit: try MicroJournal().commit(rounds)
        }
    }

    static let move = Operation.move(
        ids: (1...6).map { EmojiID(client: 1, counter: 100 + $0) },
        dx: 120,
        dy: -45
    )

    /// So many emojis of client 1, with counters from 1 on.
    static func emojis(_ count: Int) throws -> [NewEmoji] {
        let text = try EmojiText("🚲")
        return (1...count).map { number in
            NewEmoji(
                id: EmojiID(client: 1, counter: number),
                text: text,
                x: number * 7 % 2_000,
                y: number / 40
            )
        }
    }

    /// A document of so many emojis.
    static func document(_ count: Int) throws -> Document {
        var document = Document()
        let all = try emojis(count)
        for start in stride(from: 0, to: count, by: Limits.addedEmojisMax) {
            let end = min(count, start + Limits.addedEmojisMax)
            _ = try document.apply(.add(Array(all[start..<end])))
        }
        return document
    }

    private static func decode(_ rounds: Int) throws {
        let message = ClientMessage.edit(.init(seq: 1_234, mark: UInt64(1_234), .operation(move)))
            .encoded
        var decoder = MessageDecoder()
        for _ in 0..<rounds {
            guard case .edit = try decoder.clientMessage(message.span) else {
                throw BenchError(what: "the move is not read")
            }
        }
    }

    private static func encode(_ rounds: Int) throws {
        let edit = ServerMessage.Edit(
            revision: 56_789,
            client: 1,
            seq: 1_234,
            time: 1_790_000_000_000,
            operation: move,
            checksum: Checksum(0x0123_4567_89ab_cdef)
        )
        for _ in 0..<rounds {
            guard ServerMessage.edit(edit).encoded.count > 100 else {
                throw BenchError(what: "the edit is not written")
            }
        }
    }

    private static func apply(_ rounds: Int) throws {
        var document = try document(1_000)
        for _ in 0..<rounds { _ = try document.apply(move) }
    }

    private static func arrange(_ rounds: Int) throws {
        var document = try document(10_000)
        let id = EmojiID(client: 1, counter: 100)
        for _ in 0..<rounds { _ = try document.apply(.arrange(ids: [id], to: .forward)) }
    }

    private static func snapshot(_ rounds: Int) throws {
        let draft = SnapshotDraft(document: try document(10_000), position: .start(of: 1))
        for _ in 0..<rounds {
            guard draft.written().parts.count > 20 else {
                throw BenchError(what: "the snapshot is not written")
            }
        }
    }
}
