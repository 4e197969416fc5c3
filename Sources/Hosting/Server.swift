package import EmojiArt
internal import Foundation
package import Logging
package import Store
package import Sync
package import Tokens
package import Transport
package import WebSockets
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
package final class Server {
    /// The loop of this thread.
    package let loop: EventLoop
    /// The log that operators read.
    package let log = Logger(label: "emojiart-server")
    var options: HostingOptions
    /// The journal, which all loops share.
    package let journal: any DocumentStore
    /// The other servers of the store; nil where there are none.
    package var neighbours: (any Neighbours)?
    /// All loops of the server.
    package let group: LoopGroup
    /// Which of the loops this is; 0 is the first.
    package let index: Int
    /// What other threads have the loop do.
    private(set) lazy var mailbox: Mailbox<Errand> = loop.makeMailbox { [unowned self] errand in
        errand(self)
    }
    var continuations = Continuations()
    /// The timers of this loop.
    package let alarms: Alarms
    /// Where clients and operators come.
    package var entrance: Entrance
    /// Judges tokens.
    package private(set) lazy var tokenGate: TokenGate = {
        preconditionFailure("The token gate is made at once.")
    }()
    /// Rules of the host, and services that are asked and told.
    package var hooks = Hooks()
    /// The documents in memory, and all connections.
    package var documents: DocumentTable
    var decoder = MessageDecoder()
    private(set) lazy var silent = SilentGuests(alarms)
    /// The records of this turn that are to become durable.
    package private(set) lazy var turn = Turn(of: self)
    private(set) lazy var answers = Answers(of: self)
    /// The end of the server; nil while it serves.
    package var drain: Drain?
    var metrics = Metrics()
    /// The reasons for which edits wait at their clients.
    package var holds: Holds

    /// Where clients come, and operators.
    package struct Entrance {
        /// For clients; nil before the server listens.
        package var listener: Listener?
        /// For operators; nil where there is no socket.
        package var operators: Listener?
        var origins: OriginPolicy
        /// Answers for the page and its files; nil for a path without one.
        let page: (HTTPRequest) -> HTTPResponse?
    }

    /// The reasons for which edits wait at their clients.
    package struct Holds {
        /// The documents that take no edits, by an operator's word.
        package var frozen: Set<DocumentName>
        /// Whether less of the disk is free than is to stay so.
        package var isDiskLow = false
    }

    /// The protocol of clients, and of other servers.
    package static let subprotocol = "emojiart.v1"

    /// Makes the server of one loop: of the group's, that of the index.
    package init(
        loop: EventLoop,
        journal: any DocumentStore,
        options: HostingOptions,
        tokens: TokenVerifier,
        page: @escaping (HTTPRequest) -> HTTPResponse? = { _ in nil },
        group: LoopGroup = LoopGroup(),
        index: Int = 0
    ) {
        self.loop = loop
        self.journal = journal
        self.options = options
        self.group = group
        self.index = index
        alarms = Alarms(on: loop)
        documents = DocumentTable(group.headcount)
        entrance = Entrance(
            origins: OriginPolicy(options, port: options.listen.port),
            page: page
        )
        holds = Holds(frozen: Set(journal.frozenNames.compactMap { DocumentName($0) }))
        tokenGate = TokenGate(of: self, tokens, Revocations(journal.revoked))
        group.join(index, mailbox)
        journal.watch { [mailbox] event in mailbox.post { $0.take(event) } }
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

    /// The time of this turn, in milliseconds of a clock that never jumps.
    package var now: UInt64 { loop.now }

    /// Whether the disk is so far behind that another edit would have to wait in memory.
    var isOverloaded: Bool { turn.hasQueued(over: options.queuedBytesMax) }

    /// Starts listening; with a certificate it speaks TLS.
    package func listen(identity: TLSIdentity? = nil) throws(WebSocketError) -> Int {
        let listener = try Listener(
            on: loop,
            host: options.listen.host,
            port: options.listen.port,
            subprotocol: Self.subprotocol,
            identity: identity,
            handler: self
        )
        adopt(listener)
        onAllLoops { [port = listener.port] server in
            server.entrance.origins = OriginPolicy(server.options, port: port)
        }
        return listener.port
    }

    /// Other settings hold from now on.
    ///
    /// Only a start can change the address. Members whose tokens are refused now are disconnected.
    package func adopt(
        _ options: HostingOptions,
        _ limits: ConnectionLimits,
        _ tokens: TokenVerifier,
        _ rules: [any EditRule]
    ) {
        hooks.rules = rules
        for document in documents.open { document.adopt(rules, options.told) }
        tokenGate.tokens = tokens
        self.options = options
        entrance.origins = OriginPolicy(options, port: entrance.origins.port)
        loop.limits = limits
        entrance.listener?.trustedProxies = options.trustedProxies
    }

    func adopt(_ listener: Listener) {
        entrance.listener = listener
        listener.trustedProxies = options.trustedProxies
    }

    /// Lets go of all guests and documents, which hold the server: its process was killed.
    ///
    /// Only where a process is simulated; a real one frees nothing at its end.
    package func abandon() {
        for guest in documents.guests {
            guest.admission = .gone
            guest.connection.owner = nil
        }
        documents = DocumentTable()
        turn.abandon()
        entrance.listener = nil
    }
}
