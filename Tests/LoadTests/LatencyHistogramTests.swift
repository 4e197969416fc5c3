import Testing

@testable import emojiart_load

struct LatencyHistogramTests {
    @Test func `a percentile is right to 1.6 percent, however long the tail`() {
        var histogram = LatencyHistogram()
        for value in 1...100_000 { histogram.record(UInt64(value) * 1_000) }
        for (share, exact) in [(0.5, 50_000_000.0), (0.99, 99_000_000), (0.001, 100_000)] {
            let found = Double(histogram.quantile(share))
            #expect(found >= exact && found <= exact * 1.016, "\(share): \(found)")
        }
        #expect(histogram.quantile(1) == 100_000_000)
        #expect(histogram.longest == 100_000_000)
        #expect(histogram.count == 100_000)
    }

    @Test func `small values are exact, huge ones are kept, and nothing is nothing`() {
        var histogram = LatencyHistogram()
        #expect(histogram.quantile(0.99) == 0)
        for value in 0..<64 { histogram.record(UInt64(value)) }
        #expect(histogram.quantile(0.5) == 31)
        histogram.record(.max)
        #expect(histogram.quantile(1) == .max)
    }
}
