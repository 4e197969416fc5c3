internal import EmojiArt
internal import Foundation
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

/// A replica that several objects change, each in its turn.
class ReplicaOwner {
    var replica: Replica

    init(_ replica: consuming Replica) { self.replica = replica }
}

/// A replica on a connection that is made anew whenever it breaks.
///
/// Event-loop thread only.
final class SyncClient: ReplicaOwner {
    /// Where the document is: it may be renamed.
    private(set) var url: DocumentURL
    let loop: EventLoop
    private let token: TokenSource
    /// The token that the server was told last, and when to look for another one.
    private var toldToken: String?
    private var renewAt: UInt64?
    /// Where unanswered edits outlive this process, if anywhere.
    let transcript: TranscriptFile?
    weak var delegate: (any SyncClientDelegate)?
    /// Whether a server that was never reached is waited for; else the client ends.
    var goesOnOffline: Bool
    /// The time of a message to the server and back; nil when it was not measured since the
    /// connection was made.
    private(set) var latencyMilliseconds: Int?
    /// When the server was last heard, by the loop's clock.
    private(set) var silentSince: UInt64
    /// The last ping's number, and when it was sent, while it has no answer.
    private var pinged = (number: 0, sentAt: UInt64?.none)
    /// A silence that a server, which answers pings at once, does not keep, in milliseconds.
    static let silenceMax: UInt64 = 4_000

    /// How long a hello may be under way, in milliseconds: the server waits 5 seconds for it.
    private static let lateHelloMax: UInt64 = 10_000

    /// How long it waits for a server, from its next connection on.
    var limits = ClientLimits()
    private var connection: ClientConnection?
    /// Whether the connection has said hello.
    private var hasGreeted = false
    /// When a connection was last lost after its hello and before a welcome: the server may get
    /// that hello yet, and take it for newer than this client's next one.
    private var unwelcomedAt: UInt64?
    private var backoff = Backoff()
    private var reconnectAt: UInt64?
    private var wasOpened = false
    private var isEnding = false
    private var isCarrying = false

    init(
        _ url: DocumentURL,
        on loop: EventLoop,
        key: ClientKey?,
        name: String,
        token: TokenSource = TokenSource(),
        transcript: TranscriptFile? = nil,
        goesOnOffline: Bool = false
    ) {
        self.url = url
        self.loop = loop
        self.token = token
        self.transcript = transcript
        self.goesOnOffline = goesOnOffline
        silentSince = loop.now
        super.init(
            Replica(key: key, name: name, keeping: transcript == nil ? .nothing : .transcript)
        )
        guard let transcript else { return }
        let lines = transcript.read()
        transcript.reject(lines.dropFirst(replica.restore(lines)))
        transcript.replace(with: replica.transcript(), now: loop.now)
    }

    /// Connects; once it has joined it connects again for as long as it lives.
    func start() {
        reconnectAt = nil
        renew()
        hasGreeted = false
        connection = ClientConnection(
            on: loop,
            to: url.socket,
            subprotocol: "emojiart.v1",
            limits: limits,
            handler: self
        )
    }

    /// Connects at once instead of waiting on: for the next attempt, or for a server that has not
    /// been heard for so long that the network is likely gone.
    func retryNow() {
        guard !isEnding else { return }
        if let silent = connection, replica.isLive, loop.now >= silentSince + Self.silenceMax {
            // Nobody may be there to answer the close: this one does not matter any more.
            connection = nil
            silent.close(CloseCode.normal.rawValue, "")
            lose()
            start()
            delegate?.client(self, lost: "no answer", retryIn: 0)
        } else if reconnectAt != nil {
            start()
        }
    }

    /// Looks whether there is another token, and has the server told.
    private func renew() {
        renewAt = nil
        guard let text = (try? token.read()) ?? nil, text != toldToken else { return }
        toldToken = text
        update { $0.renew(token: text) }
    }

