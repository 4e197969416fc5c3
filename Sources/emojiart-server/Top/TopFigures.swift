internal import ArgumentParser
internal import Foundation
internal import Operations
internal import WebSockets

struct Top: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the running server's load and its busiest documents.",
        discussion: """
            Rates and times cover the interval. To follow them: \
            watch emojiart-server top --sort members
            """
    )

    @OptionGroup var server: OperatorOptions
    @Option(help: "Seconds between the two samples that are compared.") var interval = 1
    @Option(help: "What comes first in the table.") var sort = TopFigures.Order.edits

    func validate() throws {
        guard (1...3_600).contains(interval) else {
            throw ValidationError("--interval must be 1 to 3600 seconds")
        }
    }

    func run() throws {
        let client = try server.client()
        let first = try TopSample(client)
        Thread.sleep(forTimeInterval: Double(interval))
        let figures = TopFigures(try TopSample(client), since: first)
        if server.json { return try OperatorJSON.print(figures) }
        for line in [figures.headline] + figures.summary + [""] + figures.table(by: sort) {
            print(line)
        }
    }
}

/// The server's figures at one moment.
struct TopSample: Sendable {
    let time: Double
    let metrics: MetricsReading
    let documents: [DocumentReport]
}

extension TopSample {
    init(_ client: OperatorClient) throws {
        metrics = MetricsReading(
            String(decoding: try client.ask("GET", "/metrics"), as: UTF8.self)
        )
        documents = try client.get([DocumentReport].self, "/admin/documents?loaded")
        time = Double(EventLoop.readNanoseconds()) / 1e9
    }
}

/// What happened between two samples, for a person to see.
struct TopFigures: Codable, Equatable, Sendable {
    enum Order: String, CaseIterable, ExpressibleByArgument {
        case edits, members, backlog, memory, revision, name
    }

    struct Row: Codable, Equatable, Sendable {
        let document: DocumentReport
        let editsPerSecond: Double
    }

    let version: String
    let isReady: Bool
    let summary: [String]
    let rows: [Row]

    /// Compares two samples; a server that was started anew between them begins at 0.
    init(_ now: TopSample, since before: TopSample) {
        let isSameRun =
            now.metrics["process_start_time_seconds"]
            == before.metrics["process_start_time_seconds"]
        let earlier = isSameRun ? before.metrics : MetricsReading()
        let seconds = max(0.001, now.time - before.time)
        version = now.metrics.label("version", of: "emojiart_build_info") ?? "?"
        isReady = now.metrics["emojiart_ready"] == 1
        summary = Self.summary(now.metrics, earlier, seconds)
        var revisions: [String: Int] = [:]
        for document in before.documents { revisions[document.name] = document.revision }
        rows = now.documents.map { document in
            let change = document.revision - (revisions[document.name] ?? document.revision)
            return Row(document: document, editsPerSecond: Double(max(0, change)) / seconds)
        }
    }

    var headline: String {
        "emojiart-server \(version)  \(isReady ? "ready" : "NOT READY: see /readyz")"
    }

    func table(by order: Order) -> [String] {
        var table = TextTable([
            ("DOCUMENT", false), ("EDITS/S", true), ("REVISION", true), ("MEMBERS", true),
            ("EMOJIS", true), ("BACKLOG", true), ("MEMORY", true), ("STATE", false),
        ])
        for row in rows(by: order) {
            let open = row.document.open
            table.add([
                row.document.name, Figure.rate(row.editsPerSecond), "\(row.document.revision)",
                "\(open?.memberCount ?? 0)", "\(open?.emojis ?? 0)",
                Figure.bytes(open?.backlogBytes ?? 0), Figure.bytes(open?.memoryBytes ?? 0),
                row.document.state,
            ])
        }
        return table.lines
    }

    func rows(by order: Order) -> [Row] {
        rows.sorted { one, other in
            let (left, right) = (Self.rank(one, order), Self.rank(other, order))
            return left == right ? one.document.name < other.document.name : left > right
        }
    }

    private static func rank(_ row: Row, _ order: Order) -> Double {
        switch order {
        case .edits: row.editsPerSecond
        case .members: Double(row.document.open?.memberCount ?? 0)
        case .backlog: Double(row.document.open?.backlogBytes ?? 0)
        case .memory: Double(row.document.open?.memoryBytes ?? 0)
        case .revision: Double(row.document.revision)
        case .name: 0
        }
    }

