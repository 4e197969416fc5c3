import Foundation
import TestKit
import Testing

/// The real `emojiart-server` on a temporary directory, which it may be started on again.
final class LiveServer {
    let directory: TemporaryDirectory
    /// Its arguments; others count from the next start on.
    var options: [String]
    private let tracer: [String]
    private(set) var program: Program
    /// Where it listens; with TLS where a tunnel to it does.
    private(set) var port: Int
    private let tunnel: TLSTunnel?
    private var listeningPort: Int?
    /// What ended servers on this directory wrote to standard error.
    private var earlierErrors: [String] = []

    /// Starts a server on a free port and waits until it listens.
    ///
    /// With `EMOJIART_VALGRIND=1` it runs under valgrind, which makes its exit code 99 when it
    /// found a fault: `make sanitize` runs some tests so, for it takes minutes.
    init(
        _ options: [String] = [],
        under tracer: [String] = [],
        on directory: TemporaryDirectory? = nil,
        isPlain: Bool = false
    ) throws {
        let tracer = tracer.isEmpty ? Self.valgrind : tracer
        let directory = try directory ?? TemporaryDirectory()
        self.directory = directory
        self.tracer = tracer
        let tunnel = isPlain ? nil : try Self.certificate.map { _ in try TLSTunnel() }
        self.tunnel = tunnel
        self.options = options + Self.tls(behind: tunnel)
        (program, port) = try Self.start(directory, port: 0, self.options, tracer)
        throughTunnel()
    }

    /// What all servers show when `EMOJIART_TLS=1` has these tests run over TLS.
    private static let certificate: TestCertificate? =
        ProcessInfo.processInfo.environment["EMOJIART_TLS"] == "1" ? try? TestCertificate() : nil

    private static func tls(behind tunnel: TLSTunnel?) -> [String] {
        guard let certificate, let tunnel else { return [] }
        // Clients name the tunnel in their handshake.
        return certificate.serverOptions + [
            "--host", "127.0.0.1:\(tunnel.port)", "--host", "localhost:\(tunnel.port)",
            "--host", "[::1]:\(tunnel.port)",
        ]
    }

    private func throughTunnel() {
        guard let tunnel else { return }
        tunnel.aim(at: port)
        listeningPort = port
        port = tunnel.port
    }

    /// The directory goes after the process that writes to it.
    deinit {
        program.signal(SIGKILL)
        _ = program.ending()
    }

    private static let valgrind: [String] = {
        guard isUnderValgrind else { return [] }
        let root = URL(filePath: #filePath).deletingLastPathComponent()
        let known = root.appending(path: "../../../.ci/valgrind.supp").path
        return [
            "/usr/bin/valgrind", "--error-exitcode=99", "--quiet", "--suppressions=\(known)",
        ]
    }()

    /// Whether servers are run slowly, under valgrind.
    static let isUnderValgrind = ProcessInfo.processInfo.environment["EMOJIART_VALGRIND"] == "1"

    /// Whether servers are slow for the sake of what is checked: nothing is said of their speed.
    static let isInstrumented =
        isUnderValgrind || ProcessInfo.processInfo.environment["EMOJIART_SANITIZER"] != nil

    /// The memory that the server has resident, in KiB; 0 when it has gone.
    var residentKibibytes: Int {
        ProcessFigures(of: program.processID).map { $0.residentBytes >> 10 } ?? 0
    }

    func url(_ name: String = "picnic") -> String { "ws://127.0.0.1:\(port)/documents/\(name)" }

    /// Where the journal is.
    var data: String { directory.path("data") }

    /// Where clients of this test keep their keys.
    var state: String { directory.path("state") }

    /// All lines of the log, also those of servers that were killed.
    var log: [String] { earlierErrors + program.errors.lines }

    /// Starts it again on the same directory and port, after it has ended.
    func restart() throws {
        earlierErrors += program.errors.wholeLines() ?? []
        (program, port) = try Self.start(directory, port: listeningPort ?? port, options, tracer)
        throughTunnel()
    }

    func kill() {
        program.signal(SIGKILL)
        #expect(program.ending() == .signal(SIGKILL))
    }

    func crash() throws {
        kill()
        try restart()
    }

    /// Has it read its settings again, and waits for what it says of them.
    func reload(until text: String = "settings reloaded") {
        program.signal(SIGHUP)
        #expect(Wait.until { log.contains { $0.contains(text) } }, "\(log)")
    }

    func stop() {
        program.signal(SIGTERM)
        let ending = program.ending()
        let faults = Self.isUnderValgrind ? log.filter { $0.hasPrefix("==") } : []
        #expect(ending == .exit(0), "\(faults.joined(separator: "\n"))")
    }

    private static func start(
        _ directory: TemporaryDirectory,
        port: Int,
        _ options: [String],
        _ tracer: [String]
    ) throws -> (Program, Int) {
        let program = try Program(
            "emojiart-server",
            [
                "--listen", "127.0.0.1:\(port)", "--data", directory.path("data"),
                // All clients of a test come from one address, and some come all at once.
                "--opens-per-address", "100000",
                // Some have a disk of a few megabytes.
                "--disk-reserve-mebibytes", "0",
            ] + options,
            under: tracer
        )
        let line = program.output.line { $0.contains("open    http") }
        guard let text = line?.split(separator: ":").last?.prefix(while: \.isNumber),
            let port = Int(text)
        else {
            let run = program.finish(within: 0)
            throw Program.CannotStart(what: run.errors.joined(separator: "\n"))
        }
        return (program, port)
    }
}

extension LiveServer {
    /// Runs `emojiart` on a document of this server, with a client key of its own directory.
    func emojiart(
        _ command: String,
        _ arguments: [String] = [],
        on name: String = "picnic",
        input: [String] = []
    ) throws -> Program.Run {
        try Program.emojiart(
            [command, url(name)] + arguments + ["--state", state],
            input: input
        )
    }

    /// Starts `emojiart edit --json` on a document, as a client that keeps its key there.
    func editor(on name: String = "picnic", state: String = "state") throws -> Program {
        try Program(
            "emojiart",
            ["edit", url(name), "--json", "--state", directory.path(state)]
        )
    }

    /// The document as an exported file.
    func export(_ name: String = "picnic", format: String = "emojiart") throws -> [UInt8] {
        let run = try emojiart("export", ["--format", format], on: name)
        try #require(run.ending == .exit(0), "\(run.errors)")
        return Array(run.output.joined(separator: "\n").utf8)
    }
}
