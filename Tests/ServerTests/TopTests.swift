import Store
import Testing

@testable import Hosting
@testable import Operations
@testable import emojiart_server

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
        var writer = PrometheusWriter()
        writer.gauge("emojiart_build_info", "x", 1, [("version", "1.2.3")])
        writer.gauge("emojiart_ready", "x", 1)
        writer.gauge("process_start_time_seconds", "x", start)
        writer.counters("emojiart_edits_total", "x", [([("outcome", "accepted")], edits)])
        writer.histogram("emojiart_ack_seconds", "x", histogram)
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
