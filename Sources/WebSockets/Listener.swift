/// A listening port: HTTP and WebSocket on one address.
///
/// Event-loop thread only. The loop keeps it until the loop ends.
package final class Listener {
    /// How many connections are open.
    package private(set) var connectionCount = 0

    /// The port it listens on, also when any was asked for.
    package private(set) var port = 0

    let handler: any ListenerHandler
    let subprotocol: String
    private(set) var isAccepting = true

    /// Listens on one address; `host` is an IP literal or a name, `port` 0 takes any free one.
    ///
    /// Handshakes must name `subprotocol`, a token of at most 64 characters, in their list.
    ///
    /// - Throws: `.addressInUse`, `.addressUnusable`, or `.loopFailed` when the loop has ended.
    package init(
        on loop: EventLoop,
        host: String,
        port: Int,
        subprotocol: String,
        handler: any ListenerHandler
    ) throws(WebSocketError) {
        precondition((0...65_535).contains(port), "a port is 0...65535")
        self.handler = handler
        self.subprotocol = subprotocol
        let address = try NativeAddress.listenable(host: host, port: port)
        let virtualHost = loop.native?.makeVirtualHost(
            protocolName: subprotocol,
            receiveBytes: 2_048,
            interface: address,
            port: port,
            listener: self
        )
        guard let virtualHost else {
            throw .loopFailed(part: "listener", reason: "libwebsockets cannot listen on \(address)")
        }
        self.port = virtualHost.port
        // lws holds the listener by pointer from here on.
        loop.listeners.append(self)
    }

    /// Hangs up on whoever connects from now on; open connections go on.
    package func stopAccepting() { isAccepting = false }

    func connectionOpened(_ connection: Connection, request: HTTPRequest) {
        connectionCount += 1
        handler.opened(connection, request: request)
    }

    func connectionEnded(_ connection: Connection) {
        connectionCount -= 1
        handler.closed(connection)
    }
}
