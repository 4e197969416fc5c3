/// Where a cluster as it is built stops growing with its load, and no further machine helps.
struct CapacityBend: Equatable, Sendable {
    /// What gives way.
    let what: String
    /// The open documents at which it does, with a load of the same kind.
    let documents: Double
}

extension CapacityModel {
    /// All of them, the first to give way first.
    var bends: [CapacityBend] {
        let needs = needs
        let subscriptions = machine.gibibytes * use
        let shares: [(String, Double)] = [
            ("one stream orders everything", streamLimit * use / needs.batches),
            (
                "\(Int(streamsMax)) streams order everything",
                streamsMax * streamLimit * use / needs.batches
            ),
            ("a new node reads all names", startSeconds / needs.startSeconds),
            ("each broker knows all subscriptions", subscriptions / needs.brokerGibibytes),
        ]
        return shares.map { CapacityBend(what: $0, documents: $1 * documents) }
            .sorted { $0.documents < $1.documents }
    }
}
