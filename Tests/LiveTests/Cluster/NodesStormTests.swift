import Foundation
import Testing

/// The storms of `StormTests` on three nodes and their broker, with the same judge.
///
/// The clients are spread over the nodes and come to other ones when they connect anew; each node
/// and the broker are killed and paused in turn. `EMOJIART_SEED=<n>` replays one run;
/// `EMOJIART_STORM_SECONDS=<n>` goes on with new seeds for so long, and `EMOJIART_HISTORY=<folder>`
/// keeps the histories.
@Suite(.serialized)
struct NodesStormTests {
    private static let editsEach = 240

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static var seeds: [UInt64] {
        environment["EMOJIART_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? [1, 2]
    }

    @Test(arguments: seeds)
    func `FA76 FA77 FA79 FA2 FA16 SY1 SY7 SY13 SY19 each edit is there once, on every node`(
        seed: UInt64
    ) async throws {
        _ = try await Aside.run { try Self.run(seed) }
    }

    @Test(.enabled(if: environment["EMOJIART_STORM_SECONDS"] != nil))
    func `FA76 FA77 FA79 storms of new seeds on three nodes, for as long as it was asked`()
        async throws
    {
        try await Aside.run {
            let seconds = Self.environment["EMOJIART_STORM_SECONDS"].flatMap { Int($0) } ?? 0
            let clock = ContinuousClock()
            let end = clock.now + .seconds(seconds)
            var seed =
                Self.environment["EMOJIART_SEED"].flatMap { UInt64($0) }
                ?? UInt64.random(in: 1...1 << 40)
            while clock.now < end {
                guard try Self.run(seed) else { return }
                seed += 1
            }
        }
    }

    /// Runs a storm; false when it showed a violation.
    private static func run(_ seed: UInt64) throws -> Bool {
        let place = try ProxiedCluster()
        let (report, violations) = try Storm(seed: seed, editsEach: editsEach, at: place).run()
        print("storm on three nodes \(report)")
        for ending in report.endings { print("  \(ending)") }
        guard let first = violations.first else { return true }
        for violation in violations.prefix(8) { print("  \(violation)") }
        for (index, node) in place.servers.enumerated() {
            print("  node \(index): \(node.log.suffix(10).joined(separator: "\n    "))")
        }
        Issue.record(
            """
            \(first) (\(violations.count) in all)
            replay: EMOJIART_SEED=\(seed) swift test --filter NodesStormTests
            """
        )
        return false
    }
}
