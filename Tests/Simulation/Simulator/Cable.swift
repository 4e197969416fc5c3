import Transport
import WebSockets

/// A connection between two servers: the first has made it.
final class Cable {
    let nodes: [Node]
    /// The runs of their processes that it belongs to.
    let runs: [Int]
    let ends: [SimulatedSocket]
    /// When the last bytes to each end arrive.
    var times: [UInt64] = [0, 0]
    var isDue = [false, false]
    private(set) var isDead = [false, false]
    var isOver = [false, false]
    private var inboxes: [[UInt8]] = [[], []]

    init(from first: Node, _ end: SimulatedSocket, to second: Node, number: Int) {
        nodes = [first, second]
        runs = nodes.map(\.run)
        ends = [end, SimulatedSocket(number: Int32(number))]
        for end in ends { end.capacity = .max }
    }

    /// Has bytes to an end, or to both, get lost from now on.
    func silence(_ direction: Int) {
        if direction != 0 { isDead[0] = true }
        if direction != 1 { isDead[1] = true }
    }

    /// A frame of what an end has sent, without its mask (RFC 6455 section 5.2).
    struct Frame {
        let opcode: UInt8
        let payload: [UInt8]
    }

    /// Takes all whole frames off the wire that go to an end.
    func frames(to side: Int) -> [Frame] {
        let from = ends[1 - side]
        inboxes[side] += from.sent
        from.bytesAcknowledged += UInt64(from.sent.count)
        from.sent = []
        var frames: [Frame] = []
        while let frame = nextFrame(in: &inboxes[side]) { frames.append(frame) }
        return frames
    }

    private func nextFrame(in inbox: inout [UInt8]) -> Frame? {
        guard inbox.count >= 2 else { return nil }
        var start = 2
        var count = Int(inbox[1] & 0x7F)
        if count >= 126 {
            let bytes = count == 126 ? 2 : 8
            guard inbox.count >= 2 + bytes else { return nil }
            count = inbox[2..<2 + bytes].reduce(0) { $0 << 8 | Int($1) }
            start += bytes
        }
        let isMasked = inbox[1] & 0x80 != 0
        if isMasked { start += 4 }
        guard inbox.count >= start + count else { return nil }
        var payload = Array(inbox[start..<start + count])
        if isMasked {
            for index in payload.indices { payload[index] ^= inbox[start - 4 + index % 4] }
        }
        defer { inbox.removeFirst(start + count) }
        return Frame(opcode: inbox[0] & 0x0F, payload: payload)
    }
}
