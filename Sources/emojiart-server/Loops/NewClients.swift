internal import Synchronization
internal import WebSockets

/// How many new clients a user, and an address, had stored of late, over all loops of a server.
///
/// A document stores a key with its first edit, for good: whoever makes keys in a loop would fill
/// it for all others.
final class NewClients: Sendable {
    private static let perSecond = 1
    /// Names that are known before those are forgotten of which nothing is to be known.
    private static let namesMax = 10_000

    private let buckets = Mutex<[String: TokenBucket]>([:])

    /// Counts a new client.
    ///
    /// - Parameters:
    ///   - names: who it is: each of them counts.
    ///   - burst: so many may be new at once; then it is one a second.
    ///   - now: the clock, in milliseconds.
    /// - Returns: false when one of the names has had too many.
    func take(_ names: [String], burst: Int, now: UInt64) -> Bool {
        func full() -> TokenBucket {
            TokenBucket(perSecond: Self.perSecond, burst: burst, now: now)
        }
        return buckets.withLock { buckets in
            if buckets.count >= Self.namesMax {
                buckets = buckets.filter { entry in
                    var bucket = entry.value
                    return !bucket.isFull(now: now)
                }
            }
            for name in names {
                var bucket = buckets[name] ?? full()
                guard bucket.isSolvent(now: now) else { return false }
            }
            for name in names {
                var bucket = buckets[name] ?? full()
                _ = bucket.take(1, now: now)
                buckets[name] = bucket
            }
            return true
        }
    }
}
