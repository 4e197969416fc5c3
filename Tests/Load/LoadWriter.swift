internal import DequeModule
internal import EmojiArt
internal import Wire

/// A member that edits: what it has sent, and what it may send next.
struct LoadWriter {
    let member: Int
    private let client: Int
    private var seq: Int
    private var counter: Int
    private var ids: [EmojiID] = []
    private var step = 0
    /// When the unanswered edits were meant to be sent, the oldest first.
    private(set) var unanswered: Deque<UInt64> = []
    /// Times of edits that wait for answers to others.
    var late: Deque<UInt64> = []

    init(_ member: Int, _ welcome: ServerMessage.Welcome, client: Int) {
        self.member = member
        self.client = client
        seq = welcome.seq
        counter = welcome.counter
    }

    /// Whether the protocol lets it send another edit.
    var maySend: Bool { unanswered.count < Limits.unansweredEditsMax - 1 }

    /// The first answer's seq tells which edit it is of: answers come in order.
    mutating func answered() -> UInt64? { unanswered.popFirst() }

    /// The time of an edit that is not answered yet, by its seq.
    func time(of seq: Int) -> UInt64? {
        let index = unanswered.count - 1 - (self.seq - seq)
        return unanswered.indices.contains(index) ? unanswered[index] : nil
    }

    /// Adds emojis, as many as one edit may.
    mutating func fill(_ count: Int, at time: UInt64) -> [UInt8] {
        let new = (0..<min(count, Limits.addedEmojisMax)).map { _ in newEmoji() }
        return send(.add(new), at: time)
    }

    /// The next edit of a kind; a move where that is not possible.
    mutating func edit(_ kind: LoadMix.Kind, at time: UInt64) -> [UInt8] {
        step += 1
        guard let id = ids.last else {
            let emoji = newEmoji()
            ids.append(emoji.id)
            return send(.add([emoji]), at: time)
        }
        let there = step.isMultiple(of: 2)
        switch kind {
        case .add:
            let emoji = newEmoji()
            ids.append(emoji.id)
            return send(.add([emoji]), at: time)
        case .delete where ids.count > 1:
            ids.removeLast()
            return send(.delete(ids: [id]), at: time)
        case .scale:
            guard let factor = ScaleFactor(millionths: there ? 2_000_000 : 500_000) else { break }
            return send(.scale(ids: [id], factor: factor), at: time)
        case .arrange: return send(.arrange(ids: [id], to: there ? .front : .back), at: time)
        case .move, .delete: break
        }
        return send(.move(ids: [id], dx: there ? 7 : -7, dy: 0), at: time)
    }

    /// A drag of its emoji that is under way.
    func gesture(_ distance: Int) -> Presence.Gesture? {
        ids.last.map { .move(ids: [$0], dx: distance, dy: 0) }
    }

    private mutating func newEmoji() -> NewEmoji {
        counter += 1
        return NewEmoji(
            id: EmojiID(client: client, counter: counter),
            text: Self.bicycle,
            x: counter % 1_000 * 7 - 3_500,
            y: counter / 1_000 * 7
        )
    }

    private mutating func send(_ operation: Operation, at time: UInt64) -> [UInt8] {
        seq += 1
        unanswered.append(time)
        return ClientMessage.edit(
            .init(seq: seq, mark: .random(in: 1 ... .max), .operation(operation))
        ).encoded
    }

    private static let bicycle: EmojiText = {
        guard let text = try? EmojiText("🚲") else { preconditionFailure("A bicycle is an emoji.") }
        return text
    }()
}
