/// What a simulated server leaves to the seed.
package enum Chance {
    // One thread runs a world, and a process has one world.
    /// Draws the next number; a world sets it.
    @safe nonisolated(unsafe) package static var draw: () -> UInt64 = {
        preconditionFailure("A world has a seed.")
    }

    private struct Drawn: RandomNumberGenerator {
        mutating func next() -> UInt64 { Chance.draw() }
    }

    package static func epoch() -> UInt64 {
        var random = Drawn()
        return UInt64.random(in: 1...UInt64.max, using: &random)
    }

    package static func number(in range: ClosedRange<Int>) -> Int {
        var random = Drawn()
        return Int.random(in: range, using: &random)
    }
}
