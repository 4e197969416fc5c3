extension BackupSchedule {
    /// Tells how backups go.
    func write(to writer: inout PrometheusWriter) {
        writer.gauge(
            "emojiart_backup_interval_seconds",
            "Time between the starts of two scheduled backups; 0 if none are scheduled.",
            Int((interval ?? 0) / 1_000)
        )
        writer.gauge(
            "emojiart_backup_last_time_seconds",
            "When the last good backup began, since 1970; 0 if none is known.",
            (lastGoodTime ?? 0) / 1_000
        )
        writer.gauge(
            "emojiart_backup_last_duration_seconds",
            "How long the last good backup since the start took, with its check.",
            millionths: lastMilliseconds * 1_000
        )
        writer.gauge(
            "emojiart_backup_last_bytes",
            "Size of the last good backup since the start.",
            lastBytes
        )
        writer.counters(
            "emojiart_backups_total",
            "Backups since the start.",
            [([("outcome", "made")], successes), ([("outcome", "failed")], failures)]
        )
    }
}
