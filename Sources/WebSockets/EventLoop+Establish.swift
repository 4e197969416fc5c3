internal import Transport

/// From a handshake to a connection that its listener knows.
extension EventLoop {
    /// The handshake of a peer is done: from here on it is a WebSocket.
    func establish(
        _ native: NativeSocket,
        _ peer: Peer,
        _ listener: Listener,
        _ request: HTTPRequest
    ) {
        connectionNumber += 1
        let connection = Connection(
            number: connectionNumber,
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
        connection.attach(socket)
        peer.role = .socket(socket)
        listener.connectionOpened(connection, request: request)
    }
}
