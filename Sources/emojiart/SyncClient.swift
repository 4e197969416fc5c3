internal import Sync
internal import WebSockets
internal import Wire

/// What a command does with what its client hears.
protocol SyncClientDelegate: AnyObject {
    /// The replica tells something.
    ///
    /// `send`, `wake` and `violated` are the client's own affair.
    func client(_ client: SyncClient, tells effect: ReplicaEffect)
    /// The connection is lost; the client tries again after so many milliseconds.
    func client(_ client: SyncClient, lost reason: String, retryIn milliseconds: UInt64)
    /// The client ends: the server sends it away for good, or cannot be reached at all.
    func client(_ client: SyncClient, failed status: ExitStatus)
}

/// A replica on a connection that is made anew whenever it breaks.
///
/// Event-loop thread only.
final class SyncClient {
    let url: DocumentURL
    let loop: EventLoop
    private(set) var replica: Replica
    weak var delegate: (any SyncClientDelegate)?
    private var connection: ClientConnection?
    private var backoff = Backoff()
    private var reconnectAt: UInt64?
    private var wasOpened = false
    private var isEnding = false
    private var isCarrying = false

    init(
        _ url: DocumentURL,
        on loop: EventLoop,
        key: ClientKey?,
        name: String
    ) {
        self.url = url
        self.loop = loop
        replica = Replica(key: key, name: name)
    }

    /// Connects; once it has joined it connects again for as long as it lives.
    func start() {
        reconnectAt = nil
        connection = ClientConnection(
            on: loop,
            to: url.socket,
            subprotocol: "emojiart.v1",
            handler: self
        )
    }

    /// Closes the connection; nothing is told any more.
    func end() {
        isEnding = true
        connection?.close(CloseCode.normal.rawValue, "")
    }

    /// Does something with the replica, and what follows from it.
    func update<Result, Failure: Error>(
        _ body: (inout Replica) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { carryOut() }
        return try body(&replica)
    }

    /// Called by the owner of the loop's alarm.
    func wake(now: UInt64) {
        if let reconnectAt {
            if reconnectAt <= now { start() } else { loop.setAlarm(at: reconnectAt) }
        }
        update { $0.wake(now: now) }
    }

    private func carryOut() {
        guard !isCarrying else { return }
        isCarrying = true
        while !replica.effects.isEmpty {
            let effects = replica.effects
            replica.effects.removeAll(keepingCapacity: true)
            for effect in effects { carryOut(effect) }
        }
        isCarrying = false
    }

    private func carryOut(_ effect: ReplicaEffect) {
        switch effect {
        case .send(let message): connection?.send(message)
        case .wake(let time): loop.setAlarm(at: time)
        case .violated(let text):
            fail("the server does not speak this protocol: \(text)")
        case .joined:
            backoff.welcomed()
            delegate?.client(self, tells: effect)
        case .edited, .acknowledged, .refused, .history, .presence, .replaced, .diverged,
            .epochChanged, .pong:
            delegate?.client(self, tells: effect)
        }
    }

    private func fail(_ text: String) {
        guard !isEnding else { return }
        end()
        delegate?.client(self, failed: .noConnection(text))
    }
}

extension SyncClient: ClientConnectionHandler {
    func opened(_ connection: ClientConnection) {
        wasOpened = true
        update { $0.connected() }
    }

    func received(_ message: Span<UInt8>, on connection: ClientConnection) {
        guard !isEnding else { return }
        replica.receive(message)
        carryOut()
    }

    func closed(_ connection: ClientConnection, reason: ClientCloseReason) {
        guard !isEnding, connection === self.connection else { return }
        self.connection = nil
        update { $0.disconnected() }
        var retryAfter: UInt64?
        if case .code(let code, let text) = reason {
            if let code = CloseCode(code, reason: text), code.retry == .onRequest {
                return fail("the server closed the connection: \(text)")
            }
            retryAfter = Self.retryAfter(text)
        }
        // A server that never answered is a wrong address more often than a server that is down.
        guard wasOpened else { return fail("cannot reach \(url.text): \(reason.text)") }
        var generator = SystemRandomNumberGenerator()
        let wait = backoff.next(
            retryAfter: retryAfter,
            using: &generator
        )
        reconnectAt = loop.now + wait
        loop.setAlarm(at: loop.now + wait)
        delegate?.client(self, lost: reason.text, retryIn: wait)
    }

    /// The wait that a close reason asks for: `retry_after=<milliseconds>`.
    private static func retryAfter(_ reason: String) -> UInt64? {
        let mark = "retry_after="
        guard let part = reason.split(separator: " ").last(where: { $0.hasPrefix(mark) }) else {
            return nil
        }
        return UInt64(part.dropFirst(mark.count))
    }
}

extension ClientCloseReason {
    /// The reason for a person.
    var text: String {
        switch self {
        case .code(let code, let text): text.isEmpty ? "closed with code \(code)" : text
        case .refused(let status): status.map { "HTTP status \($0)" } ?? "no WebSocket"
        case .unreachable(let text): text
        case .lost: "the connection was lost"
        }
    }
}
