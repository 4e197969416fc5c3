import Hosting
import Transport
import WebSockets

// Connections between servers.
extension World {
    /// Those of a server.
    func cables(of node: Node) -> [Cable] {
        cables.filter { cable in cable.nodes.contains { $0 === node } }
    }

    /// Connects a server to those that it wants to be connected to, and moves what was sent.
    func tendCables(of node: Node, _ loop: NativeLoop) {
        for attempt in loop.takeAttempts() { connect(node, loop, attempt) }
        for cable in cables(of: node) {
            for side in 0...1 {
                let (end, other) = (cable.ends[side], cable.ends[1 - side])
                if other.isCut || !other.sent.isEmpty { planMove(cable, to: side) }
                guard cable.nodes[side] === node, !cable.isOver[side] else { continue }
                if end.isWriteable { loop.deliverRoom(to: end) }
                if end.isCut { finish(cable, side) }
            }
        }
    }

    private func connect(_ node: Node, _ loop: NativeLoop, _ attempt: NativeLoop.Attempt) {
        defer { enter(node) }
        guard let peer = nodes.first(where: { $0.host == attempt.host }), now >= peer.pausedUntil,
            let network = peer.network
        else { return loop.deliverFailure(to: attempt.end) }
        connectionCount += 1
        let cable = Cable(from: node, attempt.end, to: peer, number: 10_000 + connectionCount)
        enter(peer)
        guard network.accept(cable.ends[1], path: Server.neighboursPath) else {
            enter(node)
            return loop.deliverFailure(to: attempt.end)
        }
        note("server \(node.number) connects to server \(peer.number)")
        cables.append(cable)
        enter(node)
        loop.deliverConnected(attempt.end)
    }

    private func planMove(_ cable: Cable, to side: Int) {
        guard !cable.isDue[side], !cable.isOver[side], !cable.isDead[side] else { return }
        cable.isDue[side] = true
        cable.times[side] = max(cable.times[side], now + UInt64(delay()))
        let process = (node: cable.nodes[side], run: cable.runs[side])
        queue.add(.cableMoves(cable, to: side), at: cable.times[side], of: process)
    }

    /// What one end has sent arrives at the other, or the news that it is gone.
    func move(_ cable: Cable, to side: Int) {
        cable.isDue[side] = false
        let (end, other) = (cable.ends[side], cable.ends[1 - side])
        guard !cable.isOver[side], !cable.isDead[side], let loop = cable.nodes[side].network else {
            return
        }
        for frame in cable.frames(to: side) where !end.isCut {
            switch frame.opcode {
            case 8: end.hangUp()
            case 9: end.sent += [0x8A, 0]
            case 10: loop.deliverPong(to: end)
            default:
                let (from, to) = (cable.nodes[1 - side].number, cable.nodes[side].number)
                note(
                    "  \(from)>\(to): \(String(decoding: frame.payload.prefix(230), as: UTF8.self))"
                )
                loop.deliver(frame.payload.span, isFinal: true, remaining: 0, to: end)
            }
        }
        if end.isCut || other.isCut { finish(cable, side) }
    }

    /// An end is told that the connection is over.
    private func finish(_ cable: Cable, _ side: Int) {
        guard !cable.isOver[side] else { return }
        cable.isOver[side] = true
        cable.nodes[side].network?.deliverEnd(to: cable.ends[side])
        if cable.isOver[1 - side] { cables.removeAll { $0 === cable } }
    }

    /// The connections of a server with others break, and both ends hear of it.
    func cutCables(of node: Node) {
        for cable in cables(of: node) {
            for side in 0...1 {
                cable.ends[side].hangUp()
                planMove(cable, to: side)
            }
        }
    }

    /// A process is gone; the others hear of it, unless its machine is gone too.
    func forgetCables(of node: Node, isKnown: Bool) {
        for cable in cables(of: node) {
            for side in 0...1 where cable.nodes[side] === node {
                cable.isOver[side] = true
                cable.ends[side].hangUp()
                if isKnown {
                    planMove(cable, to: 1 - side)
                } else {
                    cable.silence(2)
                }
                if cable.isOver[1 - side] { cables.removeAll { $0 === cable } }
            }
        }
    }
}
