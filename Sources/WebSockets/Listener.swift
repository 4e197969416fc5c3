package import Transport

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

    /// What libwebsockets calls the protocol of operators, who never upgrade.
    package static let operatorsName = "operators"
    /// How many connections are open.
    package private(set) var connectionCount = 0

    /// The port it listens on, also when any was asked for; 0 for a Unix socket.
    package var port: Int { host?.port ?? 0 }

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
    /// Whether the request line of a connection is looked at before it is read.
    var looksFirst: Bool {
        distribution != nil || !isLocal && identity == nil && SocketWatch.canPeek
    }
    /// What libwebsockets has of it, as soon as it listens.
    private(set) var host: NativeHost?
    /// Bytes that are read at once, for which each connection has memory: several messages.
    private static let receiveBytes = 1_024

    init(subprotocol: String, audience: Audience, isLocal: Bool, handler: any ListenerHandler) {
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
        if looksFirst { try loop.openLobby() }
        self.host = try loop.running.listen(
            on: host,
            port: port,
            protocolName: subprotocol,
            receiveBytes: Self.receiveBytes,
            identity: identity,
            owner: self
        )
        // The loop's hosts refer to their listeners from here on.
        loop.listeners.append(self)
    }

    /// Listens on a path of the file system, for the operators of this machine.
    ///
    /// The socket is its owner's alone (mode 0600), and whoever connects has to be the same user
    /// or root. One that a dead process left behind is replaced. It goes when the loop ends.
    ///
    /// - Throws: `.socketInUse` when a process listens there, `.socketUnusable` when the path is no
    ///   place for a socket, or `.loopFailed` when the loop has ended.
    package convenience init(
        on loop: EventLoop,
        path: String,
        handler: any ListenerHandler
    ) throws(WebSocketError) {
        let name = Self.operatorsName
        self.init(subprotocol: name, audience: .operators, isLocal: true, handler: handler)
        host = try loop.running.listen(
            at: path,
            protocolName: name,
            receiveBytes: Self.receiveBytes,
            owner: self
        )
        loop.listeners.append(self)
    }

    /// Has no port of its own, and serves what a listener of another loop accepts.
    ///
    /// - Throws: `.loopFailed` when the loop has ended.
    package convenience init(
        servingFor audience: Audience,
        isLocal: Bool,
        on loop: EventLoop,
        subprotocol: String,
        handler: any ListenerHandler
    ) throws(WebSocketError) {
        self.init(subprotocol: subprotocol, audience: audience, isLocal: isLocal, handler: handler)
        host = try loop.running.serve(
            protocolName: subprotocol,
            receiveBytes: Self.receiveBytes,
            owner: self
        )
        loop.listeners.append(self)
    }

    /// Hangs up on whoever connects from now on; open connections go on.
    package func stopAccepting() { isAccepting = false }

    /// Shows another certificate to who connects from now on; open connections go on.
    ///
    /// - Returns: false when the port has no TLS, or OpenSSL does not take it; nothing changes.
    package func adopt(_ identity: TLSIdentity) -> Bool {
        guard let host, host.adopt(identity) else { return false }
        self.identity = identity
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
