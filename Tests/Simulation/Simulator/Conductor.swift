import Foundation

/// Starts the processes that run seeds, and says what they found.
///
/// Each has its own: a trap in the server under test ends only the process, which names its seed.
struct Conductor {
    /// Seeds that are run twice, since a seed must give the same run each time.
    private static let twiceCount: UInt64 = 20

    let options: Options

    /// Runs what the options ask for, and exits with 1 when something failed.
    func run() -> Never {
        if options.isLane { Lane(options: options).run() }
        if let patches = options.patches { exit(PlantedHunt(patches).run() ? 0 : 1) }
        if options.isVerbose { exit(replay() ? 0 : 1) }
        let first = max(options.first, 1)
        let isGood = isRepeatable(from: first) && run(options.seconds ?? 60, from: first)
        exit(isGood ? 0 : 1)
    }

    /// Runs one seed, and tells how it went.
    private func replay() -> Bool {
        let arguments = ["--seed", "\(options.first)"] + options.reductions.arguments
        let result = LaneProcess(arguments, bug: options.bug).finish()
        for line in result.timeline { print(line) }
        print(result.failure.map { "   FAILED: \($0.text)" } ?? "   passed")
        return result.isGood
    }

    /// New seeds on all cores; false when one failed.
    private func run(_ seconds: Int, from first: UInt64) -> Bool {
        let cores = ProcessInfo.processInfo.activeProcessorCount
        print("== simulation: \(seconds) s on \(cores) cores, from seed \(first)")
        let lanes = (0..<cores).map { lane in
            LaneProcess(
                [
                    "--first", "\(first + UInt64(lane))", "--stride", "\(cores)", "--seconds",
                    "\(seconds)",
                ]
            )
        }
        let results = lanes.map { $0.finish() }
        let sum = results.reduce(Tally()) { $0 + ($1.tally ?? Tally()) }
        print("   \(sum.description(seconds: seconds))")
        for result in results {
            if let failure = result.failure { report(failure) }
        }
        return results.allSatisfy(\.isGood) && sum.seeds > 0
    }

    /// Runs some seeds twice; false when one of them gave two runs.
    private func isRepeatable(from first: UInt64) -> Bool {
        let count = Self.twiceCount
        let runs = [first, first].map { seed in
            LaneProcess(["--first", "\(seed)", "--count", "\(count)"])
        }.map { $0.finish() }
        for failure in runs.compactMap(\.failure).prefix(1) { report(failure) }
        guard runs.allSatisfy(\.isGood) else { return false }
        let isSame = runs[0].tally == runs[1].tally
        let seeds = "\(count) seeds from \(first) on"
        print(isSame ? "== simulation: \(seeds) give the same twice" : "   \(seeds) differ")
        return isSame
    }

    private func report(_ failure: LaneProcess.Failure) {
        print("   FAILED seed \(failure.seed): \(failure.text)")
        let reductions = Shrinker(failure: failure, bug: options.bug).shrink()
        let again = ["--seed", "\(failure.seed)"] + reductions.arguments
        let result = LaneProcess(again, bug: options.bug).finish()
        for line in result.timeline { print(line) }
        print("   again: \(CommandLine.arguments[0]) \(again.joined(separator: " "))")
    }
}
