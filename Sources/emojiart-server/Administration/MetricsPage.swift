internal import EmojiArt
internal import Storage
internal import WebSockets
internal import Wire

/// All figures of a server at one moment.
///
/// None has a label that a client could choose, so there are as many however many documents and
/// clients there are, and who may look at them learns no name.
struct MetricsPage {
    private(set) var bytes: [UInt8] = []

    /// - Parameters:
    ///   - server: the first loop's.
    ///   - figures: those of all loops together.
    init(of server: Server, _ figures: LoopFigures) {
        var writer = PrometheusWriter()
        Self.writeProgram(server, figures, &writer)
        Self.writeConnections(server, figures, &writer)
        Self.writeDocuments(figures, &writer)
        Self.writeEdits(figures.metrics, &writer)
        Self.writeJournal(server, figures, &writer)
        Self.writeCluster(server, figures, &writer)
        server.backups.write(to: &writer)
        ProcessFigures.current.write(to: &writer)
        bytes = writer.bytes
    }

    private static func writeProgram(
        _ server: Server,
        _ figures: LoopFigures,
        _ writer: inout PrometheusWriter
    ) {
        writer.gauge(
            "emojiart_build_info",
            "The version that runs.",
            1,
            [("version", ServerVersion.text)]
        )
        writer.gauge("emojiart_loops", "Event loops, each on a thread.", server.group.count)
        writer.gauge(
            "emojiart_ready",
            "Whether the server takes clients and edits (1) or not (0), as /readyz says.",
            server.unreadiness(figures.unansweredNanoseconds) == nil ? 1 : 0
        )
        writer.gauge(
            "emojiart_draining",
            "Whether the server is about to end.",
            server.drain == nil ? 0 : 1
        )
    }

    private static func writeConnections(
        _ server: Server,
        _ figures: LoopFigures,
        _ writer: inout PrometheusWriter
    ) {
        let metrics = figures.metrics
        writer.gauge(
            "emojiart_connections",
            "WebSockets that are open.",
            figures.connectionCount
        )
        writer.counter(
            "emojiart_connections_opened_total",
            "WebSockets that were opened.",
            metrics.openedConnections
        )
        writer.counter(
            "emojiart_connections_refused_total",
            "Sockets that were hung up on, as there were as many as there may be.",
            server.group.admissions.refusedCount
        )
        writer.counters(
            "emojiart_closes_total",
            "WebSockets that ended, by the code of the first Close frame.",
            closes(metrics)
        )
        writer.gauge(
            "emojiart_outbound_backlog_bytes",
            "Bytes that members have yet to be sent.",
            figures.backlogBytes
        )
        writer.gauge(
            "emojiart_slow_readers",
            "Members that do not take what they are sent at this moment.",
            figures.slowReaders
        )
        writer.counters(
            "emojiart_slow_reader_steps_total",
            "What members met that do not read fast enough: missed presence, a snapshot in place "
                + "of edits, an end; or that they have read all.",
            slowReaderSteps(metrics)
        )
    }

    private static func closes(_ metrics: Metrics) -> [(PrometheusWriter.Labels, Int)] {
        CloseCode.allCases.map { code in
            let labels = [("code", "\(code.rawValue)"), ("name", code.name)]
            return (labels, metrics.closes[.code(code)] ?? 0)
        } + [
            ([("code", "other"), ("name", "other")], metrics.closes[.other] ?? 0),
            ([("code", "none"), ("name", "none")], metrics.closes[Metrics.Close.none] ?? 0),
        ]
    }

    private static func slowReaderSteps(_ metrics: Metrics) -> [(PrometheusWriter.Labels, Int)] {
        Metrics.SlowReaderStep.allCases.map { step in
            ([("step", step.rawValue)], metrics.slowReaders[step] ?? 0)
        } + [([("step", "closed")], metrics.closes[.code(.tooSlow)] ?? 0)]
    }

