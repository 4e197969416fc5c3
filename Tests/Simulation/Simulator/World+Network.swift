import TestKit
import Transport
import WebSockets

@testable import Sync

// Connections: bytes that arrive late, in pieces, or never.
extension World {
    /// A client connects, and leaves the connection it may have.
    func connect(_ client: SimulatedClient) {
        // Of several reasons to connect, only the first counts.
        guard !client.isRetired else { return }
        // In the end copies go one after the other: each would close the one before.
        if calmSince != nil, let first = firstCopy(of: client), first !== client {
            return planForGood(.connect(client), in: 200_000)
        }
        guard client.link == nil || client.link?.isUpDead == true || client.link?.isDownDead == true
        else { return }
        if client.link != nil { leave(client, tellsServer: false) }
        let awake = nodes.filter { now >= $0.pausedUntil }
        // While none answers, to ask again would take steps without end.
        guard !awake.isEmpty else {
            let end = nodes.reduce(UInt64.max) { min($0, $1.pausedUntil) }
            comebackAt = max(comebackAt, end)
            return planForGood(.connect(client), in: Int(end - now))
        }
        let place = awake.count == 1 ? 0 : Int.random(in: 0..<awake.count, using: &network)
        let node = awake[place]
        let link = Link(
            number: nextLink,
            node: node,
            restores: restored.count,
            capacity: regime.socketBytes
        )
        nextLink += 1
        enter(node)
        guard let network = node.network,
            network.accept(link.end, path: "/documents/\(client.document)")
        else { return reconnect(client) }
        note("client \(client.number) connects as \(link.number) to server \(node.number)")
        connectionCount += 1
        node.links.append(link)
        owners[link.number] = client
        client.link = link
        client.replica.connected()
        finish(client)
    }

    /// The program with a client's key that connects first when all comes to rest.
    private func firstCopy(of client: SimulatedClient) -> SimulatedClient? {
        let same = clients.filter { $0.key == client.key && $0.document == client.document }
        return client.isViewer ? nil : same.first { $0.isClone && !$0.isRetired } ?? same.first
    }

    /// Has a client connect again after a pause.
    func reconnect(_ client: SimulatedClient) { planForGood(.connect(client), in: backoff()) }

    private func backoff() -> Int { Int.random(in: 1...regime.backoff * 1_000, using: &network) }

    /// The client is rid of its connection.
    func leave(_ client: SimulatedClient, tellsServer: Bool) {
        guard let link = client.link else { return }
        note("client \(client.number) leaves \(link.number)")
        link.isLeft = true
        client.disconnect()
        if tellsServer, !link.isOver { plan(.connectionEnds(link), in: delay(), on: link.node) }
    }

    /// The server hears that a connection is over.
    func end(_ link: Link) {
        guard !link.isOver else { return }
        link.isOver = true
        link.node.links.removeAll { $0 === link }
        enter(link.node)
        link.node.network?.deliverEnd(to: link.end)
    }

    /// Sends what a client has to say, and does what its replica asked for.
    func finish(_ client: SimulatedClient) {
        client.carryOut()
        for time in client.wakes {
            let now = self.now / 1_000
            planForGood(.wake(client), in: time > now ? Int(time - now) * 1_000 : 0)
        }
        client.wakes = []
        defer { if client.writesLeft == 0 { kill(client) } }
        guard let link = client.link else {
            client.outbox = []
            return
        }
        for message in client.outbox {
            note("  from \(client.number): \(String(decoding: message.prefix(230), as: UTF8.self))")
            link.up.append(.message(message))
        }
        client.outbox = []
        planUp(link)
        guard client.isReconnecting else { return }
        client.isReconnecting = false
        leave(client, tellsServer: true)
        reconnect(client)
    }

    func planUp(_ link: Link) {
        guard !link.isUpDue, !link.up.isEmpty, !link.isOver else { return }
        link.isUpDue = true
        link.upTime = max(link.upTime, now + UInt64(delay()))
        queue.add(.bytesReachServer(link), at: link.upTime, of: (link.node, link.node.run))
    }

    func planDown(_ link: Link) {
        guard !link.isDownDue, !link.isLeft else { return }
        link.isDownDue = true
        link.downTime = max(link.downTime, now + UInt64(delay()))
        queue.add(.bytesReachClient(link), at: link.downTime, of: nil)
    }

    func delay() -> Int { Int.random(in: 20...20 + regime.latency, using: &network) }

    // MARK: To the server

