internal import Hosting
internal import Store
internal import WebSockets
internal import Wire

// All figures of a server at one moment.
//
// None has a label that a client could choose, so there are as many however many documents and
// clients there are, and who may look at them learns no name.
extension PrometheusWriter {
    /// What each figure means.
    static let help = [
        "emojiart_ack_seconds":
            "Time from receiving an edit to answering it, which waits for the disk.",
        "emojiart_backup_interval_seconds":
            "Time between the starts of two scheduled backups; 0 if none are scheduled.",
        "emojiart_backup_last_bytes": "Size of the last good backup since the start.",
        "emojiart_backup_last_duration_seconds":
            "How long the last good backup since the start took, with its check.",
        "emojiart_backups_total": "Backups since the start.",
        "emojiart_build_info": "The running version.",
        "emojiart_closes_total": "WebSockets closed, by the code of the first Close frame.",
        "emojiart_commit_entries": "Records per transaction.",
        "emojiart_commit_seconds": "Time from the start of a transaction to the end of its fsync.",
        "emojiart_connections": "Open WebSockets.",
        "emojiart_connections_opened_total": "WebSockets opened.",
        "emojiart_connections_refused_total":
            "Sockets refused because a connection limit was reached.",
        "emojiart_delivery_seconds":
            "Time from receiving an edit to writing it to all members that read.",
        "emojiart_desyncs_total":
            "Times a replica reported a state that differs from the server's; must stay 0.",
        "emojiart_disk_free_bytes": "Bytes that are free on the disk of the data directory.",
        "emojiart_documents_frozen": "Documents frozen by an operator.",
        "emojiart_documents_loaded": "Documents in memory.",
        "emojiart_documents_opened_total": "Times a document was loaded or created.",
        "emojiart_draining": "Whether the server is shutting down (1) or not (0).",
        "emojiart_edits_refused_total": "Edits refused, by the protocol's code.",
        "emojiart_edits_total":
            "Edits received: accepted, refused, resent (and answered as before), or left "
            + "pending at their clients (document frozen, disk behind).",
        "emojiart_fsync_seconds": "The part of a commit that writes and syncs a log.",
        "emojiart_journal_checkpoints_total":
            "SQLite checkpoints: copies of the write-ahead log into the database.",
        "emojiart_journal_queued_bytes": "Memory of the records queued for the disk.",
        "emojiart_journal_queued_entries": "Edits and other records queued for the disk.",
        "emojiart_journal_stalled":
            "Whether commits wait for space on the disk, or for PostgreSQL (1), or not (0).",
        "emojiart_last_backup_timestamp_seconds":
            "When the last good backup began, since 1970; 0 if none is known.",
        "emojiart_log_lines_dropped_total":
            "Lines of the log that were left out, as nobody read it.",
        "emojiart_loop_busy_seconds":
            "Time that an event loop was busy without a break, while new events waited.",
        "emojiart_loops": "Event loops, one thread each.",
        "emojiart_members": "Members of all documents.",
        "emojiart_outbound_backlog_bytes": "Bytes queued for members.",
        "emojiart_ready":
            "Whether the server accepts clients and edits (1) or not (0), as /readyz reports.",
        "emojiart_slow_reader_steps_total":
            "Steps of slow readers: presence dropped, a snapshot sent instead of edits, the "
            + "connection closed, or the backlog read.",
        "emojiart_slow_readers": "Members with unsent output at this moment.",
        "emojiart_unanswered_edit_age_seconds":
            "How long the oldest unanswered edit has waited for the disk; 0 if none waits.",
        "process_cpu_seconds_total": "CPU time of the process.",
        "process_resident_memory_bytes": "Resident memory of the process.",
        "process_start_time_seconds": "When the process started, since 1970.",
    ]

    mutating func write(_ server: Server, _ upkeep: Upkeep?, _ figures: LoopFigures) {
        writeProgram(server, figures)
        writeConnections(server, figures)
        writeDocuments(figures)
        writeEdits(figures.metrics)
        writeJournal(server, upkeep, figures)
        if let plan = upkeep?.backups.plan { write(plan) }
        write(ProcessFigures.current)
    }

    private mutating func writeProgram(_ server: Server, _ figures: LoopFigures) {
        gauge("emojiart_build_info", 1, [("version", ServerVersion.text)])
        gauge("emojiart_loops", server.group.count)
        gauge("emojiart_ready", server.unreadiness(figures.unansweredNanoseconds) == nil ? 1 : 0)
        counter("emojiart_log_lines_dropped_total", LogWriter.shared.droppedCount)
        gauge("emojiart_draining", server.drain == nil ? 0 : 1)
    }

