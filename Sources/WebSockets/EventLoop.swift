internal import DequeModule
package import Transport

/// One thread's event loop: its listeners, its connections, its clock.
///
/// Not Sendable: it is made, run and used on one thread; only a `Mailbox` crosses threads. One
/// turn of the loop:
/// ```
/// callbacks (mail, requests, messages, alarm) --> onTurnEnd --> flush: one write per connection
/// ```
/// What callbacks send is written once per turn, so many messages cost one system call each way. A
/// turn ends when nothing is left to call back for, and before the loop waits.
package final class EventLoop {
    /// Called after the callbacks of a turn and before its output is flushed.
    package var onTurnEnd: (() -> Void)?
    /// Called when all that a turn had to send is written, but to those who do not take it now.
    package var onFlushed: (() -> Void)?
    /// Called before the loop waits, with the nanoseconds since it last did.
    ///
    /// For so long nobody else was served.
    package var onRest: ((_ nanoseconds: UInt64) -> Void)?
    /// Called when the time given to `setAlarm` has come; set the next one from here.
    package var onAlarm: ((_ now: UInt64) -> Void)?
    /// Monotonic milliseconds (CLOCK_MONOTONIC), read once per callback of the loop.
    package internal(set) var now: UInt64
    /// Nanoseconds of the same clock when the message came that is being handled.
    package internal(set) var receivedAt: UInt64 = 0
    /// A PEM file of certificates by which servers are checked that clients connect to, in place of
    /// the system's; what the first client with TLS finds here holds for all.
    package var authorities: String?
    /// What peers may use; other limits hold for connections that are made from then on.
    ///
    /// How many connections there may be at once is what it was when the loop was made.
    package var limits: ConnectionLimits
    /// When the loop last came back from waiting, until it waits again; 0 before.
    var wokenAt: UInt64 = 0
    let wake = Wake()
    var native: NativeLoop?
    /// Goes on with the loop while its thread waits for the disk; nil once the loop has ended.
    var deputy: Deputy?
    /// True while the deputy has the loop.
    var isTaken = false
    /// True when the loop is ending, or has ended.
    package internal(set) var isStopping = false
    var peers = HandleTable<Peer>()
    /// What was let in, by this loop and by those that it shares a server with.
    package let admissions: Admissions
    /// Connections of which it is not known yet which loop they go to; nil where there is one loop.
    var lobby: Lobby?
    /// Connections that may not have said anything yet, the oldest first.
    var silent: Deque<UInt> = []
    /// Whether the address of the connection that is being accepted may have it.
    var admission = Standing.within
    var adopted: Arrival?
    var connectionsMax: Int
    var connectionNumber: UInt64 = 0
    var listeners: [Listener] = []
    /// The mailboxes, whatever their mail is.
    var mailboxes: [(isEmpty: () -> Bool, deliver: () -> Void)] = []
    var connects: [ClientConnection] = []
    var resolving: [Int: ClientConnection] = [:]
    var nextResolve = 0
    var answers: Mailbox<(number: Int, result: NameResolver.Answer)>?

    // The turn; see EventLoop+Turn.swift.
    var flushQueue: Deque<Socket> = []
    var changedLogs: [FrameLog] = []
    var paused: [Socket] = []
    /// Tells on which connections something came; nil where nothing tells.
    let inputs = SocketWatch()
    /// Bytes in the private queues of all sockets.
    var queuedBytes = 0
    var condemned: [UInt] = []
    /// What addresses and users may cost, and those that wait until they may be written to.
    var budgets: [String: Budget] = [:]
    var delayedSockets: [Socket] = []
    var delayedExchanges: [HTTPExchange] = []
    var scratch: [UInt8] = []
    /// Connects and output from before the run wait for a first turn.
    var isTurnDue = true
    /// Messages since the last turn, and how many of them were there when the loop last looked.
    var inputCount = 0
    var inputSeen = 0

    // The clock; see EventLoop+Tick.swift.
    var timerAt = UInt64.max
    var alarmAt = UInt64.max
    var tickAt: UInt64
    var tickSlice = 0

    /// Creates a loop that nothing runs on yet.
    ///
    /// Loops that share a server are given the same `admissions`.
    ///
    /// - Throws: `.loopFailed` when libwebsockets, its libev plugin, a timer, or descriptors for
    ///   them are not to be had.
    package init(
        limits: ConnectionLimits = ConnectionLimits(),
        admissions: Admissions = Admissions()
    ) throws(WebSocketError) {
        self.limits = limits
        self.admissions = admissions
        connectionsMax = min(
            limits.connectionsMax,
            max(1, NativeLoop.descriptorsMax - limits.descriptorsReserved)
        )
        now = Self.readClock()
        tickAt = now
        // Unretained: the loop destroys what calls these before it goes.
        let this = unsafe Unmanaged.passUnretained(self)
        native = try NativeLoop(
            limits: (
                limits.handshakeTimeoutSeconds, limits.headerBytesMax, limits.connectionsMax
            ),
            wake: wake,
            onSocket: { unsafe this.takeUnretainedValue().service($0, $1, $2) },
            onLoop: { unsafe this.takeUnretainedValue().service($0) }
        )
        let address = unsafe UInt(bitPattern: this.toOpaque())
        // It runs only while the loop is lent, and so is there.
        deputy = Deputy { EventLoop.takeOver(address) }
        armTimer()
    }

    deinit { destroyContext() }

    /// The network that listeners are made on.
    var running: NativeLoop {
        get throws(WebSocketError) {
            guard let native else {
                throw .loopFailed(part: "listener", reason: "the loop has ended")
            }
            return native
        }
    }

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
        if !isStopping { native?.run() }
        destroyContext()
    }

    /// Ends the run after this turn; from the loop's thread, so elsewhere post it as mail.
    package func stop() {
        isStopping = true
        requestTurn()
    }

    /// Closes what is open and frees the context; nobody can wake it from here on.
    private func destroyContext() {
        isStopping = true
        native?.destroy()
        native = nil
        deputy?.end()
        deputy = nil
        // Closures and handlers may hold the loop: an ended loop lets go of them.
        mailboxes = []
        lobby = nil
        listeners = []
        for client in connects + resolving.values { client.failed(.lost) }
        connects = []
        resolving = [:]
        answers = nil
        onTurnEnd = nil
        onFlushed = nil
        onRest = nil
        onAlarm = nil
    }
}
