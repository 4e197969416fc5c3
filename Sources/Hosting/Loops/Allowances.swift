internal import Synchronization
internal import WebSockets

/// How much of something a user, or an address, had of late, over all loops of a server: some at
/// once, and then one a second.
final class Allowances: Sendable {
    private static let perSecond = 1
    /// Names that are known before those are forgotten of which nothing is to be known.
    private static let namesMax = 10_000

    private let buckets = Mutex<[String: TokenBucket]>([:])

    /// Returns false when one of the names has had too much; counts nothing.
    func has(_ names: [String], now: UInt64) -> Bool {
        buckets.withLock { buckets in
            names.allSatisfy { buckets[$0]?.isSolvent(now: now) ?? true }
        }
    }

    /// Counts one more for each name; false, and counts nothing, when one has had too much.
    func take(_ names: [String], burst: Int, now: UInt64) -> Bool {
        let full = TokenBucket(perSecond: Self.perSecond, burst: burst, now: now)
        return buckets.withLock { buckets in
            if buckets.count >= Self.namesMax {
                buckets = buckets.filter { entry in
                    var bucket = entry.value
                    return !bucket.isFull(now: now)
                }
            }
            guard names.allSatisfy({ buckets[$0]?.isSolvent(now: now) ?? true }) else {
                return false
            }
            for name in names { _ = buckets[name, default: full].take(1, now: now) }
            return true
        }
    }
}
