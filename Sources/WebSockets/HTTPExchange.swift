/// One request that waits for its answer.
///
/// Event-loop thread only. The peer may go away at any time; answering then does nothing. A
/// request that gets no answer within `handshakeTimeoutSeconds` is hung up on.
package final class HTTPExchange {
    /// Largest piece written at once; the rest follows when the socket has room.
    private static let pieceBytesMax = 65_536

    private var socket: NativeSocket?
    private let isHead: Bool
    /// Whether a request body may still be on its way: closing on it would reset the answer away.
    private var drainsBody: Bool
    private var output: [UInt8] = []
    private var offset = 0
    private(set) var isAnswered = false

    init(socket: NativeSocket, isHead: Bool, drainsBody: Bool) {
        self.socket = socket
        self.isHead = isHead
        self.drainsBody = drainsBody
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

    /// Writes the next piece; true when the connection is done and shall close.
    func continueWriting() -> Bool {
        guard let socket, isAnswered else { return false }
        guard offset < output.count else {
            guard drainsBody else { return true }
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

    /// The request body has come to its end; true when the connection is done and shall close.
    func bodyEnded() -> Bool {
        drainsBody = false
        return isAnswered && offset == output.count
    }

    /// The peer is gone.
    func abandon() {
        socket = nil
        output = []
    }
}
