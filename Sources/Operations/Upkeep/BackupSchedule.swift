/// When the next backup is due, and how the last ones went.
///
/// Reads no clock: `now` is the loop's, in milliseconds; wall times are since 1970.
struct BackupSchedule: Sendable {
    /// Between the begins of two backups; nil for none by themselves.
    private(set) var interval: UInt64?
    private(set) var dueAt: UInt64?
    /// When the last good one began, by the wall clock; nil when none is known.
    private(set) var lastGoodTime: Int?
    private(set) var failures = 0
    private(set) var successes = 0
    private(set) var lastBytes = 0
    /// How long the last good one took, with its check.
    private(set) var lastMilliseconds = 0
    /// When the one that is being made began, by the loop's clock.
    private(set) var beganAt: UInt64?

    /// After a failure it is tried again so soon, or after the interval if that is shorter.
    static let retryMilliseconds: UInt64 = 300_000

    /// Begins a schedule, or another one.
    ///
    /// - Parameters:
    ///   - minutes: Between two backups; 0 for none.
    ///   - newest: When the newest backup that is there began, by the wall clock.
    ///   - now: The loop's time.
    ///   - wall: The wall clock's.
    mutating func begin(minutes: Int, newest: Int?, now: UInt64, wall: Int) {
        lastGoodTime = [lastGoodTime, newest].compactMap(\.self).max()
        guard minutes > 0 else {
            (interval, dueAt) = (nil, nil)
            return
        }
        let length = minutes * 60_000
        interval = UInt64(length)
        // A clock that was set back must not put it off for longer than the interval.
        let age = lastGoodTime.map { wall - $0 } ?? length
        dueAt = now + UInt64(min(length, max(0, length - age)))
    }

    /// Another is asked for while one is being made: it begins after that.
    mutating func want(_ now: UInt64) { dueAt = now }

    mutating func start(_ now: UInt64) {
        beganAt = now
        dueAt = interval.map { now + $0 }
    }

    mutating func succeed(startedAt wall: Int, bytes: Int, now: UInt64) {
        successes += 1
        lastGoodTime = wall
        lastBytes = bytes
        lastMilliseconds = Int(now - (beganAt ?? now))
        beganAt = nil
    }

    mutating func fail(_ now: UInt64) {
        failures += 1
        beganAt = nil
        if let interval { dueAt = now + min(interval, Self.retryMilliseconds) }
    }
}
