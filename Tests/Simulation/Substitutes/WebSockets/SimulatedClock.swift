/// The time of a simulated world, which its driver moves on.
package enum SimulatedClock {
    // One thread runs a world, and a process has one world.
    /// Milliseconds of the monotonic clock.
    @safe nonisolated(unsafe) package static var milliseconds: UInt64 = 0

    /// Milliseconds since 1970, by a wall clock that jumps.
    @safe nonisolated(unsafe) package static var wall = 0
}
