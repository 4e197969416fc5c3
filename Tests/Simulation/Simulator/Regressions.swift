/// Bugs that a seed showed when they were there, each planted again, with a seed that shows it now.
///
/// The hunt for planted bugs begins with that seed: it has to fail with the bug, and to pass
/// without it.
enum Regressions {
    static let seeds: [String: UInt64] = [:]
}
