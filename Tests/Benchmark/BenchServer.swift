internal import Foundation
internal import TestKit

/// The server under load, on a data directory of its own.
final class BenchServer {
    private let process = Process()
    private let directory: URL
    /// By which it speaks TLS.
    private let certificate: TestCertificate?
    /// `ws://HOST:PORT`, or `wss` with TLS.
    let url: String
    /// End the server with this program when that is interrupted.
    private var interrupts: [any DispatchSourceSignal] = []

    /// Starts a program, or the one beside this.
    init(_ program: String? = nil, on data: URL? = nil, isSecure: Bool = false) throws {
        certificate = isSecure ? try TestCertificate() : nil
        let number = ProcessInfo.processInfo.processIdentifier
        directory =
            data
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("emojiart-bench-\(number)")
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let beside = own.deletingLastPathComponent().appendingPathComponent("emojiart-server")
        process.executableURL = program.map { URL(fileURLWithPath: $0) } ?? beside
        process.arguments = [
            "--listen", "127.0.0.1:0", "--data", directory.path, "--log-level", "error",
            "--connections-per-address", "40000", "--opens-per-address", "1000000",
            "--connections", "40000", "--connections-silent", "40000", "--members", "20000",
            "--documents", "1000000",
            "--messages-per-second", "1000000", "--edits-per-second", "1000000",
            "--kibibytes-per-second", "1000000",
        ]
        process.arguments? += certificate?.serverOptions ?? []
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("documents/") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else {
                throw BenchError(what: "\(process.executableURL?.path ?? "") starts no server")
            }
            text += String(decoding: data, as: UTF8.self)
        }
        guard let start = text.range(of: isSecure ? "https://" : "http://"),
            let end = text[start.upperBound...].firstIndex(of: "/")
        else { throw BenchError(what: "the server does not say where it is") }
        url = (isSecure ? "wss://" : "ws://") + text[start.upperBound..<end]
        interrupts = [SIGINT, SIGTERM].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { [unowned self] in
                stop()
                exit(128 + number)
            }
            source.resume()
            return source
        }
    }

    /// Loads it with `emojiart-load`, beside this program.
    func load(_ arguments: [String], seconds: Double) throws -> LoadFigures {
        let report = directory.appendingPathComponent("report.json")
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let load = try FinishedProcess(
            own.deletingLastPathComponent().appendingPathComponent("emojiart-load").path,
            [url, "--process", "\(process.processIdentifier)", "--json", report.path]
                + ["--seconds", "\(seconds)", "--warmup", "1"] + arguments
                + (certificate.map { ["--ca-file", $0.certificate] } ?? [])
        )
        guard load.status == 0 else {
            throw BenchError(what: "emojiart-load \(arguments) ends with \(load.status)")
        }
        return try JSONDecoder().decode(LoadFigures.self, from: Data(contentsOf: report))
    }

    /// The port that it listens on.
    var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// What it holds and has used; nil when it has ended.
    var figures: ProcessFigures? { ProcessFigures(of: process.processIdentifier) }

    /// Ends the server and removes its data.
    func stop() {
        for source in interrupts { source.cancel() }
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }
}
