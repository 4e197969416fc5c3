/// How often values were how large: counts in buckets whose bounds never change.
///
/// The bounds are powers of two and the middles between them, so that finding a bucket takes a few
/// instructions, and a quantile is off by half of it at worst, and mostly by far less:
/// ```
/// bounds   2^k   1.5 * 2^k   2^(k+1)   1.5 * 2^(k+1)   ...   2^n    more
/// ```
/// Counting allocates nothing.
package struct Histogram: Sendable, Equatable {
    /// The upper bounds of the buckets, inclusive, ascending; larger values are in one more bucket.
    package let bounds: [Int]

    /// How many values are in each bucket, the last one without a bound.
    package private(set) var counts: [Int]

    /// The sum of all values.
    package private(set) var sum = 0

    /// The exponent of the first bound.
    private let firstPower: Int

    /// Makes an empty histogram from 2^`powers.lowerBound` to 2^`powers.upperBound`.
    package init(powers: ClosedRange<Int>) {
        precondition(powers.lowerBound >= 1 && powers.upperBound < 60, "bounds are integers")
        firstPower = powers.lowerBound
        bounds =
            powers.dropLast().flatMap { [1 << $0, 3 << ($0 - 1)] } + [1 << powers.upperBound]
        counts = Array(repeating: 0, count: bounds.count + 1)
    }

    /// Times in microseconds, from 64 to 33 s.
    package static var times: Histogram { Histogram(powers: 6...25) }

    /// How many values there are.
    package var count: Int { counts.reduce(0, +) }

    /// Counts a value; one below 0 is 0.
    package mutating func add(_ value: Int) {
        counts[bucket(of: value)] += 1
        sum += max(0, value)
    }

    /// Counts the values of another histogram of the same bounds.
    package mutating func add(_ other: Histogram) {
        precondition(bounds == other.bounds, "values are counted by one set of bounds")
        for index in counts.indices { counts[index] += other.counts[index] }
        sum += other.sum
    }

    /// The index of the first bound that is not below a value.
    private func bucket(of value: Int) -> Int {
        guard value > 1 << firstPower else { return 0 }
        let rest = value - 1
        let power = Int.bitWidth - 1 - rest.leadingZeroBitCount
        // The bit below the highest tells the halves apart.
        let half = (rest >> (power - 1)) & 1
        return min(2 * (power - firstPower) + half + 1, counts.count - 1)
    }
}
