internal import CLibwebsockets
internal import DequeModule
internal import Glibc

/// One thread's event loop: its listeners, its connections, its clock.
///
/// Not Sendable: it is made, run and used on one thread; only a `Mailbox` crosses threads. One
/// turn of the loop:
/// ```
/// callbacks (mail, requests, messages, alarm) --> onTurnEnd --> flush: one write per connection
/// ```
/// What callbacks send is written once per turn, so many messages cost one system call each way.
package final class EventLoop {
    /// What waits for input.
    ///
    /// A process may have only one `libev` loop: a second one is refused, for it
    /// would abort in libev's signal handling.
    /// `poll` costs O(connections) per turn (8 ms for 10,000) and may be used as often as wanted.
    package enum Backend: Sendable {
        case libev
        case poll
    }

    /// Descriptors without which no loop is made.
    ///
    /// libwebsockets and libev open some ten, and libev aborts when one is not to be had.
    private static let descriptorsMin = 32

    /// The name of lws's protocol for clients and for the timer.
    static let clientProtocolName = "loop"

    /// Called after the callbacks of a turn and before its output is flushed.
    package var onTurnEnd: (() -> Void)?

    /// Called when the time given to `setAlarm` has come; set the next one from here.
    package var onAlarm: ((_ now: UInt64) -> Void)?

    /// Monotonic milliseconds (CLOCK_MONOTONIC), read once per callback of the loop.
    package internal(set) var now: UInt64

    let limits: ConnectionLimits
    let backend: Backend
    private var holdsLibev = false
    let wake = Wake()
    var native: NativeContext?
    /// Where clients and the timer live; a listener has a host of its own.
    var clientHost: NativeContext.VirtualHost?
    /// Where clients with TLS live, once there is one.
    var clientHostTLS: NativeContext.VirtualHost?
    var isStopping = false

    var peers = HandleTable<Peer>()
    var addressCounts: [String: Int] = [:]
    var acceptedCount = 0
    /// The addresses of the peers whose bodies are being gathered.
    var uploads: [UInt: String] = [:]
    var connectionsMax: Int
    var connectionNumber: UInt64 = 0
    var listeners: [Listener] = []
    var mailboxes: [MailSlot] = []
    var connects: [ClientConnection] = []
    /// Clients whose server's name is being looked up.
    var resolving: [Int: ClientConnection] = [:]
    var nextResolve = 0
    var answers: Mailbox<ResolvedName>?

    // The turn; see EventLoop+Turn.swift.
    var flushQueue: Deque<Socket> = []
    var changedLogs: [FrameLog] = []
    var paused: [Socket] = []
    var condemned: [UInt] = []
    var scratch: [UInt8] = []
    var isTurnDue = false
    var isTurning = false
    var isWakeRaised = false

    // The clock; see EventLoop+Clock.swift.
    let timer: Int32
    var timerAt = UInt64.max
    var alarmAt = UInt64.max
    var tickAt: UInt64
    var tickSlice = 0

    /// Creates a loop that nothing runs on yet.
    ///
    /// - Throws: `.loopFailed` when libwebsockets, its libev plugin, a timer, or descriptors for
    ///   them are not to be had.
    package init(
        backend: Backend = .libev,
        limits: ConnectionLimits = ConnectionLimits()
    ) throws(WebSocketError) {
        self.backend = backend
        self.limits = limits
        let descriptorsMax = Int(shim_descriptors_max())
        connectionsMax = min(
            limits.connectionsMax,
            max(1, descriptorsMax - limits.descriptorsReserved)
        )
        now = Self.readClock()
        tickAt = now
        timer = shim_timer_create()
        guard descriptorsMax >= Self.descriptorsMin else {
            throw .loopFailed(
                part: "event loop",
                reason: "of \(Self.descriptorsMin) open files that it needs, \(descriptorsMax) are "
                    + "allowed; raise the limit (ulimit -n)"
            )
        }
        guard timer >= 0 else {
            throw .loopFailed(part: "timer", reason: "no descriptor is left")
        }
        LibraryLog.install()
        guard backend == .poll || LibevClaim.take() else {
            throw .loopFailed(part: "libev", reason: "the process has a libev loop already")
        }
        holdsLibev = backend == .libev
        let native = try NativeContext(usesLibev: backend == .libev, limits: limits, loop: self)
        self.native = native
        clientHost = native.makeVirtualHost(
            protocolName: Self.clientProtocolName,
            receiveBytes: 16_384
        )
        guard let clientHost,
            native.adopt(file: timer, on: clientHost, protocolName: Self.clientProtocolName)
        else {
            destroyContext()
            throw .loopFailed(part: "timer", reason: "libwebsockets does not adopt it")
        }
        unsafe wake.set(native.pointer)
        armTimer()
    }

    deinit { destroyContext() }

    /// How many HTTP requests have no complete answer yet.
    ///
    /// - Complexity: O(connections).
    package var exchangeCount: Int {
        (0..<peers.slotCount).count { index in
            if case .exchange = peers.element(at: index)?.role { true } else { false }
        }
    }

    /// Runs the loop on this thread until `stop`, then closes what is still open.
    ///
    /// Returns with every handler's `closed` called and the sockets gone. A loop runs once.
    package func run() {
        var interrupt = InterruptSignal()
        // Connects and output from before the run wait for a first turn.
        requestTurn()
        while let native, !native.isDestroyed, !isStopping {
            native.serve()
        }
        destroyContext()
        interrupt.restore()
    }

    /// Ends the run after this turn; from the loop's thread, so elsewhere post it as mail.
    package func stop() {
        isStopping = true
        requestTurn()
    }

    /// Begins the end of the context from within libev's loop, which ends by no other means.
    ///
    /// libev goes on to it when it is idle, so no connection may keep it busy any more.
    func leave() {
        unsafe wake.set(nil)
        for index in 0..<peers.slotCount {
            if let peer = peers.element(at: index) { cut(peer) }
        }
        native?.destroy()
    }

    /// Begins or completes the end of the context; nobody can wake it from here on.
    func destroyContext() {
        isStopping = true
        unsafe wake.set(nil)
        // With libev the first call ends the loop, the next one frees it; it never takes four.
        for _ in 0..<4 {
            guard let native, !native.isDestroyed else { break }
            native.destroy()
        }
        native = nil
        if holdsLibev { LibevClaim.release() }
        holdsLibev = false
        // Closures and handlers may hold the loop: an ended loop lets go of them.
        mailboxes = []
        listeners = []
        for client in connects + resolving.values { client.failed(.lost) }
        connects = []
        resolving = [:]
        answers = nil
        onTurnEnd = nil
        onAlarm = nil
    }
}
