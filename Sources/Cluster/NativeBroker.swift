internal import CNats
internal import Dispatch
internal import Glibc

/// The library's connection.
///
/// It locks its own memory: any thread may call it.
@safe
struct NativeBroker: @unchecked Sendable {
    private let connection: OpaquePointer

    /// Begins to connect, and goes on until there is a broker.
    ///
    /// - Parameters:
    ///   - options: where to.
    ///   - handler: is told what becomes of it, on threads of the library, until `close()` returns.
    /// - Throws: `failed` when the options are none.
    init(_ options: BrokerOptions, _ handler: Handler) throws(BrokerError) {
        var native: OpaquePointer?
        unsafe try Self.check(natsOptions_Create(&native))
        defer { unsafe natsOptions_Destroy(native) }
        // Held until the connection is closed for good, when nothing calls back any more.
        let user = unsafe Unmanaged.passRetained(handler).toOpaque()
        do throws(BrokerError) {
            unsafe try Self.set(options, in: native)
            unsafe try Self.setHandlers(user, in: native)
            var made: OpaquePointer?
            let status = unsafe natsConnection_Connect(&made, native)
            // The first broker may be up later than this node.
            if status != NATS_NOT_YET_CONNECTED { try Self.check(status) }
            guard let made = unsafe made else { throw BrokerError.failed("no connection") }
            unsafe connection = made
            if status == NATS_OK { handler.receive(.connected) }
        } catch {
            unsafe Unmanaged<Handler>.fromOpaque(user).release()
            throw error
        }
    }

    /// Ends the connection and waits until nothing calls back any more.
    func close(_ handler: Handler) {
        unsafe natsConnection_Close(connection)
        handler.isClosed.wait()
        unsafe natsConnection_Destroy(connection)
        unsafe Unmanaged.passUnretained(handler).release()
    }

    /// Sends a message.
    ///
    /// - Parameters:
    ///   - payload: what it says.
    ///   - subject: where to.
    ///   - reply: where an answer goes; nil for none.
    ///   - id: by which a stream knows a second one of it; nil for none.
    /// - Throws: `failed`.
    func publish(
        _ payload: [UInt8],
        to subject: String,
        reply: String?,
        id: String?
    ) throws(BrokerError) {
        var message: OpaquePointer?
        let made = unsafe payload.withUnsafeBytes { bytes in
            unsafe natsMsg_Create(
                &message,
                subject,
                reply,
                bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                Int32(bytes.count)
            )
        }
        try Self.check(made)
        defer { unsafe natsMsg_Destroy(message) }
        if let id { try Self.check(unsafe natsMsgHeader_Set(message, "Nats-Msg-Id", id)) }
        try Self.check(unsafe natsConnection_PublishMsg(connection, message))
    }

    /// Has messages of a subject given to a closure until the subscription ends.
    ///
    /// - Throws: `failed`.
    func subscribe(
        _ subject: String,
        _ receive: @escaping @Sendable (BrokerMessage) -> Void
    ) throws(BrokerError) -> NativeSubscription {
        unsafe try NativeSubscription(connection, subject, receive)
    }

    /// A new subject for answers that nobody else has.
    ///
    /// - Throws: `failed`.
    static func makeInbox() throws(BrokerError) -> String {
        var inbox: UnsafeMutablePointer<natsInbox>?
        unsafe try check(natsInbox_Create(&inbox))
        defer { unsafe natsInbox_Destroy(inbox) }
        guard let inbox = unsafe inbox else { throw .failed("no inbox") }
        return unsafe String(cString: inbox)
    }

    static func check(_ status: natsStatus) throws(BrokerError) {
        guard status != NATS_OK else { return }
        throw .failed(unsafe String(cString: natsStatus_GetText(status)))
    }

    private static func set(
        _ options: BrokerOptions,
        in native: OpaquePointer?
    ) throws(BrokerError) {
        // The library copies them.
        let urls = unsafe options.urls.map { unsafe strdup($0) }
        defer {
            for index in unsafe urls.indices { unsafe free(urls[index]) }
        }
        var servers = unsafe urls.map { unsafe UnsafePointer<CChar>($0) }
        unsafe try check(natsOptions_SetServers(native, &servers, Int32(servers.count)))
        try check(unsafe natsOptions_SetName(native, options.name))
        if let file = options.credentials {
            try check(unsafe natsOptions_SetUserCredentialsFromFiles(native, file, nil))
        }
        if let file = options.authorities {
            try check(unsafe natsOptions_SetSecure(native, true))
            try check(unsafe natsOptions_LoadCATrustedCertificates(native, file))
        }
        // One thread gives messages out, in place of one for each subscription.
        try check(unsafe natsOptions_UseGlobalMessageDelivery(native, true))
        try check(unsafe natsOptions_SetMaxReconnect(native, -1))
        try check(unsafe natsOptions_SetReconnectWait(native, options.reconnectMilliseconds))
        try check(unsafe natsOptions_SetReconnectJitter(native, options.reconnectMilliseconds, 100))
        try check(unsafe natsOptions_SetPingInterval(native, options.pingMilliseconds))
        try check(unsafe natsOptions_SetMaxPingsOut(native, 2))
        // A batch waits for its answer: to gather more of them for one write would only delay it.
        try check(unsafe natsOptions_SetSendAsap(native, true))
    }

    private static func setHandlers(
        _ user: UnsafeMutableRawPointer,
        in native: OpaquePointer?
    ) throws(BrokerError) {
        let connected: natsConnectionHandler = { _, user in
            unsafe Handler.of(user)?.receive(.connected)
        }
        try check(unsafe natsOptions_SetRetryOnFailedConnect(native, true, connected, user))
        try check(unsafe natsOptions_SetReconnectedCB(native, connected, user))
        let lost: natsConnectionHandler = { _, user in
            unsafe Handler.of(user)?.receive(.disconnected)
        }
        try check(unsafe natsOptions_SetDisconnectedCB(native, lost, user))
        let closed: natsConnectionHandler = { _, user in
            unsafe Handler.of(user)?.isClosed.signal()
        }
        try check(unsafe natsOptions_SetClosedCB(native, closed, user))
        // Else the library writes to the standard error.
        try check(unsafe natsOptions_SetErrorHandler(native, { _, _, _, _ in }, nil))
    }
}
