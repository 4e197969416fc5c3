internal import ArgumentParser
internal import Foundation
internal import Hosting
internal import Operations
internal import Terminal
internal import WebSockets

/// `emojiart-server top`: what the running server does, live.
struct TopCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "top",
        abstract: "Show the running server's load and busiest documents, live.",
        discussion: "Times cover the last interval. --once prints one table."
    )

    @OptionGroup var server: OperatorOptions
    @Option(help: "Seconds between two samples.") var interval = 1
    @Flag(help: "Sample for one interval, print, and exit.") var once = false

    func validate() throws {
        guard (1...3_600).contains(interval) else {
            throw ValidationError("--interval must be 1 to 3600 seconds")
        }
    }

    func run() throws {
        // Before any thread is made: each inherits which signals are blocked.
        let signals = once || server.json ? nil : Signals(TopSession.signals)
        let first = try TopSample(server.client())
        guard let signals else { return try printOnce(after: first) }
        let device: TerminalDevice
        do throws(TerminalError) { device = try TerminalDevice() } catch {
            throw OperatorClient.fail("top needs a terminal: use --once", 64)
        }
        let colours = ColourLevel.detect(
            flag: nil,
            environment: ProcessInfo.processInfo.environment,
            isTerminal: true
        )
        var client = try server.client(timeoutSeconds: 5)
        client.isQuiet = true
        do throws(WebSocketError) {
            let session = try TopSession(
                client,
                first,
                on: device,
                colours,
                interval: interval * 1_000
            )
            session.run(signals)
        } catch {
            throw OperatorClient.fail("\(error)", error.exitCode)
        }
    }

    private func printOnce(after first: TopSample) throws {
        Thread.sleep(forTimeInterval: Double(interval))
        let figures = TopFigures(try TopSample(server.client()), since: first)
        guard !server.json else {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return print(String(decoding: try encoder.encode(figures), as: UTF8.self))
        }
        var view = TopView()
        view.figures = figures
        for line in [view.headline] + figures.summary + [""] + view.table() { print(line) }
    }
}
