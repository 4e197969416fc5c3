/// What a driver brings: connections, bytes, room to write, ends, and time.
extension EventLoop {
    /// A client asks for a WebSocket; false when it is refused or hung up on.
    package func accept(_ end: SimulatedSocket, path: String) -> Bool {
        now = Self.readClock()
        guard !isStopping, let listener = listeners.first, listener.isAccepting,
            acceptedCount < connectionsMax
        else { return false }
        let request = HTTPRequest(
            method: .get,
            path: path,
            query: [],
            host: "127.0.0.1:8080",
            origin: nil,
            isEmbedded: false,
            ifNoneMatch: nil,
            accept: nil,
            bearer: nil,
            contentLength: nil,
            acceptsGzip: false,
            peerAddress: ""
        )
        guard case .accept = listener.handler.upgrade(request) else { return false }
        let native = NativeSocket(end: end)
        let peer = peers.insert { handle in
            Peer(handle: handle, address: "", listener: listener, deadline: .max)
        }
        peer.native = native
        native.handle = peer.handle
        acceptedCount += 1
        establish(native, peer, listener, request)
        requestTurn()
        return true
    }

    /// A chunk of a message arrives.
    package func deliver(
        _ chunk: Span<UInt8>,
        isFinal: Bool,
        remaining: Int,
        to end: SimulatedSocket
    ) {
        end.isFinalFragment = isFinal
        end.remainingPayload = UInt(remaining)
        withSocket(of: end) { $0.receive(chunk) }
    }

    /// A pong arrives.
    package func deliverPong(to end: SimulatedSocket) {
        withSocket(of: end) { $0.receiveControlFrame() }
    }

    /// The kernel has room again.
    package func deliverRoom(to end: SimulatedSocket) {
        end.drain()
        guard end.unsent.isEmpty, end.wantsWriteable else { return }
        end.wantsWriteable = false
        withSocket(of: end) { $0.writeable() }
    }

    /// The connection is over, whoever ended it.
    package func deliverEnd(to end: SimulatedSocket) {
        end.cut()
        now = Self.readClock()
        guard let peer = peers[end.handle] else { return }
        if case .socket(let socket) = peer.role { socket.end() }
        peers.remove(peer.handle)
        acceptedCount -= 1
        requestTurn()
    }

    /// Whether the loop was asked to run, by mail or by itself.
    package func takeWake() -> Bool {
        let hasMail = wake.take()
        return hasMail || isTurnDue
    }

    /// Runs a turn: mail, and what was asked for.
    package func runTurn() {
        deliverMail()
        if isTurnDue, !isStopping { turn() }
    }

    /// When the timer fires next.
    package var timerTime: UInt64 { timerAt }

    /// The timer fires.
    package func deliverTimer() {
        now = Self.readClock()
        fireTimer()
    }

    /// The process is gone: nobody hears of anything any more.
    package func vanish() {
        isStopping = true
        mailboxes = []
        listeners = []
        onTurnEnd = nil
        onFlushed = nil
        onAlarm = nil
    }

    private func withSocket(of end: SimulatedSocket, _ body: (Socket) -> Void) {
        guard case .socket(let socket) = peers[end.handle]?.role else { return }
        now = Self.readClock()
        body(socket)
        requestTurn()
    }

    func start(_ client: ClientConnection) {
        preconditionFailure("The simulation has clients of its own.")
    }
}
