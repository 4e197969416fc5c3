internal import Transport

extension EventLoop {
    /// Begins a connect that a client asked for in an earlier turn.
    func start(_ client: ClientConnection) {
        if client.addresses.isEmpty, !NameResolver.isNumeric(client.url.host) {
            return resolve(client)
        }
        let address = client.addresses.popLast() ?? client.url.host
        let deadline = now + UInt64(client.limits.connectTimeoutSeconds) * 1_000
        let peer = peers.insert { handle in
            Peer(handle: handle, address: client.url.host, listener: nil, deadline: deadline)
        }
        peer.role = .connecting(client)
        let socket = native?.connect(
            to: address,
            port: client.url.port,
            path: client.url.path,
            hostHeader: client.url.hostHeader,
            subprotocol: client.subprotocol,
            isSecure: client.url.scheme == .wss,
            authorities: authorities,
            handle: peer.handle
        )
        guard let socket else {
            // lws may have said so by a callback before, which then counts.
            client.failed(.unreachable("cannot connect"))
            peers.remove(peer.handle)
            return
        }
        peer.native = socket
    }

    /// Looks the host's name up on another thread, and goes on when the answer is there.
    private func resolve(_ client: ClientConnection) {
        let number = nextResolve
        nextResolve += 1
        resolving[number] = client
        let answers =
            self.answers
            ?? makeMailbox { [unowned self] (answer: (number: Int, result: NameResolver.Answer)) in
                guard let client = resolving.removeValue(forKey: answer.number) else { return }
                switch answer.result {
                case .failure(let reason): client.failed(.unreachable(reason))
                case .addresses(let addresses):
                    // The last is taken first.
                    client.addresses = addresses.reversed()
                    connects.append(client)
                    requestTurn()
                }
            }
        self.answers = answers
        NameResolver.resolve(client.url.host) { result in
            answers.post((number, result))
        }
    }

    /// Whether a server took up the offered subprotocol: lws lets one pass that names none.
    func isAnswered(_ native: NativeSocket) -> Bool {
        guard case .connecting(let client) = peers[native.handle]?.role else { return false }
        return native.header(.subprotocol) == client.subprotocol
    }

    func serviceClient(_ native: NativeSocket, _ event: SocketEvent, _ bytes: Span<UInt8>) {
        guard let peer = peers[native.handle], case .connecting(let client) = peer.role else {
            return
        }
        if case .connected = event {
            let socket = Socket(
                native,
                on: self,
                limits: SocketLimits(client.limits),
                isClient: true,
                meter: nil,
                delegate: client
            )
            peer.role = .socket(socket)
            client.open(socket)
            return
        }
        let status = native.responseStatus
        if status > 0 {
            client.failed(.refused(httpStatus: status))
        } else if !client.addresses.isEmpty, !isStopping {
            // The name has another address: localhost is often ::1 before it is 127.0.0.1.
            connects.append(client)
            requestTurn()
        } else {
            var text: [UInt8] = []
            for index in bytes.indices where bytes[index] != 0 { text.append(bytes[index]) }
            client.failed(.unreachable(String(decoding: text, as: UTF8.self)))
        }
    }
}
