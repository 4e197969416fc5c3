internal import WebSockets

/// The wall clock of a simulated world, which jumps.
enum Clock {
    /// Milliseconds since 1970.
    static var milliseconds: Int { SimulatedClock.wall }
}
