package import Transport

// Connections before their request is read.
//
//     accept ──► Lobby, until the request line is there ──► the loop of its document
//
// One loop accepts for all, so that there is one count of all connections. With TLS nobody can
// look: such a connection is read where it is accepted.
extension EventLoop {
    /// Makes the place where connections wait; once there is one, nothing is done.
    func openLobby() throws(WebSocketError) {
        guard lobby == nil else { return }
        guard let made = Lobby(of: self), let native, native.watch(made.descriptor) else {
            throw .loopFailed(part: "lobby", reason: "no file descriptor is left")
        }
        lobby = made
    }

    /// Takes a socket that libwebsockets accepted and is about to close.
    func receive(_ descriptor: Int32, by listener: Listener) {
        // Of its own, as libwebsockets closes the one that it was not let keep.
        guard let copy = SocketWatch.duplicate(descriptor), let lobby else {
            return admissions.refuse()
        }
        let arrival = admitted(copy, by: listener)
        let deadline = now + UInt64(limits.handshakeTimeoutSeconds) * 1_000
        lobby.enter(arrival, by: listener, until: deadline)
    }

    /// Gives a connection to the loop that serves it.
    func pass(_ arrival: Arrival, by listener: Listener, _ line: RequestLine) {
        var arrival = arrival
        arrival.isPlain = line.isPlain || listener.identity != nil
        guard let distribution = listener.distribution, case .path(let path) = line,
            let door = distribution.doors[distribution.home(path)]
        else { return adopt(arrival, by: listener) }
        door.post(arrival)
    }

    /// Serves a connection from here on.
    func adopt(_ arrival: Arrival, by listener: Listener) {
        guard !isStopping, let host = listener.host, let native else {
            return turnAway(arrival, from: listener)
        }
        adopted = arrival
        native.adopt(socket: arrival.descriptor, on: host)
        // Still there: libwebsockets gave up, and closed it, before it told of it.
        guard adopted.take() != nil else { return }
        forget(arrival, of: listener)
    }

    /// Hangs up on a connection that nobody serves.
    func turnAway(_ arrival: Arrival, from listener: Listener) {
        SocketWatch.close(arrival.descriptor)
        forget(arrival, of: listener)
    }

    private func forget(_ arrival: Arrival, of listener: Listener) {
        admissions.leave(listener.audience)
        if let place = arrival.countedAs { admissions.uncount(place) }
    }

    /// Whether an address may open another connection; a proxy that speaks for many always may.
    func admission(of address: String, to listener: Listener) -> Standing {
        guard !listener.trusts(address), let place = NetworkAddress(address)?.counted else {
            return .within
        }
        return admissions.opens(place, limits, now: now)
    }

    /// Counts a new connection, unless it is a proxy's: then its request says whose it is.
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
    /// Makes the way in for connections that another loop accepts.
    package func makeDoor(on loop: EventLoop) -> Mailbox<Arrival> {
        loop.makeMailbox { [unowned self, unowned loop] in loop.adopt($0, by: self) }
    }

    /// Has connections served by several loops from now on.
    ///
    /// - Throws: `.loopFailed` when no descriptor is left.
    package func distribute(on loop: EventLoop, _ distribution: Distribution) throws(WebSocketError)
    {
        try loop.openLobby()
        self.distribution = distribution
    }

    /// Whether a peer of that address is believed when it says for whom it speaks.
    func trusts(_ address: String) -> Bool {
        guard !trustedProxies.isEmpty, let address = NetworkAddress(address) else { return false }
        return trustedProxies.contains { $0.contains(address) }
    }
}
