internal import EmojiArt
internal import Foundation
internal import Logging
internal import Storage
internal import Sync
internal import Tokens
internal import WebSockets
internal import Wire

/// Routes between the rooms: connections to documents, documents to the journal, and back.
///
/// ```
/// Connection ──► Guest ──► OpenDocument ──► turn's batch ──► Journal
///     ▲                        │   ▲                            │
///     └──── Frame, FrameLog ◄──┘   └──── committed (mail) ◄─────┘
/// ```
///
/// Event-loop thread only; the journal's answers come as mail.
final class Server {
    let loop: EventLoop
    let log = Logger(label: "emojiart-server")
    var options: ServerOptions
    let journal: Journal
    let place: LoopPlace
    /// What other threads tell this loop.
    private(set) var mailbox: Mailbox<Mail>
    var continuations = Continuations()
    let alarms: Alarms
    var entrance: Entrance
    private(set) lazy var gate: Gate = { preconditionFailure("The gate is made at once.") }()
    var hooks = Hooks()
    var documents: DocumentTable
    var decoder = MessageDecoder()
    private(set) lazy var silent = SilentGuests(alarms)
    private(set) lazy var turn = Turn(of: self)
    private(set) lazy var answers = Answers(of: self)
    /// What the first loop does for all; nil on the others.
    var upkeep: Upkeep?
    var drain: Drain?
    var metrics = Metrics()
    var holds: Holds

    /// Where clients come, and operators.
    struct Entrance {
        var listener: Listener?
        var operators: Listener?
        /// Who may come, by the names of hosts and pages.
        var origins: OriginPolicy
    }

    /// What keeps edits waiting at their clients.
    struct Holds {
        /// The documents that take no edits, by an operator's word.
        var frozen: Set<DocumentName>
        /// Whether less of the disk is free than is to stay so.
        var isDiskLow = false
    }

    /// What other threads tell the loop.
    enum Mail: Sendable {
        /// The oldest batch is durable.
        case committed
        case errand(Errand)
    }

    static let subprotocol = "emojiart.v1"

    /// - Parameters:
    ///   - loop: of this thread.
    ///   - journal: which all loops share.
    ///   - options: what the operator decided.
    ///   - tokens: judges tokens.
    ///   - group: the loops of the server.
    ///   - index: which of them this is.
    init(
        loop: EventLoop,
        journal: Journal,
        options: ServerOptions,
        tokens: TokenVerifier,
        group: LoopGroup = LoopGroup(),
        index: Int = 0
    ) {
        self.loop = loop
        self.journal = journal
        self.options = options
        place = LoopPlace(group: group, index: index)
        alarms = Alarms(on: loop)
        documents = DocumentTable(group.headcount)
        entrance = Entrance(origins: OriginPolicy(options, port: options.listen.port))
        holds = Holds(frozen: Set(journal.frozenNames.compactMap { DocumentName($0) }))
        // The mailbox needs a receiver, and the receiver is this object: until the next two lines
        // are done nobody knows it, so nothing can come.
        let relay = Relay()
        mailbox = loop.makeMailbox { relay.server?.receive($0) }
        gate = Gate(of: self, tokens, Revocations(journal.revoked))
        relay.server = self
        group.join(index, mailbox)
        loop.onTurnEnd = { [unowned self] in
            turn.end()
            drain?.goOn()
        }
        loop.onFlushed = { [unowned self] in
            guard metrics.hasUndelivered else { return }
            metrics.flushed(now: EventLoop.readNanoseconds())
        }
        loop.onRest = { [unowned self] in metrics.rested(after: $0) }
    }

    private final class Relay {
        weak var server: Server?
    }

    var now: UInt64 { loop.now }

    /// Whether the disk is so far behind that another edit would have to wait in memory.
    var isOverloaded: Bool { journal.statistics.queuedBytes > options.queuedBytesMax }

    /// Starts listening and says where; with a certificate it speaks TLS.
    func listen(identity: TLSIdentity? = nil) throws(WebSocketError) {
        let listener = try Listener(
            on: loop,
            host: options.listen.host,
            port: options.listen.port,
            subprotocol: Self.subprotocol,
            identity: identity,
            handler: self
        )
        adopt(listener)
        onAllLoops { [port = listener.port] in $0.isReached(at: port) }
        let place = "\(options.listen.urlHost):\(listener.port)"
        // The client was built beside the server.
        let path = CommandLine.arguments[0]
        let program = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let secure = identity == nil ? "" : "s"
        let banner = """
            EmojiArt Sync is ready.
              open    http\(secure)://\(place)/
              edit    \(program)emojiart open ws\(secure)://\(place)/documents/demo

            """
        try? FileHandle.standardOutput.write(contentsOf: Data(banner.utf8))
        log.info("listening", metadata: ["address": "\(place)", "data": "\(options.data)"])
        upkeep?.begin()
    }

    /// Serves who comes by a listener.
    func adopt(_ listener: Listener) {
        entrance.listener = listener
        listener.trustedProxies = options.trustedProxies
    }

    /// The server listens on a port.
    private func isReached(at port: Int) { entrance.origins = OriginPolicy(options, port: port) }

    private func receive(_ mail: Mail) {
        switch mail {
        case .committed: turn.committed()
        case .errand(let errand): errand(self)
        }
    }
}
