import Foundation
import TestKit
import Testing

/// The real server and real clients through a proxy that cuts, stalls, swallows and repeats.
///
/// `EMOJIART_SEED=<n>` replays one run, and `EMOJIART_HISTORY=<folder>` keeps the histories.
@Suite(.serialized)
struct StormTests {
    private static let editsEach = 240

    @Test(arguments: Seeds.first(3))
    func `FA2 FA3 FA16 FA19 FA20 FA73 SY1 SY7 SY13 each edit is there once, in any storm`(
        seed: UInt64
    ) async throws {
        try await Aside.run { try Seeds.run(from: seed) { try Self.run($0) } }
    }

    /// Runs a storm; false when it showed a violation.
    private static func run(_ seed: UInt64) throws -> Bool {
        let place = try ProxiedServer()
        let (report, violations) = try Storm(seed: seed, editsEach: editsEach, at: place).run()
        print("storm \(report)")
        for ending in report.endings { print("  \(ending)") }
        guard let first = violations.first else { return true }
        Issue.record(
            """
            \(first) (\(violations.count) in all)
            replay: EMOJIART_SEED=\(seed) swift test --filter StormTests
            """
        )
        return false
    }
}
