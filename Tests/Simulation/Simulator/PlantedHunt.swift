import Foundation
import Synchronization

/// Looks for each planted bug, seed after seed, and says how many it took.
///
/// The seed that shows it has to pass without it, so that no other bug is taken for this one.
struct PlantedHunt {
    /// A bug that so many seeds do not show would be shown by luck.
    static let seedsMax = 1_000

    /// A bug, and what was found.
    private struct Finding: Sendable {
        let number: Int
        var failure: LaneProcess.Failure?
        /// What the same seed does without the bug.
        var without: LaneProcess.Failure?

        var isGood: Bool { failure != nil && without == nil }

        var line: String {
            let name = "\(number). \(plantedNames[number - 1])"
            guard let failure else { return "\(name): NOT FOUND in \(PlantedHunt.seedsMax) seeds" }
            if let without {
                return "\(name): seed \(failure.seed) FAILS WITHOUT IT: \(without.text)"
            }
            return "\(name): \(failure.seed + 1), by: \(failure.text.prefix(90))"
        }
    }

    /// Looks for all of them, as many at a time as there are cores; false when one is not found.
    func run() -> Bool {
        guard !plantedNames.isEmpty else {
            print("   no bugs are planted in this package")
            return false
        }
        print("== planted bugs: seeds until each is found, of at most \(Self.seedsMax)")
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let findings = Mutex([Int: Finding]())
        let next = Mutex(1)
        DispatchQueue.concurrentPerform(iterations: cores) { _ in
            while true {
                let number = next.withLock { next in
                    defer { next += 1 }
                    return next
                }
                guard number <= plantedNames.count else { return }
                let finding = look(for: number)
                findings.withLock { $0[number] = finding }
                print("   \(finding.line)")
                fflush(nil)
            }
        }
        let all = findings.withLock { Array($0.values) }
        for finding in all where !finding.isGood { print("   MISSED \(finding.line)") }
        let most = all.compactMap(\.failure?.seed).max() ?? 0
        print("   \(all.count(where: \.isGood)) of \(plantedNames.count) found; at most \(most + 1) seeds")
        print("   again: \(CommandLine.arguments[0]) --bug NUMBER --seed SEEDS-1")
        return all.allSatisfy(\.isGood)
    }

    private func look(for number: Int) -> Finding {
        let arguments = ["--first", "0", "--count", "\(Self.seedsMax)"]
        var finding = Finding(number: number)
        finding.failure = LaneProcess(arguments, bug: number).finish().failure
        if let seed = finding.failure?.seed {
            let again = LaneProcess(["--first", "\(seed)", "--count", "1"])
            finding.without = again.finish().failure
        }
        return finding
    }
}
