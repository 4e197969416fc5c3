internal import CLibwebsockets
internal import Glibc

extension NativeLoop {
    /// Listens on one address; `host` is an IP literal or a name, `port` 0 takes any free one.
    ///
    /// With an identity it speaks TLS alone. The owner, for which connections are reported,
    /// outlives the loop; each connection has memory for the bytes that are read at once.
    ///
    /// - Throws: `.addressInUse`, `.addressUnusable`, or `.loopFailed` when the loop has ended.
    package func listen(
        on host: String,
        port: Int,
        protocolName: String,
        receiveBytes: Int,
        identity: TLSIdentity?,
        owner: AnyObject
    ) throws(WebSocketError) -> NativeHost {
        let address = try NativeAddress.listenable(host: host, port: port)
        let made = unsafe makeHost(
            protocolName: protocolName,
            receiveBytes: receiveBytes,
            tls: identity == nil ? .none : .server,
            NativeHost(owner: owner, identity: identity)
        ) { info in
            unsafe info.port = Int32(port)
            unsafe info.iface = UnsafePointer(keep(address))
            if !address.contains(":") {
                unsafe info.options |= UInt64(bitPattern: Int64(LWS_SERVER_OPTION_DISABLE_IPV6))
            }
        }
        guard let made else {
            throw .loopFailed(part: "listener", reason: "libwebsockets cannot listen on \(address)")
        }
        return made
    }

    /// Listens on a path of the file system, of at most `UnixAddress.pathBytesMax` bytes.
    ///
    /// - Throws: `.socketInUse`, `.socketUnusable`, or `.loopFailed` when the loop has ended.
    package func listen(
        at path: String,
        protocolName: String,
        receiveBytes: Int,
        owner: AnyObject
    ) throws(WebSocketError) -> NativeHost {
        try UnixAddress.makeWay(at: path)
        // libwebsockets 4.1.6 unlinks what is there, binds, and gives the process's group access
        // (lws_socket_bind in lib/core-net/network.c): the mask and the mode undo the latter, and
        // `NativeAddress.isOwn` finds out who connected in between.
        let mask = umask(0o177)
        let made = unsafe makeHost(
            protocolName: protocolName,
            receiveBytes: receiveBytes,
            NativeHost(owner: owner, identity: nil)
        ) { info in
            unsafe info.port = 0
            unsafe info.iface = UnsafePointer(keep(path))
            unsafe info.options |= UInt64(bitPattern: Int64(LWS_SERVER_OPTION_UNIX_SOCK))
        }
        umask(mask)
        guard let made, unsafe chmod(path, 0o600) == 0 else {
            throw .loopFailed(part: "listener", reason: "libwebsockets cannot listen on \(path)")
        }
        return made
    }

    /// Makes a host without a port, which serves sockets that are adopted.
    ///
    /// - Throws: `.loopFailed` when the loop has ended.
    package func serve(
        protocolName: String,
        receiveBytes: Int,
        owner: AnyObject
    ) throws(WebSocketError) -> NativeHost {
        let host = NativeHost(owner: owner, identity: nil)
        let made = unsafe makeHost(protocolName: protocolName, receiveBytes: receiveBytes, host) {
            info in
            // lws looks for the host of a request by the number that stands here: clients' must be
            // another one.
            unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        }
        guard let made else {
            throw .loopFailed(
                part: "listener",
                reason: "libwebsockets cannot serve \(protocolName)"
            )
        }
        return made
    }

