import Foundation
import Synchronization

/// Looks for each planted bug, seed after seed, and says how many it took.
///
/// The seed that shows it has to pass without it, so that no other bug is taken for this one.
struct PlantedHunt {
    /// More would take minutes: then the world has to do more of what shows the bug.
    static let seedsMax = 1_000

    /// A bug, and what was found.
    private struct Finding: Sendable {
        let number: Int
        var failure: LaneProcess.Failure?
        /// The seed of `Regressions` that does not show it any more.
        var outdated: UInt64?
        /// What the same seed does without the bug.
        var without: LaneProcess.Failure?

        var isGood: Bool { failure != nil && without == nil }

        var line: String {
            let name = "\(number). \(plantedNames[number - 1])"
            guard let failure else { return "\(name): NOT FOUND in \(PlantedHunt.seedsMax) seeds" }
            if let without {
                return "\(name): seed \(failure.seed) FAILS WITHOUT IT: \(without.text)"
            }
            let note = outdated.map { " (no longer by \($0))" } ?? ""
            return "\(name): seed \(failure.seed)\(note), by: \(failure.text.prefix(80))"
        }
    }

    /// Looks for all of them, as many at a time as there are cores; false when one is not found.
    func run() -> Bool {
        guard !plantedNames.isEmpty else {
            print("   no bugs are planted in this package")
            return false
        }
        print("== planted bugs: the first seed from 0 on that shows each, of \(Self.seedsMax)")
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let findings = Mutex([Int: Finding]())
        let numbers = 1...plantedNames.count
        let next = Mutex(Array(numbers)[...])
        DispatchQueue.concurrentPerform(iterations: cores) { _ in
            while true {
                guard let number = next.withLock({ $0.popFirst() }) else { return }
                let finding = look(for: number)
                findings.withLock { $0[number] = finding }
                print("   \(finding.line)")
                fflush(nil)
            }
        }
        let all = findings.withLock { Array($0.values) }
        for finding in all where !finding.isGood { print("   MISSED \(finding.line)") }
        let count = all.count(where: \.isGood)
        print("   \(count) of \(numbers.count) found, each by a seed that passes without it")
        print("   again: \(CommandLine.arguments[0]) --bug NUMBER --seed SEED")
        return count == numbers.count
    }

    private func look(for number: Int) -> Finding {
        var finding = Finding(number: number)
        var known: UInt64?
        let name = plantedNames[number - 1]
        if let seed = Regressions.seeds[name] {
            known = seed
            finding.failure = fails(from: seed, count: 1, bug: number)
            if finding.failure == nil { finding.outdated = seed }
        }
        if finding.failure == nil {
            let amid = Regressions.needs[name] ?? []
            finding.failure = fails(from: 0, count: Self.seedsMax, amid: amid, bug: number)
            known = finding.failure?.seed
        }
        finding.without = known.flatMap { fails(from: $0, count: 1, bug: nil) }
        return finding
    }

    private func fails(
        from seed: UInt64,
        count: Int,
        amid needs: [Regime.Fault] = [],
        bug: Int?
    ) -> LaneProcess.Failure? {
        var arguments = ["--first", "\(seed)", "--count", "\(count)"]
        if !needs.isEmpty { arguments += ["--amid", needs.map(\.rawValue).joined(separator: ",")] }
        return LaneProcess(arguments, bug: bug).finish().failure
    }
}
