internal import ArgumentParser
internal import Foundation

/// `emojiart-server cluster status`: brokers, leader, copies, nodes.
struct ClusterStatusCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "status",
        abstract: "Show the brokers, the leader, the copies' lag, and each node's documents.",
        discussion: """
            Asks the running server, which asks the other nodes. A node that does not answer \
            within half a second is not shown. Exits with 75 while the cluster is not ready.
            """
    )

    @OptionGroup var server: OperatorOptions

    func run() throws {
        let client = try server.client()
        let body = try client.ask("GET", "/admin/cluster")
        let report = try JSONDecoder().decode(ClusterReport.self, from: body)
        if server.json {
            try FileHandle.standardOutput.write(contentsOf: body)
        } else {
            for line in report.lines { print(line) }
        }
        if report.standing != "ready" { throw ExitCode(75) }
    }
}

extension ClusterReport {
    /// The report in lines to read.
    fileprivate var lines: [String] {
        var lines = ["The order is \(standing)\(cause.map { ": \($0)" } ?? ".")"]
        for stream in streams {
            lines.append(
                "The stream \(stream.name) was made \(stream.created). Its last place is "
                    + "\(stream.last); it holds \(stream.batches) batches of "
                    + "\(Figure.bytes(stream.bytes)), in \(stream.replicas) copies."
            )
            if stream.leader == nil, stream.replicas > 1 { lines.append("Nobody leads now.") }
        }
        lines += [""] + brokerTable.lines + [""] + nodeTable.lines
        guard let offer else { return lines }
        lines += ["", "This node \(offer.text)"]
        for (document, cause) in offer.failures.sorted(by: { $0.key < $1.key }) {
            lines.append("  \(document): \(cause)")
        }
        return lines
    }

    private var brokerTable: TextTable {
        var table = TextTable([
            ("BROKER", false), ("VERSION", false), ("ADDRESS", false), ("PART", false),
            ("LACKS", true),
        ])
        for broker in brokers {
            table.add([broker.name, broker.version, broker.url] + part(of: broker.name))
        }
        // Streams may be kept by brokers that this node does not name.
        let named = Set(brokers.map(\.name))
        let others = Set(streams.flatMap(\.followers).map(\.name)).subtracting(named)
        for name in others.sorted() { table.add([name, "", ""] + part(of: name)) }
        return table
    }

    /// What a broker does for the streams, and what it lacks of those that it follows.
    private func part(of broker: String) -> [String] {
        let leads = streams.count { $0.leader == broker }
        let copies = streams.flatMap(\.followers).filter { $0.name == broker }
        var parts: [String] = []
        for (text, count) in [
            ("leads", leads), ("follows", copies.count { $0.isCurrent }),
            ("behind", copies.count { !$0.isCurrent }),
        ] where count > 0 {
            parts.append(streams.count == 1 ? text : "\(text) \(count)")
        }
        let lag = copies.isEmpty ? "" : "\(copies.reduce(0) { $0 + $1.lag })"
        return [parts.joined(separator: ", "), lag]
    }

    private var nodeTable: TextTable {
        var table = TextTable([
            ("NODE", false), ("VERSION", false), ("DOCUMENTS", true), ("MEMBERS", true),
            ("BROKEN", true), ("PLACE", true),
        ])
        for (index, node) in nodes.enumerated() {
            table.add([
                node.id + (index == 0 ? " (this)" : ""), node.version, "\(node.documents)",
                "\(node.members)", "\(node.broken)", "\(node.place)",
            ])
        }
        return table
    }
}

extension ClusterReport.Offer {
    /// How it goes, in a sentence without its subject.
    var text: String {
        let skipped = skipped == 0 ? "" : " (and could not offer \(self.skipped))"
        return hasEnded
            ? "has offered \(done) of \(documents) documents, which lacked \(edits) edits"
                + "\(skipped)."
            : "offers its documents: \(done) of \(documents) are done."
    }
}
