import Foundation

/// Starts the processes that run seeds, and says what they found.
///
/// Each has its own: a trap in the server under test ends only the process, which names its seed.
struct Conductor {
    let options: Options

    init(_ options: Options) { self.options = options }

    /// Runs what the options ask for, and exits with 1 when something failed.
    func run() -> Never {
        if options.isLane { Lane(options).run() }
        if options.isPlanted { exit(PlantedHunt().run() ? 0 : 1) }
        if options.isRegression { exit(runRegressions() ? 0 : 1) }
        if options.isVerbose {
            let result = LaneProcess(Array(CommandLine.arguments.dropFirst())).finish()
            print(result.text, terminator: "")
            exit(result.failure == nil ? 0 : 1)
        }
        exit(runForSeconds() ? 0 : 1)
    }

    /// New seeds on all cores; false when one failed.
    private func runForSeconds() -> Bool {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        let seconds = options.seconds ?? 60
        // Other seeds every day, and the same for who looks into today's failure.
        let day = UInt64(Date().timeIntervalSince1970 / 86_400)
        let first = options.first == 0 ? day * 10_000_000 : options.first
        print("== simulation: \(seconds) s on \(cores) cores, from seed \(first)")
        let lanes = (0..<cores).map { lane in
            LaneProcess([
                "--first", "\(first + UInt64(lane))", "--stride", "\(cores)", "--seconds",
                "\(seconds)",
            ])
        }
        let results = lanes.map { $0.finish() }
        let sum = results.reduce(Tally()) { $0 + $1.tally }
        print("   \(sum.description(seconds: seconds))")
        for result in results {
            if let failure = result.failure { report(failure) }
        }
        return results.allSatisfy { $0.failure == nil }
    }

    /// The seeds that once failed: each twice, since a seed must give the same run each time.
    private func runRegressions() -> Bool {
        var sum = Tally()
        var isGood = true
        for (seed, cause) in Regressions.seeds {
            let runs = (0..<2).map { _ in
                LaneProcess(["--first", "\(seed)", "--count", "1"])
            }.map { $0.finish() }
            sum = sum + runs[0].tally
            for failure in runs.compactMap(\.failure) {
                print("   seed \(seed) (\(cause)) fails again")
                report(failure)
                isGood = false
            }
            if runs[0].tally.trace != runs[1].tally.trace {
                print("   seed \(seed) gives another run each time")
                isGood = false
            }
        }
        print("   \(Regressions.seeds.count) seeds that once failed: \(sum.steps) steps")
        return isGood
    }

    private func report(_ failure: LaneProcess.Failure) {
        print("   FAILED seed \(failure.seed): \(failure.text)")
        let cuts = Shrinker(seed: failure.seed).shrink()
        let again = ["--seed", "\(failure.seed)"] + cuts.arguments
        print(LaneProcess(again).finish().text)
        print("   again: \(CommandLine.arguments[0]) \(again.joined(separator: " "))")
    }
}
