internal import CLibwebsockets
internal import Glibc

/// One thread's loop over the network: a context of libwebsockets, what waits for its input, a
/// timer.
///
/// Event-loop thread only, but for its `Wake`. lws does not copy tables and names it is given: they
/// are allocated here and freed after the context is. `destroy` must have been called when the
/// last reference goes.
@safe
package final class NativeLoop {
    /// Descriptors without which no loop is made.
    ///
    /// libwebsockets and libev open some ten, and libev aborts when one is not to be had.
    private static let descriptorsMin = 32
    /// The name of lws's protocol for clients and for files that are watched.
    static let clientProtocolName = "loop"

    /// The limits that libwebsockets applies itself.
    package typealias Limits = (
        handshakeTimeoutSeconds: Int, headerBytesMax: Int, connectionsMax: Int
    )

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

    /// Reports an event of a connection; the connection ends when the result is false.
    private let onSocket: (NativeSocket, SocketEvent, Span<UInt8>) -> Bool
    private let onLoop: (LoopEvent) -> Void
    /// Set to nil by lws when the context is freed for good.
    private let holder: UnsafeMutablePointer<OpaquePointer?>
    var tables: [UnsafeMutablePointer<lws_protocols>]
    var names: [UnsafeMutablePointer<CChar>]
    let retry: UnsafeMutablePointer<lws_retry_bo_t>
    private let wake: Wake
    private var libev: LibevLoop?
    let timer: Int32
    var hosts: [NativeHost] = []
    /// Where clients and watched files live; a listener has a host of its own.
    var clients: NativeHost?
    /// Where clients with TLS live, once there is one.
    var clientsTLS: NativeHost?

    /// Creates a loop that nothing runs on yet.
    ///
    /// - Parameters:
    ///   - limits: of its connections.
    ///   - wake: what interrupts it, from here on until it is destroyed.
    ///   - onSocket: called with each event of a connection, which ends when the result is false.
    ///   - onLoop: called with each event of the loop.
    /// - Throws: `.loopFailed` when libwebsockets, its libev plugin, a timer, or descriptors for
    ///   them are not to be had.
    package init(
        limits: Limits,
        wake: Wake,
        onSocket: @escaping (NativeSocket, SocketEvent, Span<UInt8>) -> Bool,
        onLoop: @escaping (LoopEvent) -> Void
    ) throws(WebSocketError) {
        self.onSocket = onSocket
        self.onLoop = onLoop
        self.wake = wake
        unsafe tables = []
        unsafe names = []
        unsafe holder = .allocate(capacity: 1)
        unsafe holder.initialize(to: nil)
        // All zero: lws's own pings, whose timer list costs O(connections) each, stay off.
        unsafe retry = .allocate(capacity: 1)
        unsafe retry.initialize(to: lws_retry_bo_t())
        timer = shim_timer_create()
        guard Self.descriptorsMax >= Self.descriptorsMin else {
            throw .loopFailed(
                part: "event loop",
                reason: "it needs \(Self.descriptorsMin) open files, and \(Self.descriptorsMax) "
                    + "are allowed; raise the limit (ulimit -n)"
            )
        }
        guard timer >= 0 else {
            throw .loopFailed(part: "timer", reason: "no file descriptor is left")
        }
        // Peers can cause lines of lws's own log, which is one for all contexts.
        lws_set_log_level(0, nil)
        libev = LibevLoop(owner: self)
        guard libev != nil else {
            throw .loopFailed(part: "libev", reason: "it has no way to wait for events")
        }
        // lws sets the holder only when it frees the context: here it is filled by us.
        unsafe holder.pointee = makeContext(limits)
        guard unsafe pointer != nil else {
            throw .loopFailed(
                part: "context",
                reason: "libwebsockets failed; is its libev plugin missing?"
            )
        }
        clients = unsafe makeHost(protocolName: Self.clientProtocolName, receiveBytes: 16_384)
        guard watch(timer) else {
            destroy()
            throw .loopFailed(part: "timer", reason: "libwebsockets refuses it")
        }
        wake.set(to: libev)
    }

    deinit {
        let isFreed = unsafe pointer == nil
        precondition(isFreed, "a loop's context is destroyed before its tables are freed")
        unsafe holder.deallocate()
        unsafe retry.deallocate()
        while let table = unsafe tables.popLast() { unsafe table.deallocate() }
        while let name = unsafe names.popLast() { unsafe free(name) }
    }

    /// How many descriptors the process may have open.
    package static var descriptorsMax: Int { Int(shim_descriptors_max()) }

    var pointer: OpaquePointer? { unsafe holder.pointee }

    /// Runs on this thread until `end`; a loop runs once.
    ///
    /// While it reports that it rests, it may be run once more, also on another thread, until
    /// `leave`: then libwebsockets does nothing of its own.
    package func run() { libev?.run() }

    /// Ends the run within another, from a callback.
    package func leave() { libev?.leave() }

    /// Ends the run; from a callback.
    package func end() { libev?.end() }

    /// Sets whether the loop only looks for what there is, and does not wait for more.
    package func setBusy(_ isBusy: Bool) { libev?.setBusy(isBusy) }

    /// Fires the timer once, at a time of CLOCK_MONOTONIC in milliseconds, and at no earlier one.
    package func setTimer(at time: UInt64) { _ = shim_timer_set(timer, time) }

    /// Closes all connections and frees the context; nobody can wake it from here on.
    ///
    /// Not from a callback.
    package func destroy() {
        wake.clear()
        if let pointer = unsafe pointer { unsafe lws_context_destroy(pointer) }
        // After the context, whose watchers are on it.
        libev = nil
    }

    /// Reports `fileReadable` whenever a descriptor can be read; false when lws refuses it.
    package func watch(_ descriptor: Int32) -> Bool {
        guard let host = unsafe clients?.raw else { return false }
        var file = lws_sock_file_fd_type()
        unsafe file.filefd = descriptor
        return unsafe lws_adopt_descriptor_vhost(
            host,
            LWS_ADOPT_RAW_FILE_DESC,
            file,
            Self.clientProtocolName,
            nil
        ) != nil
    }

    /// Adopts a connected socket as one that a listener of the host accepted, without TLS.
    ///
    /// It is reported from within this call. When libwebsockets cannot, it closes the socket.
    package func adopt(socket descriptor: Int32, on host: NativeHost) {
        guard let host = unsafe host.raw else { return }
        unsafe _ = lws_adopt_socket_vhost(host, descriptor)
    }

    func report(_ event: SocketEvent, _ socket: NativeSocket, _ bytes: Span<UInt8>) -> Bool {
        onSocket(socket, event, bytes)
    }

    func report(_ event: LoopEvent) { onLoop(event) }

    func timerFired() {
        var expirations: UInt64 = 0
        unsafe _ = read(timer, &expirations, MemoryLayout<UInt64>.size)
        report(.timer)
    }

    private func makeContext(_ limits: Limits) -> OpaquePointer? {
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN
        unsafe info.options =
            UInt64(bitPattern: Int64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS))
            | UInt64(bitPattern: Int64(LWS_SERVER_OPTION_LIBEV))
        unsafe info.user = Unmanaged.passUnretained(self).toOpaque()
        unsafe info.pcontext = holder
        unsafe info.gid = -1
        unsafe info.uid = -1
        unsafe info.timeout_secs = UInt32(limits.handshakeTimeoutSeconds)
        unsafe info.timeout_secs_ah_idle = UInt32(limits.handshakeTimeoutSeconds)
        unsafe info.max_http_header_data2 = UInt32(limits.headerBytesMax)
        // As many as connections: a new one never waits for a place that a silent one holds.
        unsafe info.max_http_header_pool2 = UInt32(limits.connectionsMax) + 1_024
        unsafe info.pt_serv_buf_size = 16_384 + 256
        unsafe info.retry_and_idle_policy = UnsafePointer(retry)
        var loops = unsafe [libev?.native]
        Self.prepareTLS
        return unsafe loops.withUnsafeMutableBufferPointer { loops in
            unsafe info.foreign_loops = loops.baseAddress
            return unsafe lws_create_context(&info)
        }
    }
}
