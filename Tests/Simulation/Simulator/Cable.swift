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

    /// Takes all whole frames off the wire that go to an end.
    func frames(to side: Int) -> [SentFrame] {
        let from = ends[1 - side]
        inboxes[side] += from.sent
        from.bytesAcknowledged += UInt64(from.sent.count)
        from.sent = []
        var frames: [SentFrame] = []
        while let frame = SentFrame.take(from: &inboxes[side]) { frames.append(frame) }
        return frames
    }
}
