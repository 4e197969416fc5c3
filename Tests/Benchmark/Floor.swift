internal import Foundation
internal import TestKit

/// What the same deliveries take of a program that does nothing else: see Floor/floor.c.
///
/// No server can take less on the same machine; how many times as much one takes can be compared
/// between machines, which microseconds cannot.
struct Floor {
    /// Connections that each round is sent to.
    let members: Int
    /// Rounds per second.
    let rate: Int

    /// Runs it twice: sending alone, and with each round synced to the disk before.
    ///
    /// - Parameter seconds: how long each time.
    /// - Returns: two figures in microseconds of processor time per send.
    /// - Throws: when the program does not run.
    func measure(seconds: Double) throws -> String {
        let log = FileManager.default.temporaryDirectory
            .appendingPathComponent("emojiart-floor-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: log) }
        return try run(seconds, []) + " / " + run(seconds, [log.path])
    }

    private func run(_ seconds: Double, _ file: [String]) throws -> String {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = try FinishedProcess(
            own.deletingLastPathComponent().appendingPathComponent("emojiart-floor").path,
            ["\(members)", "\(rate)", "\(seconds)"] + file
        )
        guard process.status == 0 else { throw BenchError(what: "the floor cannot be measured") }
        return process.output.filter { !$0.isWhitespace }
    }
}
