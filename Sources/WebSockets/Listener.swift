/// A listening socket: HTTP and WebSocket on one address.
///
/// Event-loop thread only. The loop keeps it until the loop ends.
package final class Listener {
    /// For whom it listens, which decides whose connections count together.
    package enum Audience: Sendable {
        /// Under the limits of the loop.
        case everyone
        /// Counted apart, up to `EventLoop.operatorsMax`: a server that is full can still be asked.
        case operators
    }

    /// How many connections are open.
    package private(set) var connectionCount = 0

    /// The port it listens on, also when any was asked for; 0 for a Unix socket.
    package internal(set) var port = 0

    /// The certificate that peers are shown from now on; nil for a port without TLS.
    package private(set) var identity: TLSIdentity?

    /// Peers that are believed when they say for whom they speak (`X-Forwarded-For`).
    package var trustedProxies: [AddressRange] = []

    let handler: any ListenerHandler
    let subprotocol: String
    let audience: Audience
    /// Whether only this machine's own processes can come, by a path of the file system.
    let isLocal: Bool
    private(set) var isAccepting = true
    /// Where its connections are served; nil for here.
    var distribution: Distribution?
    /// What libwebsockets has of it.
    var host: NativeContext.VirtualHost?
    private var context: TLSContext?

    /// Bytes that are read at once, for which each connection has memory: several messages.
    private static let receiveBytes = 1_024

    init(
        subprotocol: String,
        audience: Audience,
        isLocal: Bool,
        handler: any ListenerHandler
    ) {
        self.subprotocol = subprotocol
        self.audience = audience
        self.isLocal = isLocal
        self.handler = handler
    }

    /// Listens on one address; `host` is an IP literal or a name, `port` 0 takes any free one.
    ///
    /// Handshakes must name `subprotocol`, a token of at most 64 characters, in their list. With an
    /// identity it speaks TLS alone: who speaks plain HTTP to it is hung up on.
    ///
    /// - Throws: `.addressInUse`, `.addressUnusable`, or `.loopFailed` when the loop has ended.
    package convenience init(
        on loop: EventLoop,
        host: String,
        port: Int,
        subprotocol: String,
        audience: Audience = .everyone,
        identity: TLSIdentity? = nil,
        handler: any ListenerHandler
    ) throws(WebSocketError) {
        precondition((0...65_535).contains(port), "a port is 0...65535")
        self.init(subprotocol: subprotocol, audience: audience, isLocal: false, handler: handler)
        self.identity = identity
        let address = try NativeAddress.listenable(host: host, port: port)
        let virtualHost = loop.native?.makeVirtualHost(
            protocolName: subprotocol,
            receiveBytes: Self.receiveBytes,
            interface: address,
            port: port,
            tls: identity == nil ? .none : .server,
            listener: self
        )
        guard let virtualHost else {
            throw .loopFailed(part: "listener", reason: "libwebsockets cannot listen on \(address)")
        }
        self.port = virtualHost.port
        self.host = virtualHost
        // lws holds the listener by pointer from here on.
        loop.listeners.append(self)
    }

    /// Has no port of its own, and serves what a listener of another loop accepts.
    ///
    /// - Parameters:
    ///   - audience: for whom that one listens.
    ///   - isLocal: whether it does so on a path of the file system.
    ///   - loop: the loop of this thread.
    ///   - subprotocol: as that one has it.
    ///   - handler: is told of connections.
    /// - Throws: `.loopFailed` when the loop has ended.
    package convenience init(
        servingFor audience: Audience,
        isLocal: Bool,
        on loop: EventLoop,
        subprotocol: String,
        handler: any ListenerHandler
    ) throws(WebSocketError) {
        self.init(subprotocol: subprotocol, audience: audience, isLocal: isLocal, handler: handler)
        let virtualHost = loop.native?.makeVirtualHost(
            protocolName: subprotocol,
            receiveBytes: Self.receiveBytes,
            listener: self
        )
        guard let virtualHost else {
            throw .loopFailed(part: "listener", reason: "libwebsockets cannot serve \(subprotocol)")
        }
        self.host = virtualHost
        loop.listeners.append(self)
    }

    /// Hangs up on whoever connects from now on; open connections go on.
    package func stopAccepting() { isAccepting = false }

    /// Shows another certificate to who connects from now on; open connections go on.
    ///
    /// - Returns: false when the port has no TLS, or OpenSSL does not take it; nothing changes.
    package func adopt(_ identity: TLSIdentity) -> Bool {
        guard let context, identity.install(in: context) else { return false }
        self.identity = identity
        return true
    }

    /// lws has made the context of this port's TLS; false when it cannot be used.
    func secure(_ context: TLSContext) -> Bool {
        guard let identity, context.prepare(), identity.install(in: context) else { return false }
        self.context = context
        return true
    }

    func connectionOpened(_ connection: Connection, request: HTTPRequest) {
        connectionCount += 1
        handler.opened(connection, request: request)
    }

    func connectionEnded(_ connection: Connection) {
        connectionCount -= 1
        handler.closed(connection)
    }
}