    /// Bytes of the client arrive: a message, a part of one, or several.
    func bytesReachServer(_ link: Link) {
        link.isUpDue = false
        guard !link.isOver, let loop = link.node.network, !link.isUpDead else { return }
        guard link.end.isReading else {
            // What the server does not read waits in the kernel.
            link.isUpDue = true
            return plan(.bytesReachServer(link), in: 5_000, on: link.node)
        }
        var budget = Int.random(in: 1...4, using: &network)
        while budget > 0, let piece = link.up.first, !link.isOver {
            budget -= 1
            switch piece {
            case .pong:
                link.up.removeFirst()
                loop.deliverPong(to: link.end)
            case .message(let bytes): deliver(bytes, on: link, to: loop)
            }
        }
        planUp(link)
    }

    private func deliver(_ bytes: [UInt8], on link: Link, to loop: NativeLoop) {
        let rest = bytes.count - link.upOffset
        let isTorn = link.isLastTorn && link.up.count == 1
        let isWhole = !isTorn && !network.chance(oneIn: 8) || rest < 2
        let count = isWhole ? rest : Int.random(in: 1..<rest, using: &network)
        let chunk = Array(bytes[link.upOffset..<link.upOffset + count])
        link.upOffset += count
        let isFinal = link.upOffset == bytes.count
        if isFinal {
            link.up.removeFirst()
            link.upOffset = 0
        }
        loop.deliver(
            chunk.span,
            isFinal: isFinal,
            remaining: rest - count,
            to: link.end
        )
    }

    // MARK: To the client

    /// Bytes of the server arrive, or the end of them.
    func bytesReachClient(_ link: Link) {
        link.isDownDue = false
        guard !link.isLeft, !link.isDownDead, let client = owners[link.number] else { return }
        if now < link.readsAfter {
            link.downTime = link.readsAfter
            return planDown(link)
        }
        let most = min(link.readMax, link.end.sent.count)
        if most > 0 {
            let count = network.chance(oneIn: 4) ? Int.random(in: 1...most, using: &network) : most
            link.read(count)
        }
        while !link.isLeft, let frame = link.nextFrame() { hear(frame, on: link, client) }
        guard !link.isLeft else { return }
        if !link.end.sent.isEmpty {
            planDown(link)
            // A slow reader is slow.
            if link.readMax < Int.max { link.downTime += 20_000 }
        } else if link.end.isCut {
            leave(client, tellsServer: true)
            reconnect(client)
        }
    }

    private func hear(_ frame: SentFrame, on link: Link, _ client: SimulatedClient) {
        let bytes = frame.payload
        switch frame.opcode {
        case 9:
            link.up.append(.pong)
            planUp(link)
        case 8:
            let code = UInt16(bytes[0]) << 8 | UInt16(bytes[1])
            let reason = String(decoding: bytes[2...], as: UTF8.self)
            note("client \(client.number) is closed: \(code) \(reason)")
            if !isExpected(code, on: link) {
                violate("client \(client.number) is closed with \(code) \(reason)")
            }
            leave(client, tellsServer: true)
            // Another program with its key counts now: a person asks for the next connection.
            let pause = code == 4411 ? Int.random(in: 200_000...2_000_000, using: &network) : 0
            planForGood(.connect(client), in: pause + backoff())
        default:
            note("  to \(client.number): \(String(decoding: bytes.prefix(230), as: UTF8.self))")
            mix(bytes)
            let isUnsure = link.restores < restored.count
            client.hear(bytes, restores: link.restores, isUnsure: isUnsure)
            checkSeen(client, on: link)
            finish(client)
            checkPutAside(by: client)
            // Between a welcome and its snapshot: this does not last to the next look at all.
            if client.replica.connection != .live { checkView(of: client, isMadeAnew: true) }
        }
    }

    /// Whether the server may close a connection with the code now.
    private func isExpected(_ code: UInt16, on link: Link) -> Bool {
        // L1: a minute after the last fault there is no reason left.
        if let calmSince, now > calmSince + 60_000_000 { return false }
        switch code {
        case 1013: return true
        case 1011: return link.node.isDiskBad
        // What waited for a process that stood still is found late.
        case 4408: return link.isUpDead || regime.faults.contains(.pauses)
        // 4411: another connection of this very client counts, which it has left, or not yet.
        case 4411, 4430: return !regime.faults.isEmpty
        // A copy has sent one of its edits since its hello.
        case 4409: return regime.faults.contains(.clones)
        case 1012: return regime.faults.contains { $0.endsService }
        default: return false
        }
    }
}
