internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Logging
internal import Operations
internal import Store
internal import StoreTables
internal import Synchronization
internal import Tokens
internal import Transport
internal import WebSockets

struct Serve: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve documents until SIGTERM or SIGINT.",
        discussion: """
            Clients connect to ws://HOST:PORT/documents/NAME. An edit is acknowledged, and shown \
            to other members, only when it is durable. SIGTERM and SIGINT shut the server down \
            cleanly; SIGHUP reloads the settings and their files; SIGUSR1 makes a backup.

            Each setting can also come from the environment (--idle-seconds as \
            EMOJIART_IDLE_SECONDS) or from the file (idle-seconds: 60). Flags override the \
            environment, and the environment overrides the file.
            """
    )

    @OptionGroup var flags: ServerFlags

    func run() throws {
        try OperatorExit.ifFailing { try serve(with: EffectiveConfiguration.read(flags)) }
    }

    private func serve(with configuration: EffectiveConfiguration) throws {
        let options = configuration.options
        ServerLog.leastLevel.withLock { $0 = options.logLevel }
        LoggingSystem.bootstrap { ServerLog(label: $0, format: options.logFormat) }
        CrashReport.install()
        // Before any thread is made: all of them inherit the blocked signals.
        let signals = Signals([SIGTERM, SIGINT, SIGHUP, SIGUSR1])
        let log = Logger(label: "emojiart-server")
        configuration.warn(log)
        let journalOptions = JournalOptions {
            $0.onUpdate = { log.notice("journal brought up to date", metadata: ["copy": "\($0)"]) }
            $0.onStall = { error in
                let cause = error.map { "\($0)" } ?? ""
                switch error {
                case nil: log.notice("no edits wait any more")
                case .replaced?:
                    log.critical("journal gone: edits wait", metadata: ["cause": "\(cause)"])
                case .postgres?:
                    log.error("PostgreSQL is gone: edits wait", metadata: ["cause": "\(cause)"])
                case .postgresNotDurable?:
                    log.error("commits not durable: edits wait", metadata: ["cause": "\(cause)"])
                case _?:
                    log.error("disk full: edits wait for space", metadata: ["cause": "\(cause)"])
                }
            }
        }
        let tokens = try options.tokenVerifier()
        try options.backupFolder?.prepare()
        let journal = try options.openStore(journalOptions)
        defer { journal.close() }
        let group = LoopGroup(count: options.hosting.loops)
        let server = try Self.makeServer(0, of: group, journal, options, tokens)
        let upkeep = Upkeep(of: server, options)
        let others = (1..<options.hosting.loops).map { index in
            LoopThread(index) {
                let server = try Self.makeServer(index, of: group, journal, options, tokens)
                return (server, Upkeep.operators(of: server))
            }
        }
        // Before the journal is closed, which they use to the end.
        defer {
            server.onAllLoops { $0.loop.stop() }
            for other in others { other.join() }
        }
        let doors = try others.map { try $0.opened() }
        // Before the others are told that it is ready.
        try upkeep.listenToOperators()
        let identity = try options.readIdentity()
        let port = try server.listen(identity: identity)
        Self.announce(options, port, isSecure: identity != nil)
        log.info(
            "listening",
            metadata: [
                "address": "\(options.hosting.listen.urlHost):\(port)", "data": "\(options.data)",
            ]
        )
        upkeep.begin()
        try server.distribute(to: doors)
        let received = server.loop.makeMailbox { (number: Int32) in
            switch number {
            case SIGHUP: upkeep.reload(flags)
            case SIGUSR1: upkeep.backups.makeNow()
            default: upkeep.drain()
            }
        }
        signals.deliver { received.post($0) }
        server.loop.run()
        upkeep.backups.abandon()
    }

    private static func makeServer(
        _ index: Int,
        of group: LoopGroup,
        _ journal: any DocumentStore,
        _ options: ServerOptions,
        _ tokens: TokenVerifier
    ) throws -> Server {
        let loop = try EventLoop(
            limits: options.hosting.connectionLimits,
            admissions: group.admissions
        )
        let server = Server(
            loop: loop,
            journal: journal,
            options: options.hosting,
            tokens: tokens,
            page: Page.shared.answer(to:),
            group: group,
            index: index
        )
        try options.equip(server)
        return server
    }

    private static func announce(_ options: ServerOptions, _ port: Int, isSecure: Bool) {
        let place = "\(options.hosting.listen.urlHost):\(port)"
        // The client was built beside the server.
        let path = CommandLine.arguments[0]
        let program = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let secure = isSecure ? "s" : ""
        let banner = """
            EmojiArt Sync is ready.
              open    http\(secure)://\(place)/
              edit    \(program)emojiart open ws\(secure)://\(place)/documents/demo

            """
        try? FileHandle.standardOutput.write(contentsOf: Data(banner.utf8))
    }
}
