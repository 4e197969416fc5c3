internal import Glibc

/// Listening on a Unix socket, for the operators of this machine.
extension Listener {
    /// What libwebsockets calls the protocol of operators, who never upgrade.
    package static let operatorsName = "operators"

    /// Listens on a path of the file system, of at most `UnixAddress.pathBytesMax` bytes.
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
        try UnixAddress.makeWay(at: path)
        // libwebsockets 4.1.6 unlinks what is there, binds, and gives the process's group access
        // (lws_socket_bind in lib/core-net/network.c): the mask and the mode undo the latter, and
        // `EventLoop.admits` asks who connected in between.
        let mask = umask(0o177)
        let virtualHost = loop.native?.makeVirtualHost(
            protocolName: name,
            receiveBytes: 1_024,
            interface: path,
            port: 0,
            isUnix: true,
            listener: self
        )
        umask(mask)
        host = virtualHost
        guard virtualHost != nil, unsafe chmod(path, 0o600) == 0 else {
            throw .loopFailed(part: "listener", reason: "libwebsockets cannot listen on \(path)")
        }
        loop.listeners.append(self)
    }
}