    private static func summary(
        _ now: MetricsReading,
        _ before: MetricsReading,
        _ seconds: Double
    ) -> [String] {
        func rate(_ name: String) -> Double { (now[name] - before[name]) / seconds }
        func edits(_ outcome: String) -> String {
            Figure.rate(rate("emojiart_edits_total{outcome=\"\(outcome)\"}"))
        }
        func times(_ family: String) -> String {
            let quantiles = [0.5, 0.99].map { now.quantile($0, of: family, since: before) }
            return "p50 \(Figure.time(quantiles[0])) p99 \(Figure.time(quantiles[1]))"
        }
        let commits = rate("emojiart_commit_entries_count")
        let batch = commits > 0 ? rate("emojiart_commit_entries_sum") / commits : 0
        let cpu = rate("process_cpu_seconds_total") * 100
        return [
            "edits \(edits("accepted"))/s  refused \(edits("refused"))/s  resent "
                + "\(edits("duplicate"))/s  frozen \(edits("frozen"))/s",
            "connections \(Int(now["emojiart_connections"]))  members "
                + "\(Int(now["emojiart_members"]))  documents "
                + "\(Int(now["emojiart_documents_loaded"]))  frozen "
                + "\(Int(now["emojiart_documents_frozen"]))  desyncs "
                + "\(Int(now["emojiart_desyncs_total"]))",
            "ack \(times("emojiart_ack_seconds"))  delivery \(times("emojiart_delivery_seconds"))",
            "fsync \(times("emojiart_fsync_seconds"))  commits \(Figure.rate(commits))/s of "
                + "\(Figure.rate(batch))",
            "queue \(Figure.bytes(Int(now["emojiart_journal_queued_bytes"])))  backlog "
                + "\(Figure.bytes(Int(now["emojiart_outbound_backlog_bytes"])))  slow readers "
                + "\(Int(now["emojiart_slow_readers"]))  memory "
                + "\(Figure.bytes(Int(now["process_resident_memory_bytes"])))  cpu "
                + "\(Int(cpu.rounded())) %",
        ]
    }
}

/// Figures as `/metrics` tells them, read back.
///
/// It reads what `PrometheusWriter` writes: a line a figure, without times.
struct MetricsReading: Equatable, Sendable {
    /// The values by name and labels, as they stand in the text.
    private var values: [String: Double] = [:]

    init() {}

    /// Reads a page; lines that are none of it are left out.
    init(_ text: String) {
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            guard let space = line.lastIndex(of: " "),
                let value = Double(line[line.index(after: space)...])
            else { continue }
            values[String(line[..<space])] = value
        }
    }

    /// A figure; 0 when it is not told.
    subscript(name: String) -> Double { values[name] ?? 0 }

    /// A label's value of a family that has one figure, such as `emojiart_build_info`.
    func label(_ name: String, of family: String) -> String? {
        guard let key = values.keys.first(where: { $0.hasPrefix(family + "{") }) else { return nil }
        let parts = key.split(separator: "\"", omittingEmptySubsequences: false)
        let index = parts.firstIndex { $0.hasSuffix("\(name)=") }
        return index.flatMap { $0 + 1 < parts.count ? String(parts[$0 + 1]) : nil }
    }

    /// The value that a share (0...1) of a histogram's values does not exceed, of those that were
    /// counted since an earlier reading, between the bounds of its bucket; nil when there are none.
    ///
    /// Values above the last bound count as that bound.
    func quantile(_ share: Double, of family: String, since earlier: MetricsReading) -> Double? {
        let start = "\(family)_bucket{le=\""
        var bounds: [(bound: Double, count: Double)] = []
        for (key, value) in values where key.hasPrefix(start) {
            guard let bound = Double(key.dropFirst(start.count).dropLast(2)) else { continue }
            bounds.append((bound, value - earlier[key]))
        }
        let all = self["\(family)_count"] - earlier["\(family)_count"]
        guard all > 0 else { return nil }
        let rank = share * all
        var (lower, below) = (0.0, 0.0)
        for (bound, count) in bounds.sorted(by: { $0.bound < $1.bound }) where bound.isFinite {
            if count > below, rank <= count {
                return lower + (bound - lower) * (rank - below) / (count - below)
            }
            (lower, below) = (bound, count)
        }
        return lower
    }
}
