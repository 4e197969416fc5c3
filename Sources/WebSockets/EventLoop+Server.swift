internal import CLibwebsockets
internal import DequeModule
internal import Glibc

/// Accepting, HTTP and the handshake: all that comes before a WebSocket is open.
extension EventLoop {
    /// Whether a socket that was just accepted may stay.
    ///
    /// The caps count sockets, not handshakes, until lws frees them: half-open ones cost as much.
    func admits(_ descriptor: Int32, on listening: NativeSocket) -> Bool {
        guard !isStopping, let listener = listening.listener, listener.isAccepting else {
            return false
        }
        admission = .within
        if listener.audience == .operators {
            let isAdmitted =
                admissions.hasRoomForOperators
                && (!listener.isLocal || admitsLocal(descriptor, on: listening))
            guard isAdmitted else { return false }
        } else {
            admission = admission(of: NativeAddress.peer(of: descriptor), to: listener)
            guard admission != .farBeyond, hasPlace else {
                admissions.refuse()
                return false
            }
        }
        guard listener.distribution != nil else { return true }
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

    /// Forgets those that are silent no more.
    func forgetSilent() {
        silent.removeAll { handle in
            if case .waiting = peers[handle]?.role { false } else { true }
        }
    }

    /// Whether who came by a Unix socket is the user of this process, or root.
    ///
    /// libwebsockets 4.1.6 takes each socket for one of TCP (lws_plat_set_socket_options): where
    /// TCP_NODELAY cannot be set, it goes without setting O_NONBLOCK, and one peer that does not
    /// read would stop the loop.
    private func admitsLocal(_ descriptor: Int32, on listening: NativeSocket) -> Bool {
        for each in [descriptor, listening.descriptor] {
            guard fcntl(each, F_SETFL, O_NONBLOCK) == 0 else { return false }
        }
        let user = shim_peer_user(descriptor)
        return user == 0 || user == Int64(geteuid())
    }

    func serviceServer(_ native: NativeSocket, _ reason: lws_callback_reasons) -> Int32 {
        if reason == LWS_CALLBACK_SERVER_NEW_CLIENT_INSTANTIATED {
            welcome(native)
            return 0
        }
        guard let peer = peers[native.handle], let listener = peer.listener else { return -1 }
        switch (reason, peer.role) {
        case (LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, .waiting):
            return confirmUpgrade(native, peer, listener)
        case (LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION, .upgrading):
            return 0
        case (LWS_CALLBACK_ESTABLISHED, .upgrading(let request)):
            establish(native, peer, listener, request)
            return 0
        case (LWS_CALLBACK_HTTP, .waiting):
            return exchange(native, peer, listener)
        case (LWS_CALLBACK_HTTP_WRITEABLE, .exchange(let exchange)):
            return exchange.continueWriting() ? -1 : 0
        case (LWS_CALLBACK_HTTP_BODY_COMPLETION, .exchange(let exchange)):
            return finishBody(of: exchange, peer, listener)
        default:
            // Whatever lws lets through out of order: a second request, a handshake unconfirmed.
            return -1
        }
    }

    /// Frees a connection's place and its counts.
    func forget(_ peer: Peer) {
        peers.remove(peer.handle)
        endUpload(of: peer)
        guard let listener = peer.listener else { return }
        admissions.leave(listener.audience)
        if let place = peer.countedAs { admissions.uncount(place) }
    }

    private func welcome(_ native: NativeSocket) {
        // The timer is adopted by the same callback family; only listeners' hosts have a listener.
        guard let listener = native.listener else { return }
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

    /// LWS_CALLBACK_HTTP_CONFIRM_UPGRADE, which 4.1.6 also calls after it has answered 403 itself.
    ///
    /// Its `in` may point into freed memory then (CVE-2025-11677), so the headers are copied anew;
    /// returning -1 for anything but a websocket handshake avoids the finished transaction.
    private func confirmUpgrade(_ native: NativeSocket, _ peer: Peer, _ listener: Listener) -> Int32
    {
        guard native.header(WSI_TOKEN_UPGRADE)?.lowercased() == "websocket" else { return -1 }
        identify(peer, forwardedFor: native.header(WSI_TOKEN_X_FORWARDED_FOR))
        if peer.admission == .farBeyond { return refuse(native, .tooManyConnections) }
        if let refusal = native.refusalOfHead { return refuse(native, refusal) }
        guard let request = native.request(peerAddress: peer.address) else { return -1 }
        let handshake = Handshake(
            isGet: request.method == .get,
            connection: native.header(WSI_TOKEN_CONNECTION),
            version: native.header(WSI_TOKEN_VERSION),
            key: native.header(WSI_TOKEN_KEY),
            protocols: native.header(WSI_TOKEN_PROTOCOL),
            host: request.host
        )
        if let refusal = handshake.refusal(subprotocol: listener.subprotocol) {
            return refuse(native, refusal)
        }
        guard listener.isAccepting else {
            return refuse(native, HTTPResponse(status: 503, text: "shutting down"))
        }
        switch listener.handler.upgrade(request) {
        case .accept:
            peer.role = .upgrading(request)
            return 0
        case .refuse(let response):
            return refuse(native, response)
        }
    }

    /// Answers at once and hangs up: -1 makes lws send what it buffers and close.
    func refuse(_ native: NativeSocket, _ response: HTTPResponse) -> Int32 {
        let bytes = response.head(isSecure: native.isSecure) + response.content.bytes
        unsafe bytes.withUnsafeBufferPointer { unsafe _ = native.write($0) }
        return -1
    }
}
