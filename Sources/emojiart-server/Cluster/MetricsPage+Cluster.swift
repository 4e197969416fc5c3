// Figures of a node among others.
extension MetricsPage {
    static func writeCluster(
        _ server: Server,
        _ figures: LoopFigures,
        _ writer: inout PrometheusWriter
    ) {
        guard let cluster = server.cluster else { return }
        writer.gauge(
            "emojiart_cluster_reachable",
            "Whether the order that all nodes share can be reached (1) or edits wait (0).",
            cluster.isReady ? 1 : 0
        )
        writer.gauge(
            "emojiart_cluster_current",
            "Whether this node knows all documents that the others have made (1) or not (0).",
            server.directory?.isCurrent == true ? 1 : 0
        )
        writer.gauge(
            "emojiart_cluster_copies_missing",
            "Copies of the order whose brokers are not heard of: with one more, edits may wait.",
            cluster.missingCopyCount
        )
        writer.gauge(
            "emojiart_cluster_documents_broken",
            "Documents whose order is not the one that was followed: they are not served.",
            figures.brokenCount
        )
        writer.counter(
            "emojiart_cluster_checkpoints_left_total",
            "Checkpoints of documents that this node left for others.",
            figures.metrics.checkpointsLeft
        )
        writer.counter(
            "emojiart_cluster_checkpoints_taken_total",
            "Documents that went on from a checkpoint, as they lacked what was before it.",
            figures.metrics.checkpointsTaken
        )
    }
}
