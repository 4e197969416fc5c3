/// A rate with a burst: `take` may overdraw once, then the holder waits until the debt is refilled.
///
/// Pure arithmetic over milliseconds given by the caller. The level is kept in thousandths so that
/// a rate per second adds exactly `rate` of them per millisecond.
package struct TokenBucket {
    private let perSecond: Int
    private let burst: Int
    private var level: Int
    private var filledAt: UInt64

    /// Creates a full bucket; both numbers are at least 1.
    package init(perSecond: Int, burst: Int, now: UInt64) {
        precondition(perSecond > 0 && burst > 0, "a bucket that never fills stops its holder")
        self.perSecond = perSecond
        self.burst = burst * 1_000
        level = burst * 1_000
        filledAt = now
    }

    /// Takes `count` tokens, into debt if need be, and says whether the bucket was not overdrawn.
    @discardableResult
    package mutating func take(_ count: Int, now: UInt64) -> Bool {
        refill(now: now)
        level -= count * 1_000
        return level >= 0
    }

    /// Milliseconds until the debt is refilled, as of the last call; 0 without debt.
    package var debtMilliseconds: UInt64 {
        level < 0 ? UInt64((-level + perSecond - 1) / perSecond) : 0
    }

    /// Whether nothing is missing that was there at first.
    package mutating func isFull(now: UInt64) -> Bool {
        refill(now: now)
        return level == burst
    }

    /// Whether the debt is refilled.
    package mutating func isSolvent(now: UInt64) -> Bool {
        refill(now: now)
        return level >= 0
    }

    private mutating func refill(now: UInt64) {
        guard now > filledAt else { return }
        // Longer than it takes to be full does not count, and the product could overflow.
        let missing = max(0, burst - level)
        let elapsed = min(now - filledAt, UInt64(missing / perSecond + 1))
        filledAt = now
        level = min(burst, level + Int(elapsed) * perSecond)
    }
}
