import Foundation
import Testing

/// The real server and real clients through a proxy that cuts, stalls, swallows and repeats.
///
/// `EMOJIART_SEED=<n>` replays one run; `EMOJIART_STORM_SECONDS=<n>` goes on with new seeds for so
/// long, and `EMOJIART_HISTORY=<folder>` keeps the histories.
@Suite(.serialized)
struct StormTests {
    private static let editsEach = 240

    private static var environment: [String: String] { ProcessInfo.processInfo.environment }

    private static var seeds: [UInt64] {
        environment["EMOJIART_SEED"].flatMap { UInt64($0) }.map { [$0] } ?? [1, 2, 3]
    }

    @Test(arguments: seeds)
    func `FA2 FA3 FA16 FA19 FA20 FA73 SY1 SY7 SY13 each edit is there once, in any storm`(
        seed: UInt64
    ) async throws {
        _ = try await Aside.run { try Self.run(seed) }
    }

    @Test(.enabled(if: environment["EMOJIART_STORM_SECONDS"] != nil))
    func `FA2 FA3 FA16 storms of new seeds, for as long as it was asked`() async throws {
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
