/// When all connections together make the server keep too much.
extension EventLoop {
    /// Whether another large answer may begin.
    var hasRoomForOutput: Bool { queuedBytes <= limits.queuedBytesTotalMax }

    /// Cuts those who read a large answer slowly, the slowest first, and then closes those with the
    /// most bytes in their private queues, until an eighth is free again.
    ///
    /// Each queue has a bound of its own; without this one, thousands of peers that ask for large
    /// documents and read nothing would fill the memory below it. They come back and go on where
    /// they were.
    ///
    /// - Complexity: O(n log n) for n connections.
    func shed() {
        let aim = limits.queuedBytesTotalMax / 8 * 7
        cutSlowReaders(downTo: aim)
        var sockets: [Socket] = []
        for index in 0..<peers.slotCount {
            guard case .socket(let socket) = peers.element(at: index)?.role, socket.meter != nil,
                socket.queuedBytes + socket.sharedBytes > 0
            else { continue }
            sockets.append(socket)
        }
        sockets.sort { $0.queuedBytes + $0.sharedBytes > $1.queuedBytes + $1.sharedBytes }
        for socket in sockets {
            guard queuedBytes > aim else { return }
            socket.giveUp("too many bytes are queued for all clients")
        }
    }

    private func cutSlowReaders(downTo aim: Int) {
        var readers: [(rate: Int, peer: Peer, exchange: HTTPExchange)] = []
        for index in 0..<peers.slotCount {
            guard let peer = peers.element(at: index), case .exchange(let exchange) = peer.role,
                let rate = exchange.readingRate(now: now),
                rate < HTTPExchange.bytesPerSecondMin
            else { continue }
            readers.append((rate, peer, exchange))
        }
        for (_, peer, exchange) in readers.sorted(by: { $0.rate < $1.rate }) {
            guard queuedBytes > aim else { return }
            exchange.abandon()
            condemn(peer.handle)
        }
    }
}
