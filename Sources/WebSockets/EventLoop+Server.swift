internal import DequeModule
internal import Transport

extension EventLoop {
    /// Whether a socket that was just accepted may stay.
    ///
    /// The caps count sockets, not handshakes, until lws frees them: half-open ones cost as much.
    func admits(_ descriptor: Int32, on listening: NativeSocket) -> Bool {
        guard !isStopping, let listener = listening.owner as? Listener, listener.isAccepting
        else {
            return false
        }
        admission = .within
        if listener.audience == .operators {
            let isAdmitted =
                admissions.hasRoomForOperators
                && (!listener.isLocal || NativeAddress.isOwn(descriptor, on: listening.descriptor))
            guard isAdmitted else { return false }
        } else {
            admission = admission(of: NativeAddress.peer(of: descriptor), to: listener)
            guard admission != .farBeyond, hasPlace else {
                admissions.refuse()
                return false
            }
        }
        guard listener.looksFirst else { return true }
        receive(descriptor, by: listener)
        return false
    }

    /// Whether there is a place for another connection, if need be by sending away the one that has
    /// been silent for longest.
    private var hasPlace: Bool {
        let count = admissions.acceptedCount
        if count < connectionsMax { return true }
        // Those that are sent away have their places until the turn ends.
        guard count < connectionsMax + limits.descriptorsReserved / 2 else { return false }
        if let lobby, lobby.sendAwayOldest() { return true }
        while let handle = silent.popFirst() {
            guard let peer = peers[handle], case .waiting = peer.role else { continue }
            condemn(handle)
            return true
        }
        return false
    }

    func forgetSilent() {
        silent.removeAll { handle in
            if case .waiting = peers[handle]?.role { false } else { true }
        }
    }

    func serviceServer(_ native: NativeSocket, _ event: SocketEvent) -> Bool {
        if case .accepted = event {
            welcome(native)
            return true
        }
        guard let peer = peers[native.handle], let listener = peer.listener else { return false }
        switch (event, peer.role) {
        case (.upgradeAsked, .waiting): return confirmUpgrade(native, peer, listener)
        case (.protocolChosen, .upgrading): return true
        case (.established, .upgrading(let request)):
            establish(native, peer, listener, request)
            return true
        case (.requested, .waiting): return exchange(native, peer, listener)
        case (.answerWriteable, .exchange(let exchange)): return !exchange.continueWriting()
        case (.bodyEnded, .exchange(let exchange)): return finishBody(of: exchange, peer, listener)
        default:
            // Whatever lws lets through out of order: a second request, a handshake unconfirmed.
            return false
        }
    }

    func forget(_ peer: Peer) {
        peers.remove(peer.handle)
        endUpload(of: peer)
        guard let listener = peer.listener else { return }
        admissions.leave(listener.audience)
        if let place = peer.countedAs { admissions.uncount(place) }
    }

    private func welcome(_ native: NativeSocket) {
        // Watched files are adopted by the same callback family; only listeners' hosts have one.
        guard let listener = native.owner as? Listener else { return }
        let arrival = adopted.take() ?? admitted(native.descriptor, by: listener)
        let deadline = now + UInt64(limits.handshakeTimeoutSeconds) * 1_000
        let peer = peers.insert { handle in
            Peer(
                handle: handle,
                address: arrival.address,
                listener: listener,
                admission: arrival.admission,
                deadline: deadline
            )
        }
        silent.append(peer.handle)
        peer.countedAs = arrival.countedAs
        peer.isPlain = arrival.isPlain
        peer.native = native
        native.handle = peer.handle
        guard listener.audience == .everyone else { return }
        native.setNotSentLowWater(limits.notSentLowWaterBytes)
    }

    /// Counts a connection that `admits` let in.
    func admitted(_ descriptor: Int32, by listener: Listener) -> Arrival {
        let address = listener.isLocal ? "local" : NativeAddress.peer(of: descriptor)
        admissions.enter(listener.audience)
        let place = listener.audience == .everyone ? count(address, of: listener) : nil
        defer { admission = .within }
        return Arrival(
            descriptor: descriptor,
            address: address,
            admission: admission,
            countedAs: place
        )
    }

    /// An upgrade is asked for, which lws 4.1.6 also reports after it has answered 403 itself.
    ///
    /// Its `in` may point into freed memory then (CVE-2025-11677), so the headers are copied anew;
    /// refusing anything but a websocket handshake avoids the finished transaction.
    private func confirmUpgrade(_ native: NativeSocket, _ peer: Peer, _ listener: Listener) -> Bool
    {
        guard native.header(.upgrade)?.lowercased() == "websocket" else { return false }
        identify(peer, forwardedFor: native.header(.forwardedFor))
        if peer.admission == .farBeyond { return refuse(native, .tooManyConnections) }
        guard peer.isPlain else { return refuse(native, .misdirected) }
        if let refusal = native.refusalOfHead { return refuse(native, refusal) }
        guard let request = HTTPRequest(native, peerAddress: peer.address) else { return false }
        if let refusal = native.refusalOfHandshake(request, subprotocol: listener.subprotocol) {
            return refuse(native, refusal)
        }
        guard listener.isAccepting else {
            return refuse(native, HTTPResponse(status: 503, text: "shutting down"))
        }
        if let refusal = listener.handler.refusalOfUpgrade(request) {
            return refuse(native, refusal)
        }
        peer.role = .upgrading(request)
        return true
    }

    /// Answers at once and hangs up: false makes lws send what it buffers and close.
    func refuse(_ native: NativeSocket, _ response: HTTPResponse) -> Bool {
        let bytes = response.head(isSecure: native.isSecure) + response.content.bytes
        unsafe bytes.withUnsafeBufferPointer { unsafe _ = native.write($0) }
        return false
    }

    func nextConnectionNumber() -> UInt64 {
        connectionNumber += 1
        return connectionNumber
    }

    /// The handshake of a peer is done: from here on it is a WebSocket.
    func establish(
        _ native: NativeSocket,
        _ peer: Peer,
        _ listener: Listener,
        _ request: HTTPRequest
    ) {
        let connection = Connection(
            number: nextConnectionNumber(),
            peerAddress: peer.address,
            isTooMany: peer.admission != .within,
            listener: listener
        )
        let socket = Socket(
            native,
            on: self,
            limits: SocketLimits(limits),
            isClient: false,
            meter: InboundMeter(limits: limits, bytesRead: native.bytesRead, now: now),
            delegate: connection
        )
        socket.budgets = [budget(named: peer.countedName)]
        let (descriptor, handle) = (native.descriptor, native.handle)
        socket.isWatched = inputs?.add(descriptor, as: handle, evenIfRead: true) ?? false
        connection.attach(socket)
        peer.role = .socket(socket)
        listener.connectionOpened(connection, request: request)
    }
}
