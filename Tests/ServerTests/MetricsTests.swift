import EmojiArt
import Store
import Sync
import Testing
import Wire

@testable import Hosting
@testable import Operations
@testable import emojiart_server

/// Figures that the server keeps of itself, and how they are told.
struct MetricsTests {
    @Test func `times of edits go from their receipt to the answer, and to the members`() {
        var metrics = Metrics()
        let edit = Record.edit(
            revision: 1,
            client: 1,
            seq: 1,
            mark: 1,
            counter: 0,
            time: 0,
            message: [],
            chain: .zero
        )
        metrics.ordered(edit, receivedAt: 1_000_000)
        metrics.ordered(.refusal(client: 1, seq: 2, mark: 2, code: .tooMany), receivedAt: 2_000_000)
        let client = Record.client(number: 2, key: ClientKey(high: 0, low: 2))
        metrics.ordered(client, receivedAt: 3_000_000)
        metrics.ordered(edit, receivedAt: 4_000_000)
        #expect(metrics.oldestUnanswered == 1_000_000)
        metrics.committed(3, now: 5_000_000)
        #expect(metrics.oldestUnanswered == 4_000_000)
        // The record of a new client is no edit.
        #expect(metrics.ackTimes.count == 2)
        #expect(metrics.ackTimes.sum == 4_000 + 3_000)
        #expect(metrics.hasUndelivered)
        metrics.flushed(now: 6_000_000)
        // A refusal is told to its client alone.
        #expect(metrics.deliveryTimes.count == 1 && metrics.deliveryTimes.sum == 5_000)
        #expect(!metrics.hasUndelivered)
        metrics.committed(1, now: 4_000_000)
        #expect(metrics.oldestUnanswered == nil)
        #expect(metrics.acceptedEdits == 2 && metrics.refusedEdits == [.tooMany: 1])
    }

    @Test func `a value with spaces is one word of a line of the log`() {
        #expect(ServerLog.word("127.0.0.1:8080") == "127.0.0.1:8080")
        #expect(ServerLog.word("") == #""""#)
        #expect(ServerLog.word("no \"room\"\n") == #""no \"room\"\u000a""#)
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
        let help = ["a_total": "Of a.", "b": "Of b.", "c": "Of c.", "d_seconds": "Of d."]
        var writer = PrometheusWriter(help: help)
        writer.counter("a_total", 3)
        writer.gauge("b", millionths: 1_500_000)
        writer.histogram("c", histogram, isTime: false)
        writer.histogram("d_seconds", histogram)
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

/// What `top` makes of what the server tells.
struct TopTests {
    private static func document(_ name: String, revision: Int, members: Int) -> DocumentReport {
        DocumentReport(
            name: name,
            revision: revision,
            isFrozen: name == "lake",
            open: DocumentReport.Open(
                epoch: "00000000000000e1",
                emojis: 3,
                memberCount: members,
                memoryBytes: 2_048,
                backlogBytes: members == 9 ? 5_000_000 : 0
            )
        )
    }

    private static func page(edits: Int, acks: [Int], start: Int = 5) -> MetricsReading {
        var histogram = Histogram.times
        for time in acks { histogram.add(time) }
        var writer = PrometheusWriter(help: PrometheusWriter.help)
        writer.gauge("emojiart_build_info", 1, [("version", "1.2.3")])
        writer.gauge("emojiart_ready", 1)
        writer.gauge("process_start_time_seconds", start)
        writer.counters("emojiart_edits_total", [([("outcome", "accepted")], edits)])
        writer.histogram("emojiart_ack_seconds", histogram)
        return MetricsReading(String(decoding: writer.bytes, as: UTF8.self))
    }

    private static let documents = [
        document("picnic", revision: 150, members: 2), document("lake", revision: 90, members: 9),
        document("pond", revision: 500, members: 1),
    ]

    private static let figures = TopFigures(
        TopSample(
            time: 12,
            metrics: page(edits: 300, acks: [1_000, 1_000, 90_000, 90_000]),
            documents: documents
        ),
        since: TopSample(
            time: 10,
            metrics: page(edits: 100, acks: [90_000, 90_000]),
            documents: [document("picnic", revision: 50, members: 2)]
        )
    )

    @Test func `rates and quantiles are those of the interval`() throws {
        let figures = Self.figures
        #expect(figures.version == "1.2.3" && figures.isReady)
        #expect(figures.summary[0].hasPrefix("edits 100/s "))
        // The two that were slow had been before.
        #expect(figures.summary[2].hasPrefix("ack p50 896 us p99 1.0 ms "), "\(figures.summary[2])")
        #expect(figures.rows(by: .edits).map(\.document.name) == ["picnic", "lake", "pond"])
        #expect(figures.rows(by: .edits)[0].editsPerSecond == 50)
        #expect(figures.rows(by: .members).map(\.document.name) == ["lake", "picnic", "pond"])
        #expect(figures.rows(by: .revision).map(\.document.name) == ["pond", "picnic", "lake"])
        #expect(figures.rows(by: .name).map(\.document.name) == ["lake", "picnic", "pond"])
    }

    @Test func `quantiles are between the bounds of their bucket`() throws {
        let (family, none) = ("emojiart_ack_seconds", MetricsReading())
        #expect(none.quantile(0.5, of: family, since: none) == nil)
        let reading = Self.page(edits: 0, acks: (1...1_000).map { $0 * 10 })
        for (share, truth) in [(0.1, 0.001), (0.5, 0.005), (0.9, 0.009), (0.99, 0.0099)] {
            let found = try #require(reading.quantile(share, of: family, since: none))
            #expect(abs(found - truth) / truth < 0.5, "\(share): \(found)")
        }
        // A value above the last bound counts as that bound.
        let late = Self.page(edits: 0, acks: [40_000_000])
        #expect(late.quantile(0.5, of: family, since: none) == 33.554_432)
    }

    @Test func `a server that began anew is not compared with the one before`() {
        let before = TopSample(time: 1, metrics: Self.page(edits: 900, acks: []), documents: [])
        let now = TopSample(
            time: 2,
            metrics: Self.page(edits: 30, acks: [], start: 6),
            documents: []
        )
        #expect(TopFigures(now, since: before).summary[0].hasPrefix("edits 30.0/s "))
    }

    @Test func `all of it fits a window of 80 columns`() {
        let figures = Self.figures
        #expect(figures.headline == "emojiart-server 1.2.3  ready")
        #expect(figures.summary.allSatisfy { $0.count <= 80 }, "\(figures.summary)")
        let lines = figures.table(by: .edits)
        #expect(lines.count == 4 && lines[0].hasPrefix("DOCUMENT  EDITS/S"))
        #expect(lines[1].hasPrefix("picnic       50.0"), "\(lines[1])")
        #expect(lines[2].contains("4.8 MiB") && lines[2].contains("open, frozen"))
        #expect(figures.table(by: .members)[1].hasPrefix("lake"))
    }

    @Test func `figures are short`() {
        #expect(Figure.bytes(0) == "0 B" && Figure.bytes(1_023) == "1023 B")
        #expect(Figure.bytes(1_024) == "1.0 KiB" && Figure.bytes(150 << 20) == "150 MiB")
        #expect(Figure.rate(0) == "0" && Figure.rate(0.04) == "0.0" && Figure.rate(99.96) == "100")
        #expect(Figure.time(nil) == "-" && Figure.time(0.000_25) == "250 us")
        #expect(Figure.time(0.0125) == "12.5 ms" && Figure.time(2) == "2.0 s")
    }
}