    /// Looks for another token a minute before this one ends, and every ten seconds from then on.
    private func planRenewal() {
        guard let end = replica.access?.expires else { return }
        let left = end - Int(Date.now.timeIntervalSince1970 * 1_000) - 60_000
        let time = loop.now + UInt64(min(max(left, 10_000), 3_600_000))
        renewAt = time
        loop.setAlarm(at: time)
    }

    /// The connection is gone, with all that is known only while there is one.
    private func lose() {
        connection = nil
        if replica.member != nil {
            backoff.welcomed()
        } else if hasGreeted {
            unwelcomedAt = loop.now
        }
        pinged.sentAt = nil
        latencyMilliseconds = nil
        update { $0.disconnected() }
    }

    /// Measures the time to the server and back, unless that is under way.
    func ping() {
        // Before the welcome nothing may be sent.
        guard replica.member != nil, pinged.sentAt == nil else { return }
        pinged = (pinged.number + 1, loop.now)
        connection?.send(ClientMessage.ping(pinged.number).encoded)
    }

    /// Closes the connection; nothing is told any more.
    func end() {
        guard !isEnding else { return }
        isEnding = true
        // Called while effects are carried out, edits made just now are not kept yet.
        keep(replica.effects)
        transcript?.end(replica.transcript(), isClean: replica.hasNothingToKeep, now: loop.now)
        connection?.close(CloseCode.normal.rawValue, "")
    }

    /// Does something with the replica, and what follows from it.
    func update<Result, Failure: Error>(
        _ body: (inout Replica) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        defer { carryOut() }
        return try body(&replica)
    }

    func wake(now: UInt64) {
        if let reconnectAt {
            if reconnectAt <= now { start() } else { loop.setAlarm(at: reconnectAt) }
        }
        if let renewAt {
            if renewAt <= now {
                renew()
                planRenewal()
            } else {
                loop.setAlarm(at: renewAt)
            }
        }
        update { $0.wake(now: now) }
    }

    func carryOut() {
        guard !isCarrying else { return }
        isCarrying = true
        while !replica.effects.isEmpty {
            let effects = replica.effects
            replica.effects.removeAll(keepingCapacity: true)
            keep(effects)
            for effect in effects { carryOut(effect) }
        }
        isCarrying = false
    }

    /// Writes down what has to outlive this process, before anything is sent.
    private func keep(_ effects: [ReplicaEffect]) {
        guard let transcript else { return }
        var lines: [[UInt8]] = []
        for effect in effects {
            if case .keep(let line) = effect {
                lines.append(line)
            } else if case .keepAnew(let all) = effect {
                lines = []
                transcript.replace(with: all, now: loop.now)
            }
        }
        transcript.append(lines, now: loop.now)
        if transcript.isDue(loop.now) {
            transcript.replace(with: replica.transcript(), now: loop.now)
        }
    }

    private func carryOut(_ effect: ReplicaEffect) {
        switch effect {
        case .send(let message): connection?.send(message)
        case .keep, .keepAnew: break
        case .wake(let time): loop.setAlarm(at: time)
        case .reconnect:
            let former = connection
            connection = nil
            former?.close(CloseCode.normal.rawValue, "")
            lose()
            start()
        case .violated(let text):
            fail("the server broke the protocol: \(text)")
        case .pong(let number):
            if number == pinged.number, let sentAt = pinged.sentAt {
                latencyMilliseconds = Int(loop.now - sentAt)
                pinged.sentAt = nil
            }
            delegate?.client(self, tells: effect)
        case .access:
            planRenewal()
            delegate?.client(self, tells: effect)
        case .joined, .edited, .acknowledged, .refused, .undecided, .history, .presence, .replaced,
            .diverged,
            .historyReplaced:
            delegate?.client(self, tells: effect)
        }
    }

    private func fail(_ text: String) {
        guard !isEnding else { return }
        // The owner may have an edit left to make, which is kept.
        delegate?.client(self, failed: .noConnection(text))
        end()
    }
}

