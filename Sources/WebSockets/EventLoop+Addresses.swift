// Whose connection it is, and how many that address has.
extension EventLoop {
    /// Whether an address may open another connection; a proxy that speaks for many always may.
    ///
    /// What is refused does not count: who waits a moment gets in.
    func admission(of address: String, to listener: Listener) -> Standing {
        guard !listener.trusts(address), let place = NetworkAddress(address)?.counted else {
            return .within
        }
        return admissions.opens(place, limits, now: now)
    }

    /// Counts a new connection, unless it is a proxy's: then its request says whose it is.
    ///
    /// - Returns: What it counts as; nil for nothing.
    func count(_ address: String, of listener: Listener) -> NetworkAddress? {
        guard !listener.trusts(address), let place = NetworkAddress(address)?.counted else {
            return nil
        }
        admissions.count(place, limits, now: now)
        return place
    }

    /// Learns from a trusted proxy's request who is behind it, and whether that address has more
    /// connections than it may have.
    func identify(_ peer: Peer, forwardedFor header: String?) {
        guard let listener = peer.listener, listener.trusts(peer.address) else { return }
        let address = ForwardedAddress.client(
            of: peer.address,
            header,
            behind: listener.trustedProxies
        )
        peer.admission = admission(of: address, to: listener)
        peer.address = address
        if peer.admission == .within { peer.countedAs = count(address, of: listener) }
    }
}

extension Listener {
    /// Whether a peer of that address is believed when it says for whom it speaks.
    func trusts(_ address: String) -> Bool {
        guard !trustedProxies.isEmpty, let address = NetworkAddress(address) else { return false }
        return trustedProxies.contains { $0.contains(address) }
    }
}
