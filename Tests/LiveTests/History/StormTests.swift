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
        try Storm.run(seed, editsEach: editsEach, at: ProxiedServer(), as: "StormTests")
    }
}

extension Storm {
    /// Runs a storm; false when it showed a violation, which is an issue of the suite.
    static func run(
        _ seed: UInt64,
        editsEach: Int,
        at place: any StormPlace,
        as suite: String
    ) throws -> Bool {
        let (report, violations) = try Storm(seed: seed, editsEach: editsEach, at: place).run()
        print("storm \(report)")
        for ending in report.endings { print("  \(ending)") }
        guard !violations.isEmpty else { return true }
        Issue.record(
            """
            \(violations.prefix(20).joined(separator: "\n")) (\(violations.count) in all)
            replay: EMOJIART_SEED=\(seed) swift test --filter \(suite)
            """
        )
        return false
    }

    struct Report: CustomStringConvertible {
        var seed: UInt64 = 0
        var seconds = 0.0
        var edits = 0
        var acknowledged = 0
        var refused = 0
        var unknown = 0
        var revisions = 0
        /// How often each kind of blow fell.
        var blows: [String: Int] = [:]
        var counts = FaultCounts()
        var resumes = 0
        var endings: [String] = []
        /// The longest time without an answer, in seconds.
        var silence = 0.0

        var description: String {
            "seed \(seed): \(edits) edits, \(acknowledged) acked, \(refused) refused, "
                + "\(unknown) unknown, \(revisions) revisions; \(counts.connections) connections, "
                + "\(counts.cuts) cut, \(counts.orphans) orphaned, \(counts.slowdowns) slowed, "
                + "\(resumes) resumed; \(blowTexts), \(endings.count) programs ended; "
                + "\(Self.text(seconds)) s, no answer for \(Self.text(silence)) s at most"
        }

        private var blowTexts: String {
            blows.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
                .joined(separator: ", ")
        }

        private static func text(_ seconds: Double) -> String {
            String(format: "%.1f", seconds)
        }
    }
}
