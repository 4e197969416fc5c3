/// The loop of a simulated process: its driver reports what happens, and when.
package final class NativeLoop {
    // One thread runs a world, and a process has one world.
    /// The loop that was made last.
    @safe nonisolated(unsafe) package private(set) static weak var latest: NativeLoop?

    /// When the timer fires next, in milliseconds of the monotonic clock.
    package private(set) var timerAt = UInt64.max
    /// Whether the server has ended the run.
    package private(set) var isEnded = false

    private let onSocket: (NativeSocket, SocketEvent, Span<UInt8>) -> Bool
    private let onLoop: (LoopEvent) -> Void
    private let wake: Wake
    private var isBusy = true
    private var hosts: [NativeHost] = []
    private var sockets: [UInt: SimulatedSocket] = [:]
    private var attempts: [Attempt] = []

    /// A connection that this process wants to make.
    package struct Attempt {
        package let host: String
        package let end: SimulatedSocket
    }

    package typealias Limits = (
        handshakeTimeoutSeconds: Int, headerBytesMax: Int, connectionsMax: Int
    )

    package init(
        limits: Limits,
        wake: Wake,
        onSocket: @escaping (NativeSocket, SocketEvent, Span<UInt8>) -> Bool,
        onLoop: @escaping (LoopEvent) -> Void
    ) throws(WebSocketError) {
        self.onSocket = onSocket
        self.onLoop = onLoop
        self.wake = wake
        Self.latest = self
    }

    package static var descriptorsMax: Int { 1 << 20 }

    /// Returns at once: the driver runs it.
    package func run() {}

    package func end() { isEnded = true }

    package func leave() {}

    package func setBusy(_ isBusy: Bool) { self.isBusy = isBusy }

    package func setTimer(at time: UInt64) { timerAt = time }

    package func watch(_ descriptor: Int32) -> Bool { false }

    package func adopt(socket descriptor: Int32, on host: NativeHost) {}

    /// Frees all connections, as libwebsockets does.
    package func destroy() {
        isEnded = true
        for handle in sockets.keys.sorted() {
            if let end = sockets[handle] { free(end) }
        }
        hosts = []
    }
}

/// A listening port.
package final class NativeHost {
    static let usualPort = 8_080

    package unowned let owner: AnyObject
    let protocolName: String

    init(owner: AnyObject, protocolName: String) {
        self.owner = owner
        self.protocolName = protocolName
    }

    package var port: Int { Self.usualPort }

    package func adopt(_ identity: TLSIdentity) -> Bool { false }
}

// What listeners and clients ask for.
extension NativeLoop {
    package func listen(
        on host: String,
        port: Int,
        protocolName: String,
        receiveBytes: Int,
        identity: TLSIdentity?,
        owner: AnyObject
    ) throws(WebSocketError) -> NativeHost {
        try serve(protocolName: protocolName, receiveBytes: receiveBytes, owner: owner)
    }

    package func listen(
        at path: String,
        protocolName: String,
        receiveBytes: Int,
        owner: AnyObject
    ) throws(WebSocketError) -> NativeHost {
        try serve(protocolName: protocolName, receiveBytes: receiveBytes, owner: owner)
    }

    package func serve(
        protocolName: String,
        receiveBytes: Int,
        owner: AnyObject
    ) throws(WebSocketError) -> NativeHost {
        let host = NativeHost(owner: owner, protocolName: protocolName)
        hosts.append(host)
        return host
    }

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
        let end = SimulatedSocket(number: 0)
        end.handle = handle
        sockets[handle] = end
        attempts.append(Attempt(host: address, end: end))
        return NativeSocket(end: end)
    }
}

// What a driver brings: connections, bytes, room to write, ends, and time.
extension NativeLoop {
    /// A client asks for a WebSocket; false when it is refused or hung up on.
    package func accept(_ end: SimulatedSocket, path: String) -> Bool {
        guard !isEnded, let host = hosts.first else { return false }
        let listening = SimulatedSocket(number: 0)
        (listening.host, end.host, end.path) = (host, host, path)
        guard report(.arrived(descriptor: end.descriptor), to: listening) else { return false }
        for event in [SocketEvent.accepted, .upgradeAsked, .protocolChosen, .established] {
            guard report(event, to: end) else {
                free(end)
                return false
            }
        }
        sockets[end.handle] = end
        return true
    }

    /// The connections that are to be made.
    package func takeAttempts() -> [Attempt] {
        defer { attempts = [] }
        return attempts
    }

    /// A connection is made.
    package func deliverConnected(_ end: SimulatedSocket) { report(.connected, to: end) }

    /// A connection cannot be made.
    package func deliverFailure(to end: SimulatedSocket) {
        end.cut()
        report(.failed, to: end)
        free(end)
    }

    /// A chunk of a message arrives.
    package func deliver(
        _ chunk: Span<UInt8>,
        isFinal: Bool,
        remaining: Int,
        to end: SimulatedSocket
    ) {
        end.isFinalFragment = isFinal
        end.remainingPayload = UInt(remaining)
        report(.received, to: end, chunk)
    }

    /// A pong arrives.
    package func deliverPong(to end: SimulatedSocket) { report(.pong, to: end) }

    /// The kernel has room again.
    package func deliverRoom(to end: SimulatedSocket) {
        end.drain()
        guard end.unsent.isEmpty, end.wantsWriteable else { return }
        end.wantsWriteable = false
        report(.writeable, to: end)
    }

    /// The connection is over, whoever ended it.
    package func deliverEnd(to end: SimulatedSocket) {
        end.cut()
        report(.closed, to: end)
        free(end)
    }

    /// Whether the loop has something to do: mail, or what the last event left.
    package func takeWake() -> Bool { wake.take() || isBusy }

    /// The loop has reported all there was: mail, and then what is left for the end of a turn.
    package func rest() {
        onLoop(.woken)
        onLoop(.resting)
        // It looked for more input, and there is none.
        if isBusy { onLoop(.resting) }
    }

    /// The timer fires.
    package func deliverTimer() {
        timerAt = .max
        onLoop(.timer)
        isBusy = true
    }

    @discardableResult
    private func report(
        _ event: SocketEvent,
        to end: SimulatedSocket,
        _ bytes: Span<UInt8> = Span()
    ) -> Bool {
        isBusy = true
        return onSocket(NativeSocket(end: end), event, bytes)
    }

    private func free(_ end: SimulatedSocket) {
        sockets[end.handle] = nil
        report(.freed, to: end)
    }
}
