internal import Foundation
internal import Glibc

/// A listening port of this machine whose connections are `RawSocket`s: a server that obeys nobody.
package final class RawListener {
    private let descriptor: Int32

    /// The port it listens on.
    package let port: Int

    /// Listens on a free port; nil when there is none.
    package init?(timeoutSeconds: Int = 10) {
        guard let socket = ProxySocket.bound(to: 0), let port = socket.port else { return nil }
        (descriptor, self.port) = (socket.descriptor, port)
        // To wait in accept, for so long.
        _ = fcntl(descriptor, F_SETFL, 0)
        var timeout = timeval(tv_sec: timeoutSeconds, tv_usec: 0)
        let size = socklen_t(MemoryLayout<timeval>.size)
        unsafe setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, size)
        guard socket.startListening() else { return nil }
    }

    deinit { close(descriptor) }

    /// The next connection; nil when none came in time.
    package func accept() -> RawSocket? {
        let accepted = Glibc.accept(descriptor, nil, nil)
        guard accepted >= 0 else { return nil }
        _ = fcntl(accepted, F_SETFD, FD_CLOEXEC)
        return RawSocket(adopting: accepted)
    }

    /// The next connection, whose WebSocket handshake was answered as RFC 6455 section 4.2.2 says.
    package func acceptWebSocket() -> RawSocket? {
        guard let (socket, answer) = readHandshake(), socket.send(answer) else { return nil }
        return socket
    }

    /// The next connection, and what its WebSocket handshake has to be answered.
    package func readHandshake() -> (socket: RawSocket, answer: String)? {
        guard let socket = accept(), let head = socket.readHead(),
            let line = head.split(separator: "\r\n").first(where: {
                $0.lowercased().hasPrefix("sec-websocket-key:")
            })
        else { return nil }
        let key = line.dropFirst("sec-websocket-key:".count).filter { $0 != " " }
        let digest = SHA1.digest(of: Array((key + Self.identifier).utf8))
        let answer = """
            HTTP/1.1 101 Switching Protocols\r
            Upgrade: websocket\r
            Connection: Upgrade\r
            Sec-WebSocket-Accept: \(Data(digest).base64EncodedString())\r
            Sec-WebSocket-Protocol: emojiart.v1\r
            \r\n
            """
        return (socket, answer)
    }

    /// What a server appends to the key (RFC 6455 section 1.3).
    private static let identifier = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
}
