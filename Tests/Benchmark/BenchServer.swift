internal import Foundation
internal import Glibc

/// The server under load: the release binary beside this one, on a data directory of its own.
final class BenchServer {
    private let process = Process()
    private let directory: URL
    /// `ws://HOST:PORT`.
    let url: String

    init() throws {
        directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("emojiart-bench-\(ProcessInfo.processInfo.processIdentifier)")
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        process.executableURL = own.deletingLastPathComponent()
            .appendingPathComponent("emojiart-server")
        process.arguments = [
            "--listen", "127.0.0.1:0", "--data", directory.path, "--log-level", "error",
            "--connections-per-address", "20000", "--messages-per-second", "1000000",
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var text = ""
        while !text.contains("documents/") {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw BenchError(what: "the server does not start") }
            text += String(decoding: data, as: UTF8.self)
        }
        guard let start = text.range(of: "http://"),
            let end = text[start.upperBound...].firstIndex(of: "/")
        else { throw BenchError(what: "the server does not say where it is") }
        url = "ws://" + text[start.upperBound..<end]
    }

    /// Resident memory in bytes.
    func residentBytes() throws -> Int {
        let path = "/proc/\(process.processIdentifier)/statm"
        let fields = try String(contentsOfFile: path, encoding: .utf8).split(separator: " ")
        guard fields.count > 1, let pages = Int(fields[1]) else {
            throw BenchError(what: "the server's memory cannot be read")
        }
        return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// Ends the server and removes its data.
    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: directory)
    }
}

/// Why nothing could be measured.
struct BenchError: Error, CustomStringConvertible {
    let what: String

    var description: String { what }
}
