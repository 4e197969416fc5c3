import Foundation

/// The seeds of a suite's runs: fixed by the commit, so that a failure is the same everywhere.
///
/// - `EMOJIART_SEED=<n>` runs that seed alone.
/// - `EMOJIART_SEED=<n> EMOJIART_SECONDS=<s>` goes on from it for so long: `make soak` draws the
///   first seed and prints it.
package enum Seeds {
    private static let environment = ProcessInfo.processInfo.environment

    /// The seed that was asked for.
    private static let asked: UInt64? = environment["EMOJIART_SEED"].map { text in
        guard let seed = UInt64(text) else {
            preconditionFailure("EMOJIART_SEED is \(text), which is no number.")
        }
        return seed
    }

    /// Seconds for which a suite goes on; nil for its usual length.
    package static let seconds = environment["EMOJIART_SECONDS"].flatMap { Double($0) }

    /// The seed of a suite that takes one.
    package static var only: UInt64 { asked ?? 1 }

    /// The first seeds of a suite that takes several.
    package static func first(_ count: UInt64) -> [UInt64] {
        asked.map { [$0] } ?? Array(1...count)
    }

    /// Runs a seed, and the ones after it while there is time.
    ///
    /// - Parameters:
    ///   - seed: The first.
    ///   - run: Runs a seed; false when none should follow.
    package static func run(from seed: UInt64, _ run: (UInt64) throws -> Bool) rethrows {
        let end = ContinuousClock.now + .seconds(seconds ?? 0)
        var seed = seed
        while try run(seed), ContinuousClock.now < end { seed += 1 }
    }
}
