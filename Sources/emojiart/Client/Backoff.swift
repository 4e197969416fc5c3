/// How long to wait before connecting again: full jitter, so that clients that lost one server at
/// one time do not come back at one time.
struct Backoff {
    /// The wait's bound after the first failure, in milliseconds.
    static let base: UInt64 = 250
    /// The largest bound, in milliseconds.
    static let cap: UInt64 = 20_000
    /// The longest wait that a server may ask for, in milliseconds.
    static let retryAfterMax: UInt64 = 60_000

    private var failures: UInt64 = 0

    /// The server welcomed this client: waits begin small again.
    mutating func welcomed() { failures = 0 }

    /// Decides how long to wait before the next attempt.
    ///
    /// - Parameters:
    ///   - retryAfter: the wait that the server asked for.
    ///   - generator: the source of chance.
    /// - Returns: the wait, in milliseconds.
    mutating func next(
        retryAfter: UInt64?,
        using generator: inout some RandomNumberGenerator
    ) -> UInt64 {
        let bound = min(Self.cap, Self.base << min(failures, 16))
        failures += 1
        let asked = min(retryAfter ?? 0, Self.retryAfterMax)
        return asked + UInt64.random(in: 0...bound, using: &generator)
    }
}
