internal import DequeModule

/// The event loop of a simulated process: everything of the true one but what waits for events.
package final class EventLoop {
    /// Called after the callbacks of a turn and before its output is flushed.
    package var onTurnEnd: (() -> Void)?

    /// Called when all that a turn had to send is written.
    package var onFlushed: (() -> Void)?

    /// Never called: virtual time stands still while the loop works.
    package var onRest: ((_ nanoseconds: UInt64) -> Void)?

    /// Called when the time given to `setAlarm` has come.
    package var onAlarm: ((_ now: UInt64) -> Void)?

    /// Monotonic milliseconds, read once per event.
    package internal(set) var now: UInt64

    /// When the message came that is being handled, in nanoseconds.
    package internal(set) var receivedAt: UInt64 = 0

    let limits: ConnectionLimits
    let admissions = Admissions()
    let wake = Wake()
    var native: NativeContext? = NativeContext()
    package internal(set) var isStopping = false

    var peers = HandleTable<Peer>()
    var acceptedCount = 0
    var connectionsMax: Int
    var connectionNumber: UInt64 = 0
    var listeners: [Listener] = []
    var mailboxes: [MailSlot] = []
    var connects: [ClientConnection] = []

    var flushQueue: Deque<Socket> = []
    var changedLogs: [FrameLog] = []
    var paused: [Socket] = []
    var queuedBytes = 0
    var condemned: [UInt] = []
    /// What addresses and users may cost, and those that wait until they may be written to.
    var budgets: [String: Budget] = [:]
    var delayedSockets: [Socket] = []
    var delayedExchanges: [HTTPExchange] = []
    var scratch: [UInt8] = []
    var isTurnDue = false
    var inputCount = 0
    var inputSeen = 0

    var timerAt = UInt64.max
    var alarmAt = UInt64.max
    var tickAt: UInt64
    var tickSlice = 0

    /// Makes a loop that nothing runs on yet.
    package init(limits: ConnectionLimits) {
        self.limits = limits
        connectionsMax = limits.connectionsMax
        now = Self.readClock()
        tickAt = now
        armTimer()
    }

    /// How many HTTP requests have no complete answer yet.
    package var exchangeCount: Int { 0 }

    /// Ends the run after this turn.
    package func stop() { isStopping = true }

    /// There is one loop, to which all connections come.
    func cutLateArrivals() {}
}
