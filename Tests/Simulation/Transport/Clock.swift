/// The clocks of a simulated world, which its driver moves on.
package enum Clock {
    // One thread runs a world, and a process has one world.
    /// Milliseconds since 1970, by a wall clock that jumps.
    @safe nonisolated(unsafe) package static var milliseconds = 0

    /// Nanoseconds of the monotonic clock.
    @safe nonisolated(unsafe) package static var nanoseconds: UInt64 = 0
}
