import Foundation

/// A process that runs seeds, as its parent sees it.
final class LaneProcess {
    /// A seed that failed.
    struct Failure {
        let seed: UInt64
        let text: String
    }

    /// What the process found.
    struct Result {
        var tally: Tally?
        var failure: Failure?
        /// What happened last, as far as it told.
        var timeline: [Substring] = []
        /// The last seed that it began.
        var seed: UInt64 = 0

        var isGood: Bool { failure == nil }
    }

    /// Lines of a timeline that a person reads.
    private static let timelineMax = 40

    private let process = Process()
    private let output = Pipe()
    private let errors = Pipe()

    /// Starts a process, with a planted bug if one is named.
    init(_ arguments: [String], bug: Int? = nil) {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--lane"] + arguments
        var environment = ProcessInfo.processInfo.environment
        // A dictionary's order is the seed's then, and not the process's.
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment["EMOJIART_PLANTED"] = bug.map { "\($0)" }
        process.environment = environment
        process.standardOutput = output
        process.standardError = errors
        do { try process.run() } catch { preconditionFailure("A process can be started: \(error)") }
    }

    /// Waits for its end, and reads what it said.
    func finish() -> Result {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        // A process says no more there than a pipe holds: one sentence before it traps.
        let complaint = errors.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        var result = Result()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            if line.hasPrefix("|") {
                result.timeline.append(line)
            } else if let tally = Tally(line: line) {
                result.tally = tally
            } else if line.hasPrefix("seed ") {
                result.seed = UInt64(line.dropFirst(5)) ?? 0
            } else if line.hasPrefix("failed ") {
                let text = line.drop { $0 != " " }.dropFirst().drop { $0 != " " }.dropFirst()
                result.failure = Failure(seed: result.seed, text: String(text))
            }
        }
        if result.timeline.count > Self.timelineMax {
            let count = result.timeline.count - Self.timelineMax
            result.timeline = ["| ... \(count) lines before"] + result.timeline.dropFirst(count)
        }
        // A process that ends otherwise than by its tally has found nothing out.
        if result.failure == nil, result.tally == nil || process.terminationStatus != 0 {
            let kind = process.terminationReason == .uncaughtSignal ? "signal" : "status"
            let words = String(decoding: complaint, as: UTF8.self).split(separator: "\n").first
            let text = "the process ended with \(kind) \(process.terminationStatus)"
            result.failure = Failure(
                seed: result.seed,
                text: text + (words.map { ": \($0)" } ?? "")
            )
        }
        return result
    }
}
