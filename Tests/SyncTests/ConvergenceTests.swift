import Foundation
import TestKit
import Testing

/// Many clients, random edits, and every fault that a network, a disk and a process have.
///
/// `SYNC_SEEDS=10000` runs so many seeds; `SYNC_SEED=42` runs one again.
struct ConvergenceTests {
    @Test func `all replicas agree with the journal whatever breaks`() {
        let environment = ProcessInfo.processInfo.environment
        var seeds: Range<UInt64> = 0..<300
        if let count = environment["SYNC_SEEDS"].flatMap(UInt64.init) { seeds = 0..<count }
        if let seed = environment["SYNC_SEED"].flatMap(UInt64.init) { seeds = seed..<(seed + 1) }
        var failed = 0
        for seed in seeds where failed < 3 {
            var simulation = Simulation(seed: seed)
            let wrong = simulation.run()
            guard !wrong.isEmpty else { continue }
            failed += 1
            Issue.record("\(wrong.joined(separator: "\n"))\nAgain: SYNC_SEED=\(seed)")
        }
    }
}
