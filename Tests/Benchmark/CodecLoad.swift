internal import EmojiArt
internal import Wire

/// Reads a move as the server does, and writes its edit: what every edit costs on the wire's side.
enum CodecLoad {
    /// Nanoseconds of reading and of writing, the best of several runs: the machine is shared.
    static func run() throws -> (bytes: Int, reading: Int, writing: Int) {
        let ids = (1...6).map { EmojiID(client: 12, counter: 100 + $0) }
        let move = Operation.move(ids: ids, dx: 120, dy: -45)
        let message = ClientMessage.edit(seq: 1_234, .operation(move)).encoded
        let edit = ServerMessage.Edit(
            revision: 56_789,
            client: 12,
            seq: 1_234,
            time: 1_790_000_000_000,
            operation: move,
            checksum: Checksum(0x0123_4567_89ab_cdef)
        )
        var decoder = MessageDecoder()
        let reading = try best {
            guard case .edit = try decoder.clientMessage(message.span) else {
                throw BenchError(what: "the move is not read")
            }
        }
        let writing = try best {
            guard ServerMessage.edit(edit).encoded.count > message.count else {
                throw BenchError(what: "the edit is not written")
            }
        }
        return (message.count, reading, writing)
    }

    private static func best(_ body: () throws -> Void) throws -> Int {
        let rounds = 100_000
        var best = UInt64.max
        for _ in 0..<10 {
            let start = nanoseconds()
            for _ in 0..<rounds { try body() }
            best = min(best, nanoseconds() - start)
        }
        return Int(best) / rounds
    }
}
