internal import Foundation
internal import TestKit

/// What valgrind counts of this very program: the same on every machine with the same libraries.
///
/// Each case is run for few and for many rounds: the difference is what the rounds took, without
/// what comes before and after.
struct CountedRun {
    /// What one round takes.
    struct Count: Codable, Equatable {
        let instructions: Int
        let allocations: Double
    }

    let name: MicroCase

    func count() throws -> Count {
        let (few, many) = (name.rounds / 4, name.rounds + name.rounds / 4)
        let first = try (run(few, Self.instructions), run(few, Self.allocations))
        let second = try (run(many, Self.instructions), run(many, Self.allocations))
        let rounds = Double(many - few)
        return Count(
            instructions: Int(Double(second.0 - first.0) / rounds),
            allocations: (Double(second.1 - first.1) / rounds * 10).rounded() / 10
        )
    }

    /// A tool of valgrind, and what stands before the number that counts.
    private typealias Tool = (arguments: [String], mark: String)

    private static let instructions: Tool = (
        ["--tool=callgrind", "--callgrind-out-file=/dev/null"], "Collected : "
    )
    private static let allocations: Tool = (
        ["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no"], "total heap usage: "
    )

    private func run(_ rounds: Int, _ tool: Tool) throws -> Int {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let arguments = tool.arguments + [own, "micro", name.rawValue, "--rounds", "\(rounds)"]
        let process: FinishedProcess
        do { process = try FinishedProcess("/usr/bin/valgrind", arguments) } catch {
            throw BenchError(what: "valgrind counts instructions, and is not there: \(error)")
        }
        let text = process.output
        guard process.status == 0, let mark = text.range(of: tool.mark),
            let number = Int(
                text[mark.upperBound...].prefix { $0.isNumber || $0 == "," }.filter(\.isNumber)
            )
        else { throw BenchError(what: "valgrind did not count \(name.rawValue): \(text)") }
        return number
    }
}
