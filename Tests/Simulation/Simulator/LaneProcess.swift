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
        var tally = Tally()
        var failure: Failure?
        /// What it says to a person.
        var text = ""
        /// The last seed that it began.
        var seed: UInt64 = 0
    }

    private let process = Process()
    private let output = Pipe()

    /// Starts a process, with a planted bug if one is named.
    init(_ arguments: [String], planted: Int? = nil) {
        process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
        process.arguments = ["--lane"] + arguments
        var environment = ProcessInfo.processInfo.environment
        // A dictionary's order is the seed's then, and not the process's.
        environment["SWIFT_DETERMINISTIC_HASHING"] = "1"
        environment["SWIFT_BACKTRACE"] = "enable=no"
        environment["EMOJIART_PLANTED"] = planted.map { "\($0)" }
        process.environment = environment
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        do { try process.run() } catch { preconditionFailure("A process can be started: \(error)") }
    }

    /// Waits for its end, and reads what it said.
    func finish() -> Result {
        let data = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        var result = Result()
        for line in String(decoding: data, as: UTF8.self).split(separator: "\n") {
            if let tally = Tally(line: line) {
                result.tally = tally
            } else if line.hasPrefix("seed ") {
                result.seed = UInt64(line.dropFirst(5)) ?? 0
            } else if line.hasPrefix("failed ") {
                let text = line.drop { $0 != " " }.dropFirst().drop { $0 != " " }.dropFirst()
                result.failure = Failure(seed: result.seed, text: String(text))
            } else {
                result.text += line + "\n"
            }
        }
        if result.failure == nil, process.terminationReason == .uncaughtSignal {
            let text = "the process died of signal \(process.terminationStatus)"
            result.failure = Failure(seed: result.seed, text: text)
        }
        if let failure = result.failure { result.text += "| \(failure.text)\n" }
        return result
    }
}
