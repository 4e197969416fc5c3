internal import CLibwebsockets
internal import Glibc

/// One `struct lws_context` and what it keeps by pointer.
///
/// Event-loop thread only. lws does not copy tables and names it is given: they are allocated here
/// and freed after the context is. `destroy` must have been called when the last reference goes.
@safe
final class NativeContext {
    /// A virtual host: a listening port, or the home of clients and of the timer.
    @safe
    struct VirtualHost {
        fileprivate let pointer: OpaquePointer

        /// The port it listens on.
        var port: Int { unsafe Int(lws_get_vhost_listen_port(pointer)) }
    }

    /// The TLS of a virtual host.
    enum TLS {
        case none
        /// Its listener brings the certificate: see `Listener.secure`.
        case server
        /// Servers are checked by the system's certificates, or by those of a PEM file alone.
        case client(authorities: String?)
    }

    /// Makes OpenSSL ready for all contexts, by one that is nobody's.
    ///
    /// Each context that does it takes another index for what OpenSSL keeps for lws, in one
    /// variable for all (lws_context_init_ssl_library of 4.1.6): the verification of a certificate
    /// that is under way for another context then finds no connection, and the connect fails.
    private static let prepareTLS: Void = {
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN
        unsafe info.options =
            UInt64(bitPattern: Int64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)) | shim_option_tls_init()
        unsafe info.gid = -1
        unsafe info.uid = -1
        unsafe lws_context_destroy(lws_create_context(&info))
    }()

    /// Set to nil by lws when the context is freed for good.
    private let holder: UnsafeMutablePointer<OpaquePointer?>
    private var tables: [UnsafeMutablePointer<lws_protocols>]
    private var names: [UnsafeMutablePointer<CChar>]
    private let retry: UnsafeMutablePointer<lws_retry_bo_t>

    /// Creates a context whose callbacks find `loop`; it gets none before its first virtual host.
    ///
    /// With a libev loop it runs on that, else by `serve`.
    ///
    /// - Throws: `.loopFailed` when lws refuses, such as for want of the libev plugin.
    init(
        libev: LibevLoop?,
        limits: ConnectionLimits,
        loop: EventLoop
    ) throws(WebSocketError) {
        unsafe tables = []
        unsafe names = []
        unsafe holder = .allocate(capacity: 1)
        unsafe holder.initialize(to: nil)
        // All zero: lws's own pings, whose timer list costs O(connections) each, stay off.
        unsafe retry = .allocate(capacity: 1)
        unsafe retry.initialize(to: lws_retry_bo_t())
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN
        unsafe info.options =
            UInt64(bitPattern: Int64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS))
            | (libev != nil ? UInt64(bitPattern: Int64(LWS_SERVER_OPTION_LIBEV)) : 0)
        unsafe info.user = Unmanaged.passUnretained(loop).toOpaque()
        unsafe info.pcontext = holder
        unsafe info.gid = -1
        unsafe info.uid = -1
        unsafe info.timeout_secs = UInt32(limits.handshakeTimeoutSeconds)
        unsafe info.timeout_secs_ah_idle = UInt32(limits.handshakeTimeoutSeconds)
        unsafe info.max_http_header_data2 = UInt32(limits.headerBytesMax)
        // As many as connections: who comes never waits for a place that a silent one holds.
        unsafe info.max_http_header_pool2 = UInt32(limits.connectionsMax) + 1_024
        unsafe info.pt_serv_buf_size = 16_384 + 256
        unsafe info.retry_and_idle_policy = UnsafePointer(retry)
        var loops = unsafe [libev?.native]
        Self.prepareTLS
        let created = unsafe loops.withUnsafeMutableBufferPointer { loops in
            if libev != nil { unsafe info.foreign_loops = loops.baseAddress }
            return unsafe lws_create_context(&info)
        }
        // lws sets the holder only when it frees the context: here it is filled by us.
        unsafe holder.pointee = created
        guard unsafe created != nil else {
            throw .loopFailed(
                part: "context",
                reason: "libwebsockets failed; is its libev plugin missing?"
            )
        }
    }

    deinit {
        precondition(isDestroyed, "a loop's context is destroyed before its tables are freed")
        unsafe holder.deallocate()
        unsafe retry.deallocate()
        while let table = unsafe tables.popLast() { unsafe table.deallocate() }
        while let name = unsafe names.popLast() { unsafe free(name) }
    }

    /// The context, until it is destroyed.
    var pointer: OpaquePointer? { unsafe holder.pointee }

    /// Whether lws has freed the context.
    var isDestroyed: Bool { unsafe holder.pointee == nil }

    /// Creates a virtual host with one protocol; nil when lws cannot, such as when it cannot bind.
    ///
    /// `interface` is an IP literal, or the path of a Unix socket, whose port is 0; `port` 0 binds
    /// any; nil for both does not listen.
    func makeVirtualHost(
        protocolName: String,
        receiveBytes: Int,
        interface: String? = nil,
        port: Int? = nil,
        tls: TLS = .none,
        isUnix: Bool = false,
        listener: Listener? = nil
    ) -> VirtualHost? {
        guard let pointer = unsafe pointer else { return nil }
        var info = unsafe lws_context_creation_info()
        // With a listener but no port it is served by adopted sockets. lws looks for the host of a
        // request by the number that stands here: clients' must be another one.
        let nowhere =
            listener == nil ? CONTEXT_PORT_NO_LISTEN : CONTEXT_PORT_NO_LISTEN_SERVER
        unsafe info.port = port.map { Int32($0) } ?? nowhere
        unsafe info.protocols = UnsafePointer(makeTable(protocolName, receiveBytes: receiveBytes))
        unsafe info.user = listener.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        // And by the Host header, whose beginning is enough: with a space it is none's.
        unsafe info.vhost_name = UnsafePointer(keep(" \(protocolName)-\(names.count)"))
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
        if let interface {
            unsafe info.iface = UnsafePointer(keep(interface))
            if isUnix {
                unsafe info.options |= UInt64(bitPattern: Int64(LWS_SERVER_OPTION_UNIX_SOCK))
            } else if !interface.contains(":") {
                unsafe info.options |= UInt64(
                    bitPattern: Int64(LWS_SERVER_OPTION_DISABLE_IPV6)
                )
            }
        }
        guard let host = unsafe lws_create_vhost(pointer, &info) else { return nil }
        return unsafe VirtualHost(pointer: host)
    }

    /// Adopts a descriptor that raises RAW_RX_FILE whenever it can be read.
    func adopt(file descriptor: Int32, on host: VirtualHost, protocolName: String) -> Bool {
        var file = lws_sock_file_fd_type()
        unsafe file.filefd = descriptor
        return unsafe lws_adopt_descriptor_vhost(
            host.pointer,
            LWS_ADOPT_RAW_FILE_DESC,
            file,
            protocolName,
            nil
        ) != nil
    }

    /// Adopts a connected socket as one that a listener of the host accepted, without TLS.
    ///
    /// It is told of from within this call. When libwebsockets cannot, it closes the socket.
    func adopt(socket descriptor: Int32, on host: VirtualHost) {
        unsafe _ = lws_adopt_socket_vhost(host.pointer, descriptor)
    }

    /// Starts a client connection; nil when it failed at once.
    ///
    /// - Parameters:
    ///   - url: what to ask for.
    ///   - address: the numeric address of its host, so that nothing is looked up here.
    ///   - subprotocol: what the server has to speak.
    ///   - host: where the connection lives.
    ///   - protocolName: the name of the callback's protocol there.
    ///   - handle: what the connection carries.
    /// - Returns: the connection.
    func connect(
        to url: WebSocketURL,
        at address: String,
        subprotocol: String,
        on host: VirtualHost,
        protocolName: String,
        handle: UInt
    ) -> NativeSocket? {
        guard let pointer = unsafe pointer else { return nil }
        var info = unsafe lws_client_connect_info()
        return unsafe address.withCString { address in
            unsafe url.path.withCString { path in
                unsafe url.hostHeader.withCString { hostHeader in
                    unsafe subprotocol.withCString { subprotocol in
                        unsafe protocolName.withCString { local in
                            unsafe info.context = pointer
                            unsafe info.vhost = host.pointer
                            unsafe info.address = address
                            unsafe info.port = Int32(url.port)
                            unsafe info.path = path
                            unsafe info.host = hostHeader
                            unsafe info.`protocol` = subprotocol
                            unsafe info.local_protocol_name = local
                            unsafe info.opaque_user_data = UnsafeMutableRawPointer(
                                bitPattern: handle
                            )
                            unsafe info.ssl_connection =
                                url.scheme == .wss ? Int32(LCCSCF_USE_SSL.rawValue) : 0
                            guard let socket = unsafe lws_client_connect_via_info(&info) else {
                                return nil
                            }
                            return unsafe NativeSocket(socket)
                        }
                    }
                }
            }
        }
    }

    /// Serves what there is, of a context without a libev loop.
    ///
    /// - Parameter waits: whether it waits for something, else it only looks.
    func serve(waits: Bool) {
        guard let pointer = unsafe pointer else { return }
        unsafe _ = lws_service(pointer, waits ? 0 : -1)
    }

    /// Destroys the context, closing all its connections; not from a callback of lws.
    func destroy() {
        guard let pointer = unsafe pointer else { return }
        unsafe lws_context_destroy(pointer)
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
