internal import ArgumentParser
internal import Crowd
internal import Foundation
internal import WebSockets

/// `emojiart-load`: loads a server, measures it, and looks whether every edit reached everybody.
@main
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart-load",
        abstract: "Load a server with members, edits and cursors, and measure it.",
        discussion: """
            emojiart-load ws://127.0.0.1:8080 --members 1000 --rate 10 --process $(pidof \
            emojiart-server)

            With --rate, edits are sent at scheduled times and latency counts from those times, \
            so that a stalled server's backlog is counted. Without it, each writer keeps --window \
            edits in flight and sends the next after an answer (closed loop). Each member must \
            receive the edits in order and without a gap; otherwise the exit code is 1.

            A server allows one address 512 connections: start it with --connections-per-address, \
            --opens-per-address, --members and --edits-per-second as high as the load. On the \
            same machine, this program uses about as much CPU as the server.
            """
    )

    @Argument(help: "The server: ws://HOST:PORT or wss://HOST:PORT.") var url: String
    @Option(help: "Documents, each with its own members.") var documents = 1
    @Option(help: "Members of each document, including its writers.") var members = 10
    @Option(help: "Members of each document that edit.") var writers = 1
    @Option(help: "Edits per second of each writer; 0 for a closed loop.") var rate = 0.0
    @Option(help: "Edits in flight per writer when the rate is 0.") var window = 1
    @Option(help: "Edits and their weights: move, scale, add, delete, arrange.")
    var mix = LoadMix.moves
    @Option(help: "Emojis in each document when the load begins.") var emojis = 0
    @Option(help: "Members of each document whose cursors move.") var cursors = 0
    @Option(help: "Cursor moves per second of each of them.") var cursorRate = 30.0
    @Flag(help: "Let writers that move a cursor drag an emoji as well.") var gestures = false
    @Option(help: "Additional members of each document that read nothing.") var slow = 0
    @Option(help: "Members that join and leave per second during the load.") var joins = 0.0
    @Option(help: "Additional idle members, in documents of their own.") var idle = 0
    @Option(help: "Idle members of each of those documents.") var idleTogether = 100
    @Flag(help: "Break all connections halfway, and reconnect all at once.")
    var storm = false
    @Option(help: "Seconds to measure.") var seconds = 10.0
    @Option(help: "Seconds to warm up before measuring.") var warmup = 2.0
    @Option(help: "Prefix of the documents' names; default: a new one for each run.")
    var prefix: String?
    @Option(help: "Process id of a server on this machine, to report its CPU and memory.")
    var process: Int32?
    @Option(help: "Write the report as JSON to this file.") var json: String?
    @Option(help: "JSON report of an earlier run to compare with.") var compare: String?
    @Option(help: "Label of the report, such as a commit or a machine.") var label = ""
    @Option(help: "File of a token, if the server asks for one.") var tokenFile: String?
    @Option(help: "PEM file of the authorities to trust with wss.") var caFile: String?

    func validate() throws {
        guard documents > 0, members > 0, (0...members).contains(writers), window > 0,
            window < 256, rate >= 0, (0...members).contains(cursors), cursorRate > 0, joins >= 0,
            idle >= 0, idleTogether > 0, slow >= 0, emojis >= 0, seconds > 0, warmup >= 0
        else {
            throw ValidationError(
                "--documents, --members, --window, --cursor-rate, --idle-together and --seconds "
                    + "take more than 0, all others 0 or more; --writers and --cursors at most "
                    + "--members; --window at most 255."
            )
        }
        guard emojis == 0 || writers > 0 else {
            throw ValidationError("--emojis needs at least one writer.")
        }
    }

    func run() throws {
        guard let server = try? WebSocketURL(url) else {
            throw ValidationError(
                "not a server URL: \"\(url)\"; use ws://HOST:PORT or wss://HOST:PORT"
            )
        }
        let other = try compare.map { path in
            try JSONDecoder().decode(LoadReport.self, from: Data(contentsOf: URL(filePath: path)))
        }
        Crowd.allowMoreDescriptors()
        let token = try tokenFile.map {
            try String(contentsOfFile: $0, encoding: .utf8).trimmingCharacters(in: .newlines)
        }
        let run: LoadRun
        do throws(CrowdError) {
            run = try LoadRun(
                plan,
                at: CrowdAddress(host: server.host, port: server.port),
                server.scheme == .wss
                    ? CrowdTLS(host: server.host, authorities: caFile) : nil,
                prefix: prefix ?? "load-\(UInt32.random(in: 0...UInt32.max))",
                token: token,
                process: process.map { ServerProcess($0) }
            )
        } catch { throw LoadFailure.noConnection("\(error)") }
        try run.run { Self.explain($0.progress) }
        let report = run.report(label: label)
        if let json { try report.json().write(to: URL(filePath: json)) }
        for line in report.lines(beside: other) { print(line) }
        guard report.isSound else { throw LoadFailure.unsound }
    }

    /// Like `ParsableCommand.main`, but wrong usage exits with 2.
    static func main() {
        do {
            let command = try parse()
            try command.run()
        } catch let failure as LoadFailure {
            explain("\(failure)")
            Foundation.exit(failure.exitCode)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            explain(fullMessage(for: error))
            Foundation.exit(2)
        }
    }

    private static func explain(_ text: String) {
        try? FileHandle.standardError.write(contentsOf: Data("emojiart-load: \(text)\n".utf8))
    }

    private var plan: LoadPlan {
        LoadPlan(
            documents: documents,
            members: members,
            writers: writers,
            rate: rate,
            window: window,
            mix: mix,
            emojis: emojis,
            cursors: cursors,
            cursorRate: cursorRate,
            gestures: gestures,
            slow: slow,
            joins: joins,
            idle: idle,
            idleTogether: idleTogether,
            storm: storm,
            seconds: seconds,
            warmup: warmup
        )
    }
}

extension LoadRun {
    fileprivate var progress: String {
        let live = members.values.count { $0.stage == .live }
        switch phase {
        case .gathering: return "\(live) members"
        case .filling: return "filling the documents"
        case .warming: return "warming up"
        case .measuring:
            let p99 = Double(tally.acknowledgement.quantile(0.99)) / 1e6
            return "\(tally.edits) edits, \(tally.deliveries) deliveries, "
                + "ack p99 \(String(format: "%.2f", p99)) ms"
        case .settling, .over: return "waiting for the last edits"
        }
    }
}

/// Why there is no sound load.
enum LoadFailure: Error, CustomStringConvertible {
    /// The server cannot be reached, or closed a member's connection.
    case noConnection(String)
    /// The server lost edits, or sent them out of order.
    case unsound

    var exitCode: Int32 {
        switch self {
        case .noConnection: 3
        case .unsound: 1
        }
    }

    var description: String {
        switch self {
        case .noConnection(let cause): cause
        case .unsound: "edits are missing or out of order"
        }
    }
}