    /// Starts a client's connection, which carries `handle`; nil when it failed at once.
    ///
    /// The address is numeric, so that nothing is looked up here. With `authorities`, a PEM file,
    /// servers are checked by its certificates in place of the system's: the first one holds for
    /// all.
    package func connect(
        to address: String,
        port: Int,
        path: String,
        hostHeader: String,
        subprotocol: String,
        isSecure: Bool,
        authorities: String?,
        handle: UInt
    ) -> NativeSocket? {
        guard let pointer = unsafe pointer,
            let host = unsafe isSecure ? hostTLS(authorities: authorities) : clients?.raw
        else { return nil }
        var info = unsafe lws_client_connect_info()
        unsafe info.context = pointer
        unsafe info.vhost = host
        unsafe info.port = Int32(port)
        unsafe info.opaque_user_data = UnsafeMutableRawPointer(bitPattern: handle)
        unsafe info.ssl_connection = isSecure ? Int32(LCCSCF_USE_SSL.rawValue) : 0
        return unsafe address.withCString { address in
            unsafe path.withCString { path in
                unsafe hostHeader.withCString { hostHeader in
                    unsafe subprotocol.withCString { subprotocol in
                        unsafe Self.clientProtocolName.withCString { local in
                            unsafe info.address = address
                            unsafe info.path = path
                            unsafe info.host = hostHeader
                            unsafe info.`protocol` = subprotocol
                            unsafe info.local_protocol_name = local
                            return unsafe lws_client_connect_via_info(&info)
                                .map { unsafe NativeSocket($0) }
                        }
                    }
                }
            }
        }
    }

    /// The host of clients with TLS, made when the first of them comes.
    private func hostTLS(authorities: String?) -> OpaquePointer? {
        if clientsTLS == nil {
            clientsTLS = unsafe makeHost(
                protocolName: Self.clientProtocolName,
                receiveBytes: 16_384,
                tls: .client(authorities: authorities)
            )
        }
        return unsafe clientsTLS?.raw
    }

    enum TLS {
        case none
        /// The host brings the certificate: see `NativeHost.secure`.
        case server
        /// Servers are checked by the system's certificates, or by those of a PEM file alone.
        case client(authorities: String?)
    }

    /// Creates a host with one protocol; nil when lws cannot, such as when it cannot bind.
    func makeHost(
        protocolName: String,
        receiveBytes: Int,
        tls: TLS = .none,
        _ host: NativeHost = NativeHost(owner: nil, identity: nil),
        _ adjust: (inout lws_context_creation_info) -> Void = { _ in }
    ) -> NativeHost? {
        guard let pointer = unsafe pointer else { return nil }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN
        unsafe info.protocols = UnsafePointer(makeTable(protocolName, receiveBytes: receiveBytes))
        // lws holds the host by pointer from here on.
        hosts.append(host)
        unsafe info.user = Unmanaged.passUnretained(host).toOpaque()
        // And by the Host header, whose beginning is enough: with a space it is none's.
        unsafe info.vhost_name = UnsafePointer(keep(" \(protocolName)-\(hosts.count)"))
        unsafe info.alpn = UnsafePointer(keep("http/1.1"))
        unsafe info.retry_and_idle_policy = UnsafePointer(retry)
        switch tls {
        case .none: break
        case .server: unsafe info.options = shim_option_tls_listener()
        case .client(let authorities):
            // The system's certificates take tens of milliseconds: only for who connects with TLS.
            unsafe info.options = shim_option_tls_init()
            if let authorities {
                unsafe info.options |= UInt64(
                    bitPattern: Int64(LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS)
                )
                unsafe info.client_ssl_ca_filepath = UnsafePointer(keep(authorities))
            }
        }
        unsafe adjust(&info)
        guard let made = unsafe lws_create_vhost(pointer, &info) else { return nil }
        unsafe host.raw = made
        return host
    }

    private func keep(_ text: String) -> UnsafeMutablePointer<CChar>? {
        guard let copy = unsafe strdup(text) else { return nil }
        unsafe names.append(copy)
        return unsafe copy
    }

    private func makeTable(
        _ name: String,
        receiveBytes: Int
    ) -> UnsafeMutablePointer<lws_protocols> {
        let table = UnsafeMutablePointer<lws_protocols>.allocate(capacity: 2)
        unsafe table.initialize(repeating: lws_protocols(), count: 2)
        unsafe table[0].name = UnsafePointer(keep(name))
        unsafe table[0].callback = { unsafe loopCallback($0, $1, $2, $3, $4) }
        unsafe table[0].per_session_data_size = 8
        unsafe table[0].rx_buffer_size = receiveBytes
        // 0 would cut every send at rx_buffer_size.
        unsafe table[0].tx_packet_size = 65_536
        unsafe tables.append(table)
        return unsafe table
    }
}