extension SyncClient: ClientConnectionHandler {
    func opened(_ connection: ClientConnection) {
        wasOpened = true
        hasGreeted = true
        silentSince = loop.now
        update { $0.connected() }
    }

    func received(_ message: Span<UInt8>, on connection: ClientConnection) {
        guard !isEnding else { return }
        silentSince = loop.now
        replica.receive(message)
        carryOut()
    }

    func closed(_ connection: ClientConnection, reason: ClientCloseReason) {
        guard !isEnding, connection === self.connection else { return }
        let unwelcomedAt = unwelcomedAt
        lose()
        var retryAfter: UInt64?
        if case .code(let code, let text) = reason {
            if let code = CloseCode(code, reason: text), code.retry == .onRequest {
                let isByLateHello =
                    code == .superseded
                    && unwelcomedAt.map { loop.now < $0 + Self.lateHelloMax } ?? false
                // Somebody may have written a better token down since.
                let hasOther =
                    code == .unauthorized && ((try? token.read()) ?? nil) ?? toldToken != toldToken
                guard isByLateHello || hasOther else {
                    return fail(
                        code == .superseded
                            ? "another program goes on with this one's client key: "
                                + "give each a --state directory of its own"
                            : "the server closed the connection: \(text)"
                    )
                }
                // Once: another client with this key would send this one away again.
                if isByLateHello { self.unwelcomedAt = nil }
            }
            retryAfter = Self.value("retry_after", in: text).flatMap { UInt64($0) }
            if CloseCode(code, reason: text) == .renamed,
                let name = Self.value("name", in: text).flatMap({ DocumentName($0) })
            {
                url = url.renamed(to: name) ?? url
            }
        }
        // A server that never answered is a wrong address more often than a server that is down.
        guard wasOpened || goesOnOffline else {
            return fail("cannot reach \(url.text): \(reason.text)")
        }
        var generator = SystemRandomNumberGenerator()
        let wait = backoff.next(retryAfter: retryAfter, using: &generator)
        reconnectAt = loop.now + wait
        loop.setAlarm(at: loop.now + wait)
        delegate?.client(self, lost: reason.text, retryIn: wait)
    }

    /// What a close reason says of something: `<key>=<value>`.
    private static func value(_ key: String, in reason: String) -> String? {
        let mark = key + "="
        return reason.split(separator: " ").last { $0.hasPrefix(mark) }
            .map { String($0.dropFirst(mark.count)) }
    }
}

extension ClientCloseReason {
    var text: String {
        switch self {
        case .code(let code, let text): text.isEmpty ? "closed with code \(code)" : text
        case .refused(let status): status.map { "HTTP status \($0)" } ?? "not a WebSocket server"
        case .unreachable(let text): text
        case .lost: "the connection was lost"
        }
    }
}

/// How long to wait before connecting again: full jitter, so that clients that lost one server at
/// one time do not come back at one time.
struct Backoff {
    /// The wait's bound after the first failure, in milliseconds.
    static let base: UInt64 = 250
    /// The largest bound, in milliseconds.
    static let cap: UInt64 = 20_000
    /// The longest wait that a server may ask for, in milliseconds.
    static let retryAfterMax: UInt64 = 60_000

    private var failures: UInt64 = 0

    /// The server welcomed this client: waits begin small again.
    mutating func welcomed() { failures = 0 }

    /// Decides how long to wait before the next attempt, in milliseconds: with the wait that the
    /// server asked for.
    mutating func next(
        retryAfter: UInt64?,
        using generator: inout some RandomNumberGenerator
    ) -> UInt64 {
        let bound = min(Self.cap, Self.base << min(failures, 16))
        failures += 1
        let asked = min(retryAfter ?? 0, Self.retryAfterMax)
        return asked + UInt64.random(in: 0...bound, using: &generator)
    }
}
