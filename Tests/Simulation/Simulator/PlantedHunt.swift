import Foundation
import Synchronization

/// Looks for each planted bug, seed after seed, and reports how many it took.
///
/// The seed that shows it has to pass without it, so that no other bug is taken for this one.
struct PlantedHunt {
    /// More would take minutes: then the world has to do more of what shows the bug.
    static let seedsMax = 1_000

    /// A bug: its number, by which a run asks for it, and the rule that it breaks.
    private struct Bug: Sendable {
        let number: Int
        let name: String
    }

    /// A bug, and what was found.
    private struct Finding: Sendable {
        let bug: Bug
        var failure: LaneProcess.Failure?
        /// What the same seed does without the bug.
        var without: LaneProcess.Failure?

        var isGood: Bool { failure != nil && without == nil }

        var line: String {
            let name = "\(bug.number). \(bug.name)"
            guard let failure else { return "\(name): NOT FOUND in \(PlantedHunt.seedsMax) seeds" }
            if let without {
                return "\(name): seed \(failure.seed) FAILS WITHOUT IT: \(without.text)"
            }
            return "\(name): seed \(failure.seed), by: \(failure.text.prefix(80))"
        }
    }

    private let bugs: [Bug]

    /// - Parameter folder: holds a patch for each bug, named `NUMBER-RULE-NAME.patch`.
    init(_ folder: String) {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        bugs = files.sorted().compactMap { file in
            let parts = file.split(separator: "-", maxSplits: 1)
            guard let number = Int(parts[0]), file.hasSuffix(".patch") else { return nil }
            let name = parts[1].dropLast(".patch".count).replacing("-", with: " ")
            return Bug(number: number, name: String(name))
        }
    }

    /// Looks for all of them, as many at a time as there are cores; false when one is not found.
    func run() -> Bool {
        print("== planted bugs: the first seed from 0 on that shows each, of \(Self.seedsMax)")
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let findings = Mutex([Finding]())
        let next = Mutex(bugs[...])
        DispatchQueue.concurrentPerform(iterations: cores) { _ in
            while let bug = next.withLock({ $0.popFirst() }) {
                let finding = look(for: bug)
                findings.withLock { $0.append(finding) }
                print("   \(finding.line)")
                fflush(nil)
            }
        }
        let all = findings.withLock { $0 }
        for finding in all where !finding.isGood { print("   MISSED \(finding.line)") }
        let count = all.count(where: \.isGood)
        print("   \(count) of \(bugs.count) found, each by a seed that passes without it")
        print("   again: \(CommandLine.arguments[0]) --bug NUMBER --seed SEED")
        return count == bugs.count && count > 0
    }

    private func look(for bug: Bug) -> Finding {
        let failure = Self.failure(from: 0, count: Self.seedsMax, bug: bug.number)
        let without = failure.flatMap { Self.failure(from: $0.seed, count: 1, bug: nil) }
        return Finding(bug: bug, failure: failure, without: without)
    }

    private static func failure(
        from seed: UInt64,
        count: Int,
        bug: Int?
    ) -> LaneProcess.Failure? {
        LaneProcess(["--first", "\(seed)", "--count", "\(count)"], bug: bug).finish().failure
    }
}