    private mutating func writeConnections(_ server: Server, _ figures: LoopFigures) {
        let metrics = figures.metrics
        gauge("emojiart_connections", figures.connectionCount)
        counter("emojiart_connections_opened_total", metrics.openedConnections)
        counter("emojiart_connections_refused_total", server.group.admissions.refusedCount)
        counters("emojiart_closes_total", Self.closes(metrics))
        gauge("emojiart_outbound_backlog_bytes", figures.backlogBytes)
        gauge("emojiart_slow_readers", figures.slowReaders)
        counters("emojiart_slow_reader_steps_total", Self.slowReaderSteps(metrics))
    }

    private static func closes(_ metrics: Metrics) -> [(Labels, Int)] {
        CloseCode.allCases.map { code in
            let labels = [("code", "\(code.rawValue)"), ("name", code.name)]
            return (labels, metrics.closes[.code(code)] ?? 0)
        } + [
            ([("code", "other"), ("name", "other")], metrics.closes[.other] ?? 0),
            ([("code", "none"), ("name", "none")], metrics.closes[Metrics.Close.none] ?? 0),
        ]
    }

    private static func slowReaderSteps(_ metrics: Metrics) -> [(Labels, Int)] {
        Metrics.SlowReaderStep.allCases.map { step in
            ([("step", step.rawValue)], metrics.slowReaders[step] ?? 0)
        } + [([("step", "closed")], metrics.closes[.code(.tooSlow)] ?? 0)]
    }

    private mutating func writeDocuments(_ figures: LoopFigures) {
        gauge("emojiart_members", figures.memberCount)
        gauge("emojiart_documents_loaded", figures.documentCount)
        gauge("emojiart_documents_frozen", figures.frozenCount)
        counter("emojiart_documents_opened_total", figures.metrics.openedDocuments)
    }

    private mutating func writeEdits(_ metrics: Metrics) {
        let refused = metrics.refusedEdits.values.reduce(0, +)
        counters(
            "emojiart_edits_total",
            [
                ([("outcome", "accepted")], metrics.acceptedEdits),
                ([("outcome", "refused")], refused),
                ([("outcome", "duplicate")], metrics.duplicateEdits),
                ([("outcome", "frozen")], metrics.frozenEdits),
                ([("outcome", "overloaded")], metrics.turnedAwayEdits),
            ]
        )
        counters(
            "emojiart_edits_refused_total",
            RefusalCode.allCases.map { code in
                ([("code", code.rawValue)], metrics.refusedEdits[code] ?? 0)
            }
        )
        counter("emojiart_desyncs_total", metrics.desyncs)
        histogram("emojiart_ack_seconds", metrics.ackTimes)
        histogram("emojiart_delivery_seconds", metrics.deliveryTimes)
        histogram("emojiart_loop_busy_seconds", metrics.busyTimes)
    }

    private mutating func writeJournal(
        _ server: Server,
        _ upkeep: Upkeep?,
        _ figures: LoopFigures
    ) {
        let statistics = server.journal.statistics
        let measures = server.journal.measures
        gauge(
            "emojiart_unanswered_edit_age_seconds",
            millionths: Int(figures.unansweredNanoseconds / 1_000)
        )
        gauge("emojiart_journal_queued_entries", statistics.queuedEntries)
        gauge("emojiart_journal_queued_bytes", statistics.queuedBytes)
        gauge(
            "emojiart_journal_stalled",
            statistics.stall == nil || statistics.stall == .fileReplaced ? 0 : 1
        )
        if let free = server.journal.freeBytes() {
            gauge("emojiart_disk_free_bytes", free)
        }
        counter("emojiart_journal_checkpoints_total", statistics.checkpoints)
        gauge(
            "emojiart_last_backup_timestamp_seconds",
            millionths: (upkeep?.backups.plan.lastGoodTime ?? 0) * 1_000
        )
        histogram("emojiart_commit_seconds", measures.commitTimes)
        histogram("emojiart_fsync_seconds", measures.syncTimes)
        histogram("emojiart_commit_entries", measures.commitEntries, isTime: false)
    }

    private mutating func write(_ plan: BackupSchedule) {
        gauge("emojiart_backup_interval_seconds", Int((plan.interval ?? 0) / 1_000))
        gauge("emojiart_backup_last_duration_seconds", millionths: plan.lastMilliseconds * 1_000)
        gauge("emojiart_backup_last_bytes", plan.lastBytes)
        counters(
            "emojiart_backups_total",
            [([("outcome", "made")], plan.successes), ([("outcome", "failed")], plan.failures)]
        )
    }

    private mutating func write(_ figures: ProcessFigures) {
        gauge("process_resident_memory_bytes", figures.residentBytes)
        counter("process_cpu_seconds_total", millionths: figures.processorMicroseconds)
        gauge("process_start_time_seconds", millionths: figures.startMicroseconds)
    }
}
