internal import Foundation

/// What the model says, as tables of Markdown.
struct CapacityReport {
    private let model: CapacityModel

    init(_ model: CapacityModel) { self.model = model }

    /// The tables.
    var text: String {
        let needs = model.needs
        let bends = model.bends.map { ($0.what, Self.count($0.documents)) }
        return [
            Self.table("at the busiest time", "", Self.rates(needs)),
            Self.table("machines", "", machines(needs)),
            Self.table("growth, time and money", "", growth(needs)),
            Self.table("what gives way as it is built", "open documents", bends),
        ].joined(separator: "\n\n")
    }

    private static func rates(_ needs: CapacityNeeds) -> [(String, String)] {
        [
            ("edits a second", count(needs.edits)),
            ("batches a second at the brokers", count(needs.batches)),
            ("deliveries of edits a second", count(needs.editDeliveries)),
            ("presence messages in, a second", count(needs.patches)),
            ("presence messages out, a second", count(needs.presenceDeliveries)),
            ("presence messages between nodes, a second", count(needs.sharedPresence)),
            ("questions who else is there, a second", count(needs.questions)),
            ("bytes a second from members", bytes(needs.bytesIn)),
            ("bytes a second to members", bytes(needs.bytesOut)),
        ]
    }

    private func machines(_ needs: CapacityNeeds) -> [(String, String)] {
        let ways = CapacityNeeds.Resource.allCases.map { resource in
            let isMost = resource == needs.binding ? ", **the most**" : ""
            let nodes = needs.nodesBy[resource] ?? 0
            return ("nodes by \(resource.rawValue)", Self.count(nodes.rounded(.up)) + isMost)
        }
        let cores = [needs.editCores, needs.deliveryCores, needs.presenceCores]
        return [
            (
                "cores for edits / for telling them / for presence",
                cores.map { Self.count($0) }.joined(separator: " / ")
            ),
            ("GiB of all nodes", Self.count(needs.gibibytes)),
        ] + ways + [
            ("nodes, with those that may be away", Self.count(needs.nodes)),
            ("machines with proxies", Self.count(needs.proxies)),
            ("nodes that have a document open", String(format: "%.1f", needs.nodesPerDocument)),
            ("streams", Self.count(needs.streams)),
            ("brokers", Self.count(needs.brokers)),
            (
                "of each broker: cores / GiB for subscriptions",
                String(format: "%.1f / %.1f", needs.brokerCores, needs.brokerGibibytes)
            ),
        ]
    }

    private func growth(_ needs: CapacityNeeds) -> [(String, String)] {
        [
            ("a day on the disks of all nodes", Self.bytes(needs.nodeBytesPerDay)),
            ("on the disks of all brokers", Self.bytes(needs.brokerBytes)),
            ("until a new node knows all names", Self.time(needs.startSeconds)),
            ("until others have read what a lost node had", Self.time(needs.takeoverSeconds)),
            ("dollars a month: machines", Self.count(needs.machineDollars)),
            ("dollars a month: traffic to members", Self.count(needs.trafficDollars)),
            ("dollars a month: disks, with what a month adds", Self.count(needs.diskDollars)),
        ]
    }

    private static func table(
        _ first: String,
        _ second: String,
        _ rows: [(String, String)]
    ) -> String {
        (["| \(first) | \(second) |", "| --- | --- |"] + rows.map { "| \($0) | \($1) |" })
            .joined(separator: "\n")
    }

    /// Three digits that count, with commas.
    static func count(_ value: Double) -> String {
        guard value >= 100 else { return String(format: value < 10 ? "%.3g" : "%.0f", value) }
        let unit = pow(10, (log10(value) - 2).rounded(.down))
        var digits = Array(String(format: "%.0f", (value / unit).rounded() * unit))
        for place in stride(from: digits.count - 3, to: 0, by: -3) { digits.insert(",", at: place) }
        return String(digits)
    }

    private static func bytes(_ value: Double) -> String {
        let units = ["B", "kB", "MB", "GB", "TB", "PB"]
        let index = min(units.count - 1, max(0, Int(log10(max(1, value)) / 3)))
        return String(format: "%.3g ", value / pow(1_000, Double(index))) + units[index]
    }

    private static func time(_ seconds: Double) -> String {
        seconds < 120 ? String(format: "%.3g s", seconds) : count(seconds / 60) + " min"
    }
}
