import Foundation
import TestKit
import Testing

/// The storms of `StormTests` on three nodes and their broker, with the same judge.
///
/// The clients are spread over the nodes and come to other ones when they connect anew; each node
/// and the broker are killed and paused in turn. `EMOJIART_SEED=<n>` replays one run;
/// `EMOJIART_SECONDS=<n>` goes on with new seeds for so long, and `EMOJIART_HISTORY=<folder>`
/// keeps the histories.
@Suite(.serialized)
struct NodesStormTests {
    private static let editsEach = 240

    @Test(arguments: Seeds.first(2))
    func `FA76 FA77 FA79 FA2 FA16 SY1 SY7 SY13 SY19 each edit is there once, on every node`(
        seed: UInt64
    ) async throws {
        try await Aside.run { try Seeds.run(from: seed) { try Self.run($0) } }
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
