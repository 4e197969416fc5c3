/// A WebSocket to a server.
///
/// Event-loop thread only; the loop keeps it until `closed` was called. A name is looked up on
/// another thread, and all its addresses are tried.
package final class ClientConnection: SocketDelegate {
    let url: WebSocketURL
    let subprotocol: String
    let limits: ClientLimits
    private let handler: any ClientConnectionHandler
    /// Numeric addresses of the host that were not tried yet, the next one last.
    var addresses: [String] = []
    private var socket: Socket?
    private var isOver = false
    /// A close that was asked for before the connection was open.
    private var earlyClose: CloseStatus?

    /// Starts connecting; the handler hears how it went, never from within this call.
    package init(
        on loop: EventLoop,
        to url: WebSocketURL,
        subprotocol: String,
        limits: ClientLimits = ClientLimits(),
        handler: any ClientConnectionHandler
    ) {
        self.url = url
        self.subprotocol = subprotocol
        self.limits = limits
        self.handler = handler
        loop.connects.append(self)
        loop.requestTurn()
    }

    /// Bytes that wait to be sent, those that the kernel took excluded.
    package var queuedBytes: Int { socket?.queuedBytes ?? 0 }

    /// Sends one text message of valid UTF-8; nothing before `opened` and after `closed`.
    ///
    /// More than `queuedBytesMax` waiting closes the connection.
    package func send(_ payload: [UInt8]) {
        guard let socket, socket.phase == .open else { return }
        // Masked by us: lws would mask in place and send each message on its own.
        socket.send(Frame(opcode: .text, payload: payload, mask: socket.mask))
    }

    /// Closes with a code and a reason of at most 123 bytes; messages queued before go first.
    package func close(_ code: UInt16, _ reason: String) {
        if let socket {
            socket.close(code, reason)
        } else if !isOver {
            earlyClose = CloseStatus(code: code, reason: reason)
        }
    }

    func open(_ socket: Socket) {
        self.socket = socket
        if let earlyClose {
            socket.close(earlyClose.code, earlyClose.reason)
        } else {
            handler.opened(self)
        }
    }

    /// The connect has failed; only the first report counts.
    func failed(_ reason: ClientCloseReason) {
        guard !isOver else { return }
        isOver = true
        handler.closed(self, reason: reason)
    }

    func socketReceived(_ message: Span<UInt8>) { handler.received(message, on: self) }

    func socketDrained() {}

    func socketLagged() {}

    func socketClosed(_ status: CloseStatus?) {
        socket = nil
        guard let status else { return failed(.lost) }
        failed(.code(status.code, status.reason))
    }
}
