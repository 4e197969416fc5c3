import Store
import Sync
import Testing
import WebSockets
import Wire

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Figures that the server keeps of itself, and how they are told.
struct MetricsTests {
    @Test func `times of edits go from their receipt to the answer, and to the members`() {
        var metrics = Metrics()
        metrics.ordered(.accepted, receivedAt: 1_000_000)
        metrics.ordered(.refused(.tooMany), receivedAt: 2_000_000)
        metrics.ordered(.none, receivedAt: 3_000_000)
        metrics.ordered(.accepted, receivedAt: 4_000_000)
        #expect(metrics.unanswered.oldest == 1_000_000)
        metrics.committed(3, now: 5_000_000)
        #expect(metrics.unanswered.oldest == 4_000_000)
        // The record of a new client is no edit.
        #expect(metrics.ackTimes.count == 2)
        #expect(metrics.ackTimes.sum == 4_000 + 3_000)
        #expect(metrics.hasUndelivered)
        metrics.flushed(now: 6_000_000)
        // A refusal is told to its client alone.
        #expect(metrics.deliveryTimes.count == 1 && metrics.deliveryTimes.sum == 5_000)
        #expect(!metrics.hasUndelivered)
        metrics.committed(1, now: 4_000_000)
        #expect(metrics.unanswered.oldest == nil)
        #expect(metrics.acceptedEdits == 2 && metrics.refusedEdits == [.tooMany: 1])
    }

    @Test func `codes that a peer made up are one figure`() {
        var metrics = Metrics()
        for code in [1000, 3_000, 4_999, 4430] as [UInt16] { metrics.closed(code) }
        metrics.closed(nil)
        #expect(
            metrics.closes == [.code(.normal): 1, .other: 2, .code(.tooSlow): 1, .none: 1]
        )
    }

    @Test func `a page is read back as it was written`() {
        var histogram = Histogram(powers: 1...2)
        for value in [1, 3, 9] { histogram.add(value) }
        var writer = PrometheusWriter()
        writer.counter("a_total", "Of a.", 3)
        writer.gauge("b", "Of b.", millionths: 1_500_000)
        writer.histogram("c", "Of c.", histogram, isTime: false)
        writer.histogram("d_seconds", "Of d.", histogram)
        let text = String(decoding: writer.bytes, as: UTF8.self)
        #expect(
            text.hasPrefix("# HELP a_total Of a.\n# TYPE a_total counter\na_total 3\n# HELP b Of b")
        )
        let reading = MetricsReading(text)
        #expect(reading["a_total"] == 3 && reading["b"] == 1.5)
        #expect(reading[#"c_bucket{le="2"}"#] == 1 && reading[#"c_bucket{le="+Inf"}"#] == 3)
        #expect(reading["c_count"] == 3 && reading["c_sum"] == 13)
        #expect(reading[#"d_seconds_bucket{le="0.000003"}"#] == 2)
        #expect(reading["d_seconds_sum"] == 0.000_013)
    }

    @Test func `decimals have as few digits as can be`() {
        for (value, text) in [
            (0, "0"), (1, "0.000001"), (96, "0.000096"), (1_000_000, "1"), (1_500_000, "1.5"),
            (-250_000, "-0.25"), (33_554_432, "33.554432"),
        ] {
            #expect(PrometheusWriter.decimal(millionths: value) == text)
        }
    }
}
