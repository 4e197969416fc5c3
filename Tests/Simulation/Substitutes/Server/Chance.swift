/// What a simulated server leaves to the seed.
enum Chance {
    // One thread runs a world, and a process has one world.
    @safe nonisolated(unsafe) static var random = SplitMix64(seed: 0)

    static func epoch() -> UInt64 { UInt64.random(in: 1...UInt64.max, using: &random) }

    static func number(in range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}
