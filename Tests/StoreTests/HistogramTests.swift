import Store
import Testing

/// Counts in buckets.
struct HistogramTests {
    @Test func `bounds are powers of two and their middles`() {
        #expect(Histogram(powers: 1...4).bounds == [2, 3, 4, 6, 8, 12, 16])
        #expect(Histogram.times.bounds.first == 64)
        #expect(Histogram.times.bounds.last == 33_554_432)
    }

    @Test func `each value is in the first bucket whose bound it does not exceed`() {
        for value in -3...70 {
            var histogram = Histogram(powers: 1...6)
            histogram.add(value)
            let expected = histogram.bounds.firstIndex { value <= $0 } ?? histogram.bounds.count
            #expect(histogram.counts.firstIndex(of: 1) == expected, "\(value)")
            #expect(histogram.sum == max(0, value))
        }
        var histogram = Histogram.times
        for value in [0, 64, 65, 96, 97, 33_554_432, 33_554_433, .max / 4] { histogram.add(value) }
        #expect(histogram.counts[0] == 2 && histogram.counts[1] == 2 && histogram.counts[2] == 1)
        #expect(histogram.counts.suffix(2) == [1, 2])
        #expect(histogram.count == 8)
    }

    @Test func `quantiles are between the bounds of their bucket`() throws {
        var histogram = Histogram.times
        #expect(histogram.quantile(0.5) == nil)
        for value in 1...1_000 { histogram.add(value * 10) }
        for (share, truth) in [(0.1, 1_000.0), (0.5, 5_000), (0.9, 9_000), (0.99, 9_900)] {
            let found = try #require(histogram.quantile(share))
            #expect(abs(found - truth) / truth < 0.5, "\(share): \(found)")
        }
        // What is beyond the last bound counts as that bound.
        var huge = Histogram(powers: 1...2)
        huge.add(1_000)
        #expect(huge.quantile(0.5) == 4)
    }
}
