/// Durations in nanoseconds.
struct Samples {
    private var values: [UInt64] = []

    mutating func append(_ nanoseconds: UInt64) { values.append(nanoseconds) }

    /// A percentile in microseconds, by the nearest rank; 0 of no samples.
    func percentile(_ percent: Int) -> UInt64 {
        guard !values.isEmpty else { return 0 }
        let sorted = values.sorted()
        let rank = (sorted.count * percent + 99) / 100
        return sorted[max(1, rank) - 1] / 1_000
    }

    var count: Int { values.count }
}
