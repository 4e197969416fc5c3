// Whose connection it is, and how many that address has.
extension EventLoop {
    /// Whether an address may open another connection; a proxy that speaks for many always may.
    ///
    /// What is refused does not count: who waits a moment gets in.
    func mayConnect(_ address: String, to listener: Listener) -> Bool {
        guard !listener.trusts(address), let place = NetworkAddress(address)?.counted else {
            return true
        }
        var use = addresses[place] ?? unused
        guard use.count < limits.connectionsPerAddressMax, use.opening.isSolvent(now: now) else {
            return false
        }
        _ = use.opening.take(1, now: now)
        addresses[place] = use
        return true
    }

    /// Counts a new connection, unless it is a proxy's: then its request says whose it is.
    func count(_ peer: Peer) {
        guard let listener = peer.listener, !listener.trusts(peer.address) else { return }
        let place = NetworkAddress(peer.address)?.counted
        peer.countedAs = place
        if let place { addresses[place, default: unused].count += 1 }
    }

    /// Takes a connection out of the count.
    func uncount(_ peer: Peer) {
        guard let place = peer.countedAs else { return }
        peer.countedAs = nil
        addresses[place]?.count -= 1
    }

    /// Forgets addresses of which nothing is to be known any more.
    ///
    /// - Complexity: O(addresses).
    func forgetAddresses() {
        for (place, var use) in addresses where use.count == 0 && use.opening.isFull(now: now) {
            addresses[place] = nil
        }
    }

    /// Learns from a trusted proxy's request who is behind it; false when that address has as many
    /// connections as it may have.
    func identify(_ peer: Peer, forwardedFor header: String?) -> Bool {
        guard let listener = peer.listener, listener.trusts(peer.address) else { return true }
        let address = ForwardedAddress.client(
            of: peer.address,
            header,
            behind: listener.trustedProxies
        )
        guard mayConnect(address, to: listener) else { return false }
        peer.address = address
        count(peer)
        return true
    }

    private var unused: AddressUse {
        let rate = limits.acceptsPerAddressPerSecond
        return AddressUse(opening: TokenBucket(perSecond: rate, burst: 2 * rate, now: now))
    }
}

extension Listener {
    /// Whether a peer of that address is believed when it says for whom it speaks.
    func trusts(_ address: String) -> Bool {
        guard !trustedProxies.isEmpty, let address = NetworkAddress(address) else { return false }
        return trustedProxies.contains { $0.contains(address) }
    }
}
