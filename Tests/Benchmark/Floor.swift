internal import Foundation
internal import TestKit

/// What the same deliveries take of a program that does nothing else: see Floor/floor.c.
///
/// No server can take less on the same machine; how many times as much one takes can be compared
/// between machines, which microseconds cannot.
struct Floor {
    /// Connections that each round is sent to.
    let members: Int
    /// Rounds per second; 0 for as many as it can make.
    let rate: Int

    /// Microseconds of processor time that one send takes.
    struct Cost {
        /// Of a program that only sends.
        let sent: Double
        /// Of one that syncs each round to the disk first.
        let synced: Double

        var cell: String { String(format: "%.2f / %.2f", sent, synced) }
    }

    /// Runs it twice: sending alone, and with each round synced to the disk before.
    ///
    /// - Parameter seconds: how long each time.
    /// - Returns: what one send takes.
    /// - Throws: when the program does not run.
    func measure(seconds: Double) throws -> Cost {
        let log = FileManager.default.temporaryDirectory
            .appendingPathComponent("emojiart-floor-\(ProcessInfo.processInfo.processIdentifier)")
        defer { try? FileManager.default.removeItem(at: log) }
        return Cost(sent: try run(seconds, []), synced: try run(seconds, [log.path]))
    }

    private func run(_ seconds: Double, _ file: [String]) throws -> Double {
        let own = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        let process = try FinishedProcess(
            own.deletingLastPathComponent().appendingPathComponent("emojiart-floor").path,
            ["\(members)", "\(rate)", "\(seconds)"] + file
        )
        guard process.status == 0, let cost = Double(process.output.filter { !$0.isWhitespace })
        else { throw BenchError(what: "the floor cannot be measured") }
        return cost
    }
}
