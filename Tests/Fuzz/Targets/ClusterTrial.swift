internal import EmojiArt
internal import Sync
internal import Wire

/// What another node or a broker sends is refused, or means the same when it is written again, and
/// a session can apply it.
enum ClusterTrial {
    static func run(_ bytes: [UInt8]) throws(Finding) {
        try news(bytes)
        try batch(bytes)
        try checkpoint(bytes)
    }

    /// Messages of one node to the others about its members.
    private static func news(_ bytes: [UInt8]) throws(Finding) {
        var decoder = MessageDecoder()
        let message: PeerMessage
        do throws(DecodeError) {
            message = try PeerMessage(decoding: bytes, with: &decoder)
        } catch {
            return try MessageTrial.check(error)
        }
        let written: [UInt8]
        if case .news(let update) = message.body {
            written = PeerMessage.encoded(
                node: message.node,
                number: message.number,
                revision: message.revision,
                asks: message.asks,
                news: ServerMessage.presence(update).encoded
            )
        } else {
            written = message.encoded
        }
        let again = try? PeerMessage(decoding: written, with: &decoder)
        try promise(again == message, "\(message) is read again as \(String(describing: again))")
    }

    /// Entries in the order of a document.
    private static func batch(_ bytes: [UInt8]) throws(Finding) {
        guard let batch = try? EntryBatch<Entry>(decoding: bytes) else { return }
        let written = EntryBatch<Entry>.encoded(
            node: batch.node,
            number: batch.number,
            base: batch.base,
            isCheckpoint: batch.isCheckpoint,
            entries: batch.entries.map { EntryBatch<Entry>.encode($0) }
        )
        let again = try? EntryBatch<Entry>(decoding: written)
        try promise(again == batch, "\(batch) is read again as \(String(describing: again))")
        var session = try Self.session(of: .empty)
        for low in 1...3 as ClosedRange<UInt64> {
            session.apply(.enrolment(ClientKey(high: 0, low: low)))
        }
        for entry in batch.entries { session.apply(entry) }
        let checkpoint = session.checkpoint(at: 1, after: 0, digest: .zero)
        _ = try? Checkpoint(decoding: checkpoint.encoded())
    }

    /// The text of a checkpoint, in which the state is an empty one: no bytes that are tried have
    /// the digest of another.
    private static func checkpoint(_ bytes: [UInt8]) throws(Finding) {
        guard bytes.last == UInt8(ascii: "}") else { return }
        let end = Array(",\"state\":".utf8) + StoredState.empty.encoded() + [UInt8(ascii: "}")]
        guard let checkpoint = try? Checkpoint(decoding: bytes.dropLast() + end) else { return }
        let written = checkpoint.encoded()
        guard let again = try? Checkpoint(decoding: written) else {
            throw Finding("this cannot be read: \(String(decoding: written, as: UTF8.self))")
        }
        try promise(again.encoded() == written, "a checkpoint is written in two ways")
        _ = try Self.session(of: checkpoint.state, checkpoint)
    }

    private static func session(
        of state: StoredState,
        _ checkpoint: Checkpoint? = nil
    ) throws(Finding) -> DocumentSession {
        guard let name = DocumentName("fuzz") else { throw Finding("a name is none") }
        var keys: [Int: ClientKey] = [:]
        for (index, key) in (checkpoint?.keys ?? []).enumerated() { keys[index + 1] = key }
        let loaded = LoadedDocument(
            name: name,
            epoch: 1,
            state: state,
            keys: keys,
            answers: checkpoint?.answers ?? [:],
            homes: checkpoint?.homes ?? [:]
        )
        guard let session = try? DocumentSession(loaded) else {
            throw Finding("a state that can be read cannot be opened")
        }
        return session
    }
}
