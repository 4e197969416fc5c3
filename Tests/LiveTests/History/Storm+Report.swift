import Foundation
import TestKit

extension Storm {
    /// What a run came to.
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
