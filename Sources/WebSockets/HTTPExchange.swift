internal import Transport

/// One request that waits for its answer.
///
/// Event-loop thread only. The peer may go away at any time; answering then does nothing. A
/// request that gets no answer within `handshakeTimeoutSeconds` is hung up on.
package final class HTTPExchange {
    /// What becomes of a request's body.
    enum Body {
        /// None is on its way.
        case none
        /// It is read and thrown away: closing on it would reset the answer away.
        case drained
        /// It is gathered, and the request is the handler's when it has come to its end.
        case gathered(HTTPRequest)
    }

    /// Largest piece written at once; the rest follows when the socket has room.
    ///
    /// Of a larger one libwebsockets would keep a copy for a peer that reads slowly.
    private static let pieceBytesMax = 16_384

    private unowned let loop: EventLoop
    private var socket: NativeSocket?
    private let isHead: Bool
    /// The origin of a page of another site that may read the answer.
    private let guest: String?
    private var incoming: Body
    private var gathered: [UInt8] = []
    private var head: [UInt8] = []
    /// What of the content is still to be sent; nil for none, and once it is sent.
    private var content: HTTPContent?
    private var offset = 0
    private(set) var isAnswered = false
    private let beganAt: UInt64
    private let budget: Budget
    /// What the peer had acknowledged when that was looked at.
    private var acknowledged: UInt64 = 0

    init(
        socket: NativeSocket,
        on loop: EventLoop,
        budget: Budget,
        isHead: Bool,
        guest: String?,
        body: Body
    ) {
        self.budget = budget
        self.socket = socket
        self.loop = loop
        self.isHead = isHead
        self.guest = guest
        incoming = body
        beganAt = loop.now
    }

    /// Gives the body of a PUT, once.
    package func takeBody() -> [UInt8] {
        defer { gathered = [] }
        return gathered
    }

    /// Answers the request; only the first answer counts.
    ///
    /// While more is on its way to all peers than the loop may keep, the answer is 503; and 429
    /// while an eighth of that is on its way to this address.
    package func respond(_ response: HTTPResponse) {
        guard let socket, !isAnswered else { return }
        isAnswered = true
        var response = response
        if response.content.bytes.count > Self.pieceBytesMax {
            let share = loop.limits.queuedBytesTotalMax / 8
            if !loop.hasRoomForOutput {
                response = .tooMuchOutput
            } else if !budget.mayRead(response.content, within: share) {
                response = .tooMuchForAddress
            }
        }
        if let guest {
            response.headers += [("Access-Control-Allow-Origin", guest), ("Vary", "Origin")]
        }
        head = response.head(isSecure: socket.isSecure)
        if !isHead, response.hasBody {
            content = response.content
            response.content.enter(loop)
            budget.enter(response.content)
        }
        // lws serves no WRITEABLE to an HTTP connection whose reading is paused.
        socket.setReading(true)
        socket.askWriteable()
    }

    /// Tells the peer that the body may come (RFC 9110, section 15.2.1).
    func invite() {
        let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        unsafe line.withUnsafeBufferPointer { bytes in
            _ = unsafe socket?.write(bytes)
        }
    }

    /// A piece of the body; the handler has said how much may come.
    func receive(_ bytes: Span<UInt8>) {
        guard case .gathered = incoming else { return }
        unsafe bytes.withUnsafeBufferPointer { unsafe gathered.append(contentsOf: $0) }
    }

    /// Writes the next piece; true when the connection is done and shall close.
    func continueWriting() -> Bool {
        guard let socket, isAnswered else { return false }
        guard !isWritten else {
            guard case .drained = incoming else { return true }
            // The answer is out; the end of the body, or the deadline, ends the connection.
            socket.finishWriting()
            return false
        }
        if content != nil, !budget.output.isSolvent(now: loop.now) {
            loop.delayedExchanges.append(self)
            return false
        }
        let piece = takePiece()
        budget.output.take(piece.count, now: loop.now)
        let isAlive = unsafe piece.withUnsafeBufferPointer { unsafe socket.write($0) }
        socket.askWriteable()
        return !isAlive
    }

    /// The budget may have something again.
    func resume() { socket?.askWriteable() }

    private var isWritten: Bool { isAnswered && head.isEmpty && content == nil }

    /// The head with what fits of the content, then the next bytes of that.
    private func takePiece() -> [UInt8] {
        var piece = head
        head = []
        guard let content else { return piece }
        let bytes = content.bytes
        let end = min(bytes.count, offset + max(Self.pieceBytesMax - piece.count, 1))
        piece += bytes[offset..<end]
        offset = end
        if end == bytes.count { endContent() }
        return piece
    }

    private func endContent() {
        guard let content else { return }
        content.leave(loop)
        budget.leave(content)
        self.content = nil
    }

    // MARK: Pace

    /// Bytes a second that a peer reads at least, or it is the first to go when memory is short.
    static let bytesPerSecondMin = 10_000
    /// Bytes a second of a body that is gathered, or its peer is hung up on.
    private static let uploadPerSecondMin = 32_768
    private static let uploadGraceMilliseconds: UInt64 = 5_000

    /// Whether the peer has acknowledged anything since this was last asked.
    func goesOn() -> Bool {
        guard let socket else { return false }
        let count = socket.bytesAcknowledged
        defer { acknowledged = count }
        return isAnswered && count > acknowledged
    }

    /// Bytes a second that the peer has acknowledged; nil when nothing large waits for it.
    func readingRate(now: UInt64) -> Int? {
        guard let socket, content != nil else { return nil }
        return Int(clamping: socket.bytesAcknowledged * 1_000 / max(now - beganAt, 1_000))
    }

    /// Whether a body comes more slowly than it may.
    func dribbles(now: UInt64) -> Bool {
        guard case .gathered = incoming else { return false }
        let elapsed = now - beganAt
        guard elapsed > Self.uploadGraceMilliseconds else { return false }
        let paced = Int(elapsed - Self.uploadGraceMilliseconds)
        return gathered.count < Self.uploadPerSecondMin * paced / 1_000
    }

    /// The request body has come to its end.
    ///
    /// - Returns: the request that the handler gets now, if any; and whether the connection is done
    ///   and shall close.
    func bodyEnded() -> (request: HTTPRequest?, isDone: Bool) {
        defer { incoming = .none }
        if case .gathered(let request) = incoming { return (request, false) }
        return (nil, isWritten)
    }

    /// The peer is gone.
    func abandon() {
        socket = nil
        head = []
        endContent()
        gathered = []
    }
}
