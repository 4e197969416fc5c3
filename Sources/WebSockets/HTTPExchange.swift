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
    private static let pieceBytesMax = 65_536

    private var socket: NativeSocket?
    private let isHead: Bool
    private var incoming: Body
    private var gathered: [UInt8] = []
    private var output: [UInt8] = []
    private var offset = 0
    private(set) var isAnswered = false

    init(socket: NativeSocket, isHead: Bool, body: Body) {
        self.socket = socket
        self.isHead = isHead
        incoming = body
    }

    /// Gives the body of a PUT, once.
    package func takeBody() -> [UInt8] {
        defer { gathered = [] }
        return gathered
    }

    /// Answers the request; only the first answer counts.
    package func respond(_ response: HTTPResponse) {
        guard let socket, !isAnswered else { return }
        isAnswered = true
        output = response.encoded(isHead: isHead)
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
        guard offset < output.count else {
            guard case .drained = incoming else { return true }
            // The answer is out; the end of the body, or the deadline, ends the connection.
            socket.finishWriting()
            return false
        }
        let end = min(output.count, offset + Self.pieceBytesMax)
        let isAlive = unsafe output.withUnsafeBufferPointer { bytes in
            unsafe socket.write(UnsafeBufferPointer(rebasing: bytes[offset..<end]))
        }
        offset = end
        socket.askWriteable()
        return !isAlive
    }

    /// The request body has come to its end.
    ///
    /// - Returns: the request that the handler gets now, if any; and whether the connection is done
    ///   and shall close.
    func bodyEnded() -> (request: HTTPRequest?, isDone: Bool) {
        defer { incoming = .none }
        if case .gathered(let request) = incoming { return (request, false) }
        return (nil, isAnswered && offset == output.count)
    }

    /// The peer is gone.
    func abandon() {
        socket = nil
        output = []
        gathered = []
    }
}
