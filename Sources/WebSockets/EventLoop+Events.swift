internal import Transport

extension EventLoop {
    /// Answers an event of one connection; false ends it.
    func service(_ native: NativeSocket, _ event: SocketEvent, _ bytes: Span<UInt8>) -> Bool {
        switch event {
        case .received: return withSocket(native) { $0.receive(bytes) }
        case .writeable: return withSocket(native) { $0.writeable() }
        case .pong: return withSocket(native) { $0.receiveControlFrame() }
        case .closeFrame:
            var answers = true
            _ = withSocket(native) { answers = $0.receiveClose(bytes) }
            return answers
        case .dropped:
            // Not when it is we who end it: then lws has found no fault.
            guard !isStopping, let peer = peers[native.handle], !peer.isCut else { return true }
            return withSocket(native) { $0.receiveDrop() }
        case .fileReadable:
            now = Self.readClock()
            lobby?.service()
            return true
        case .arrived(let descriptor): return admits(descriptor, on: native)
        case .accepted, .upgradeAsked, .protocolChosen, .established, .requested,
            .answerWriteable, .bodyEnded:
            now = Self.readClock()
            let goesOn = serviceServer(native, event)
            requestTurn()
            return goesOn
        case .body:
            guard case .exchange(let exchange) = peers[native.handle]?.role else { return false }
            exchange.receive(bytes)
            return true
        case .answered: return isAnswered(native)
        case .connected, .failed:
            now = Self.readClock()
            serviceClient(native, event, bytes)
            requestTurn()
            return true
        case .closed:
            now = Self.readClock()
            end(native, isFreed: false)
            return true
        case .freed:
            end(native, isFreed: true)
            return true
        }
    }

    func service(_ event: LoopEvent) {
        switch event {
        case .woken: deliverMail()
        case .waited: wokenAt = Self.readNanoseconds()
        case .resting: willWait()
        case .timer:
            now = Self.readClock()
            fireTimer()
        }
    }

    private func withSocket(_ native: NativeSocket, _ body: (Socket) -> Void) -> Bool {
        // A connection that our table does not know must not live on.
        guard case .socket(let socket) = peers[native.handle]?.role else { return false }
        now = Self.readClock()
        body(socket)
        requestTurn()
        return true
    }

    /// All there was is reported, and the loop is about to wait.
    private func willWait() {
        if isTurnDue, !isStopping, !gathersInput() { turn() }
        if wokenAt > 0 { onRest?(Self.readNanoseconds() - wokenAt) }
        wokenAt = 0
        if isStopping {
            native?.end()
        } else {
            native?.setBusy(isTurnDue)
        }
        if isTaken, deputy?.isWantedBack == true { native?.leave() }
    }

    /// The connection is over; when lws frees it, its place in the table and its counts go too.
    private func end(_ native: NativeSocket, isFreed: Bool) {
        guard let peer = peers[native.handle] else { return }
        switch peer.role {
        case .socket(let socket): socket.end()
        case .exchange(let exchange): exchange.abandon()
        case .connecting(let client): client.failed(.unreachable("closed before it was open"))
        case .waiting, .upgrading: break
        }
        if isFreed { forget(peer) }
        requestTurn()
    }
}
