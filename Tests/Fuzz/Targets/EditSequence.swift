internal import EmojiArt
internal import Sync
internal import Wire

/// Any edits of several clients, undo and redo among them, as a member is told of them: what
/// another implementation of the protocol must come to the same state by.
public enum EditSequence {
    private static let clients = 3

    /// The messages to a client that only reads: welcome, snapshot, presence, edits.
    ///
    /// It joins when a third of the edits is there, so that its snapshot holds something.
    ///
    /// - Parameters:
    ///   - bytes: what decides about all; the same bytes make the same messages.
    ///   - count: how many edits are asked for, at most 900: those that are refused come to nobody.
    /// - Returns: the messages, in order.
    /// - Throws: `Finding`, if the session breaks a promise.
    public static func messages(from bytes: [UInt8], edits count: Int) throws(Finding) -> [[UInt8]]
    {
        precondition(count <= 900, "A run is shorter than what is stored as a whole.")
        var source = ByteSource(bytes)
        let bench = try SessionBench()
        var members: [Int] = []
        for low in 1...clients {
            members.append(try join(bench, low))
        }
        var newest: [Int: Int] = [:]
        var reader: Int?
        for index in 0..<count {
            if index == count / 3 { reader = try join(bench, clients + 1) }
            guard let member = source.choice(members), let client = bench.links[member].client
            else { continue }
            let request =
                source.chance(oneIn: 20)
                ? .revert(to: source.below(bench.session.revision + 1))
                : request(&source, by: client, newest: &newest)
            let seq = bench.book.lastSeq(of: client) + 1
            try bench.receive(.edit(.init(seq: seq, mark: UInt64(seq), request)), from: member)
            try bench.commit(.max)
            try bench.turn(after: 1)
        }
        return reader.map { bench.read($0, atMost: .max) } ?? []
    }

    private static func join(_ bench: SessionBench, _ low: Int) throws(Finding) -> Int {
        let key = ClientKey(high: 0, low: UInt64(low))
        let member = try bench.join(ClientMessage.Hello(key: key))
        try bench.commit(.max)
        try bench.turn(after: 1)
        return member
    }

    private static func request(
        _ source: inout ByteSource,
        by client: Int,
        newest: inout [Int: Int]
    ) -> ClientMessage.Request {
        switch source.below(8) {
        case 0, 1: return .walk(.undo)
        case 2: return .walk(.redo)
        default:
            var counter = newest[client] ?? 0
            let operation = EditSource.operation(&source, near: newest) {
                counter += 1
                return EmojiID(client: client, counter: counter)
            }
            newest[client] = counter
            return operation.map { .operation($0) } ?? .walk(.undo)
        }
    }
}
