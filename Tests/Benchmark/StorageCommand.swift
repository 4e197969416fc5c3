internal import ArgumentParser
internal import Foundation
internal import TestKit

/// `emojiart-bench storage`: a journal of many documents, and a server that starts on it.
struct StorageCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "storage",
        abstract: "Writes a journal of many documents, starts a server on it, joins some."
    )

    @Option(help: "Documents of the journal.") var documents = 100_000
    @Option(help: "Edits of each.") var edits = 10
    @Option(help: "Documents that are joined, one after the other.") var joins = 1_000
    @Option(help: "Documents that are then held open, by a member each.") var open = 10_000
    @Option(help: "Documents with an edit each 5 s, beside those.") var active = 500
    @Option(help: "Seconds for which they are.") var seconds = 20.0

    func validate() throws {
        let counts = [documents, edits, joins, active]
        guard counts.allSatisfy({ $0 >= 1 }), (0...documents).contains(open), seconds > 0 else {
            throw ValidationError("Each count is at least 1, and no more are open than there are.")
        }
    }

    func run() throws {
        let directory = FileManager.default.temporaryDirectory
            .appendingPathComponent("emojiart-bench-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: directory) }
        let clock = ContinuousClock()
        var stored: StoredDocuments?
        let writing = try clock.measure {
            stored = try StoredDocuments(documents, edits: edits, in: directory)
        }
        let bytes = stored?.byteCount ?? 0
        var server: BenchServer?
        let start = try clock.measure { server = try BenchServer(on: directory) }
        guard let server else { return }
        defer { server.stop() }
        let resident = server.figures?.residentBytes ?? 0
        let names = (0..<min(joins, documents)).map { "bench-\($0 * documents / joins)" }
        let members = try ColdJoins(port: server.port)
        let times = try members.join(names).sorted()
        let before = server.figures?.residentBytes ?? 0
        let held = open
        _ = try members.join((0..<held).map { "bench-\($0)" }, staying: true)
        let after = server.figures
        let each = Double((after?.residentBytes ?? 0) - before) / Double(max(1, held))
        try members.rest(seconds: self.seconds)
        let used = (server.figures?.cpuSeconds ?? 0) - (after?.cpuSeconds ?? 0)
        let cores = used / self.seconds
        let load = ["--documents", "\(active)", "--members", "2", "--rate", "0.2"]
        let beside = try server.load(load, seconds: self.seconds)
        let rows: [(String, String)] = [
            ("documents, of \(edits) edits each", "\(documents)"),
            ("documents made and filled, per second", figure(Double(documents) / seconds(writing))),
            ("bytes on the disk, per edit", figure(Double(bytes) / Double(documents * edits))),
            ("start until it listens, ms", figure(seconds(start) * 1_000)),
            ("MiB resident then", figure(Double(resident) / 1_048_576)),
            ("join of one that nobody has open, p50 ms", figure(times[times.count / 2])),
            ("the same, p99 ms", figure(times[times.count * 99 / 100])),
            ("KiB resident of each of \(held) open, its member too", figure(each / 1_024)),
            ("CPU of them while nothing happens, cores", String(format: "%.4f", cores)),
            (
                "the same while \(active) more have an edit each 5 s",
                String(format: "%.4f", beside.server?.cores ?? 0)
            ),
            ("an edit's acknowledgement then, p50 / p99 ms", beside.acknowledgement.cell),
        ]
        print("| storage | |\n| --- | --- |")
        for (name, value) in rows { print("| \(name) | \(value) |") }
    }

    private func seconds(_ duration: Duration) -> Double { duration / .seconds(1) }

    private func figure(_ value: Double) -> String {
        value < 10 ? String(format: "%.2f", value) : String(format: "%.0f", value)
    }
}
