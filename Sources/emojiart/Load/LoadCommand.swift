internal import ArgumentParser
internal import Crowd
internal import Foundation
internal import WebSockets

/// `emojiart load`: loads a server, measures it, and looks whether every edit reached everybody.
struct LoadCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "load",
        abstract: "Loads a server with members, edits and cursors, and measures it.",
        discussion: """
            emojiart load ws://127.0.0.1:8080 --members 1000 --rate 10 --process $(pidof \
            emojiart-server)

            With --rate edits are sent at times that were set before, and latency counts from \
            those: what waits behind a server that stands still is counted. Without it each \
            writer sends when it was answered (the closed loop), --window edits at a time. Each \
            member's edits have to come in order and without a gap, else the exit code is 1.

            A server allows one address 64 connections: start it with --connections-per-address, \
            --opens-per-address, --members and --edits-per-second as high as the load. Load and \
            server share a machine's processors; this program takes about as many as the server.
            """
    )

    @Argument(help: "The server: ws://HOST:PORT or wss://HOST:PORT.") var url: String
    @Option(help: "Documents, each with members of its own.") var documents = 1
    @Option(help: "Members of each document, its writers among them.") var members = 10
    @Option(help: "Members of each document that edit.") var writers = 1
    @Option(help: "Edits per second of each writer; 0 for as many as are answered.") var rate = 0.0
    @Option(help: "Edits that a writer has unanswered when the rate is 0.") var window = 1
    @Option(help: "Which edits, and how often each: move, scale, add, delete, arrange.")
    var mix = LoadMix.moves
    @Option(help: "Emojis of each document when the load begins.") var emojis = 0
    @Option(help: "Members of each document whose cursors move.") var cursors = 0
    @Option(help: "How often each of them does, per second.") var cursorRate = 30.0
    @Flag(help: "Those who write and move a cursor drag an emoji as well.") var gestures = false
    @Option(help: "Further members of each document that read nothing.") var slow = 0
    @Option(help: "Members who come and leave while this goes on, per second.") var joins = 0.0
    @Option(help: "Further members who do nothing, a hundred to a document.") var idle = 0
    @Flag(help: "Break all connections in the middle, and have all come back at once.")
    var storm = false
    @Option(help: "Seconds that count.") var seconds = 10.0
    @Option(help: "Seconds before those.") var warmup = 2.0
    @Option(help: "How the documents' names begin; new ones for each run without it.")
    var prefix: String?
    @Option(help: "The server's process, when it is on this machine: what it uses is told then.")
    var process: Int32?
    @Option(help: "A file for the report as JSON.") var json: String?
    @Option(help: "The report of an earlier run, to be shown beside this one.") var compare: String?
    @Option(help: "What the report is of: a commit, a machine.") var label = ""
    @OptionGroup var token: TokenOptions
    @OptionGroup var trust: TrustOptions

    func validate() throws {
        guard documents > 0, members > 0, (0...members).contains(writers), window > 0,
            window < 256, rate >= 0, cursors <= members, cursorRate > 0, joins >= 0, idle >= 0,
            slow >= 0, emojis >= 0, seconds > 0, warmup >= 0
        else {
            throw ValidationError(
                "Counts are 0 or more, writers and cursors at most as many as members, and the "
                    + "window is below 256."
            )
        }
        guard emojis == 0 || writers > 0 else {
            throw ValidationError("Emojis are added by writers, and there are none.")
        }
    }

    func run() throws {
        guard let server = try? WebSocketURL(url) else {
            throw ExitStatus.usage("the server is ws://HOST:PORT or wss://HOST:PORT")
        }
        let other = try compare.map { path in
            try JSONDecoder().decode(LoadReport.self, from: Data(contentsOf: URL(filePath: path)))
        }
        Crowd.allowMoreDescriptors()
        let shown = try token.source.read()
        let run: LoadRun
        do throws(CrowdError) {
            run = try LoadRun(
                plan,
                at: CrowdAddress(host: server.host, port: server.port),
                server.scheme == .wss
                    ? CrowdTLS(host: server.host, authorities: trust.caFile) : nil,
                prefix: prefix ?? "load-\(UInt32.random(in: 0...UInt32.max))",
                token: shown,
                process: process.map { ServerProcess($0) }
            )
        } catch { throw ExitStatus.noConnection("\(error)") }
        try run.run { Output.explain($0.progress) }
        let report = run.report(label: label)
        if let json { try report.json().write(to: URL(filePath: json)) }
        for line in report.lines(beside: other) { print(line) }
        guard report.isSound else { throw ExitStatus.unsound("edits went astray") }
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
            storm: storm,
            seconds: seconds,
            warmup: warmup
        )
    }
}

extension LoadRun {
    /// How it goes, in a line.
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
