/// How long things took: counts of durations in buckets that are at most 1.6 % wide.
///
/// 64 buckets for each power of two, as in HdrHistogram: a percentile is right to its first two
/// digits, however long the tail, and recording is a shift and an addition.
struct LatencyHistogram {
    private var counts = [UInt64](repeating: 0, count: 64 * 40)
    private(set) var count: UInt64 = 0
    private(set) var longest: UInt64 = 0

    /// Counts a duration in nanoseconds.
    mutating func record(_ nanoseconds: UInt64) {
        counts[min(Self.index(of: nanoseconds), counts.count - 1)] += 1
        count += 1
        longest = max(longest, nanoseconds)
    }

    /// The duration that a share of all does not exceed, in nanoseconds; 0 without any.
    ///
    /// - Parameter share: 0...1.
    /// - Returns: The upper bound of a bucket, or the longest duration when that is less.
    func quantile(_ share: Double) -> UInt64 {
        let rank = UInt64((share * Double(count)).rounded(.up))
        var seen: UInt64 = 0
        for (index, count) in counts.enumerated() where count > 0 {
            seen += count
            guard seen >= max(1, rank) else { continue }
            // The last bucket has no bound of its own.
            return index == counts.count - 1 ? longest : min(longest, Self.bound(of: index))
        }
        return longest
    }

    private static func index(of value: UInt64) -> Int {
        guard value >= 64 else { return Int(value) }
        let shift = 57 - value.leadingZeroBitCount
        return (shift + 1) << 6 + Int(value >> UInt64(shift)) & 63
    }

    private static func bound(of index: Int) -> UInt64 {
        guard index >= 64 else { return UInt64(index) }
        let shift = UInt64(index >> 6 - 1)
        return (UInt64(index & 63 + 64) + 1) << shift - 1
    }
}
