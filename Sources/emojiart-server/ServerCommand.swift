internal import ArgumentParser
internal import Foundation
internal import Logging
internal import Storage
internal import WebSockets

/// `emojiart-server`: keeps EmojiArt documents and lets many people edit them together.
@main
struct ServerCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart-server",
        abstract: "Keeps EmojiArt documents and lets many people edit them together.",
        discussion: """
            Clients connect to ws://HOST:PORT/documents/NAME. An edit is acknowledged when it is \
            on the disk, and only then shown to others. SIGTERM and SIGINT end the server cleanly.
            """,
        version: "0.1.0"
    )

    @OptionGroup var options: ServerOptions

    func validate() throws {
        try options.validateTogether()
    }

    func run() throws {
        do {
            try serve()
        } catch let error as StorageError {
            throw Self.exit(error, code: error.exitCode)
        } catch let error as WebSocketError {
            throw Self.exit(error, code: error.exitCode)
        }
    }

    private func serve() throws {
        let level = options.logLevel
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        // Before any thread is made: all of them inherit the blocked signals.
        let signals = Signals()
        let log = Logger(label: "emojiart-server")
        let journalOptions = JournalOptions(onStall: { error in
            if let error {
                log.error("edits wait for room on the disk", metadata: ["cause": "\(error)"])
            } else {
                log.notice("the disk has room again, and nothing waits")
            }
        })
        let journal = try Journal.open(directory: options.data, options: journalOptions)
        defer { journal.close() }
        let loop = try EventLoop(
            backend: options.loop == .libev ? .libev : .poll,
            limits: options.connectionLimits
        )
        let server = Server(loop: loop, journal: journal, options: options)
        try server.listen()
        signals.deliver(to: server.signalMailbox)
        loop.run()
    }

    /// Tells an operator the cause and the next step.
    private static func exit(_ error: some Error & CustomStringConvertible, code: Int32) -> ExitCode
    {
        try? FileHandle.standardError.write(contentsOf: Data("emojiart-server: \(error)\n".utf8))
        return ExitCode(code)
    }
}
