import Foundation
import TestKit
import Testing

/// The real server and real clients through a proxy that cuts, stalls, swallows and repeats.
///
/// `EMOJIART_SEED=<n>` replays one run, and `EMOJIART_HISTORY=<folder>` keeps the histories.
@Suite(.serialized, .aside)
struct StormTests {
    private static let editsEach = 240

    @Test(arguments: Seeds.first(3))
    func `FA2 FA3 FA16 FA19 FA20 FA73 SY1 SY7 SY13 TN6 each edit is there once, in any storm`(
        seed: UInt64
    ) throws {
        try Seeds.run(from: seed) { try Self.run($0) }
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

extension Storm {
    struct Report: CustomStringConvertible {
        var seed: UInt64 = 0
        var seconds = 0.0
        var edits = 0
        var acknowledged = 0
        var refused = 0
        var unknown = 0
        var revisions = 0
        var kills = 0
        var pauses = 0
        var clientKills = 0
        var counts = FaultCounts()
        var resumes = 0
        var endings: [String] = []
        /// The longest time from a blow at a server or a broker until the next answer, in seconds.
        var recovery = 0.0

        var description: String {
            "seed \(seed): \(edits) edits, \(acknowledged) acked, \(refused) refused, "
                + "\(unknown) unknown, \(revisions) revisions; \(counts.connections) connections, "
                + "\(counts.cuts) cut, \(counts.orphans) orphaned, \(counts.slowdowns) slowed, "
                + "\(resumes) resumed; \(kills) kills, \(pauses) pauses, \(clientKills) clients "
                + "killed, \(endings.count) ended; \(Self.text(seconds)) s, answers again "
                + "\(Self.text(recovery)) s after a blow at most"
        }

        private static func text(_ seconds: Double) -> String {
            String(format: "%.1f", seconds)
        }
    }
}