    private static func writeDocuments(_ figures: LoopFigures, _ writer: inout PrometheusWriter) {
        writer.gauge("emojiart_members", "Members of all documents.", figures.memberCount)
        writer.gauge("emojiart_documents_loaded", "Documents in memory.", figures.documentCount)
        writer.gauge(
            "emojiart_documents_frozen",
            "Documents that take no edits, by an operator's word.",
            figures.frozenCount
        )
        writer.counter(
            "emojiart_documents_opened_total",
            "Times that a document was read into memory, or made.",
            figures.metrics.openedDocuments
        )
    }

    private static func writeEdits(_ metrics: Metrics, _ writer: inout PrometheusWriter) {
        let refused = metrics.refusedEdits.values.reduce(0, +)
        writer.counters(
            "emojiart_edits_total",
            "Edits that came: put in order, refused for good, sent again (and answered as before), "
                + "or left to their clients for later (frozen document, disk behind).",
            [
                ([("outcome", "accepted")], metrics.acceptedEdits),
                ([("outcome", "refused")], refused),
                ([("outcome", "duplicate")], metrics.duplicateEdits),
                ([("outcome", "frozen")], metrics.frozenEdits),
                ([("outcome", "overloaded")], metrics.turnedAwayEdits),
            ]
        )
        writer.counters(
            "emojiart_edits_refused_total",
            "Edits that were refused for good, by the protocol's code.",
            RefusalCode.allCases.map { code in
                ([("code", code.rawValue)], metrics.refusedEdits[code] ?? 0)
            }
        )
        writer.counter(
            "emojiart_desyncs_total",
            "Times that a replica said that its state is not the server's; must stay 0.",
            metrics.desyncs
        )
        writer.histogram(
            "emojiart_ack_seconds",
            "From the receipt of an edit to its answer, which waits for the disk.",
            metrics.ackTimes
        )
        writer.histogram(
            "emojiart_delivery_seconds",
            "From the receipt of an edit until it is written to all members that read.",
            metrics.deliveryTimes
        )
        writer.histogram(
            "emojiart_loop_busy_seconds",
            "From when an event loop had something to do until it had done all: nobody else was "
                + "served for so long.",
            metrics.busyTimes
        )
    }

    private static func writeJournal(
        _ server: Server,
        _ figures: LoopFigures,
        _ writer: inout PrometheusWriter
    ) {
        let statistics = server.journal.statistics
        let measures = server.journal.measures
        writer.gauge(
            "emojiart_unanswered_edit_age_seconds",
            "How long the oldest edit without an answer waits for the disk; 0 when none does.",
            millionths: Int(figures.unansweredNanoseconds / 1_000)
        )
        writer.gauge(
            "emojiart_journal_queued_entries",
            "Edits and other records that wait for the disk.",
            statistics.queuedEntries
        )
        writer.gauge(
            "emojiart_journal_queued_bytes",
            "Memory of what waits for the disk.",
            statistics.queuedBytes
        )
        writer.gauge(
            "emojiart_journal_stalled",
            "Whether the disk is full, and commits wait until it is not.",
            statistics.isStalled ? 1 : 0
        )
        writer.counter(
            "emojiart_journal_checkpoints_total",
            "Times that the write-ahead log was copied into the database.",
            statistics.checkpoints
        )
        writer.gauge(
            "emojiart_last_backup_timestamp_seconds",
            "When the last good backup was made, since 1970; 0 when none is known.",
            millionths: (server.backups.lastGoodTime ?? 0) * 1_000
        )
        writer.histogram(
            "emojiart_commit_seconds",
            "From the begin of a transaction to the end of its fsync.",
            measures.commitTimes
        )
        writer.histogram(
            "emojiart_fsync_seconds",
            "The part of a commit in which the log is written and synced.",
            measures.syncTimes
        )
        writer.histogram(
            "emojiart_commit_entries",
            "Records in one transaction.",
            measures.commitEntries,
            isTime: false
        )
    }
}
