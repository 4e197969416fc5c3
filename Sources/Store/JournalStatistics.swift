/// Figures of a journal since it was opened, for metrics and for deciding on overload.
package struct JournalStatistics: Sendable, Equatable {
    /// Transactions that held entries; each cost one fsync.
    package var commits = 0
    /// Entries that are durable.
    package var entries = 0
    /// Most entries that one transaction held.
    package var largestBatch = 0
    /// Time from the begin of a transaction to the end of its fsync, summed, in microseconds.
    package var commitMicrosecondsTotal = 0
    /// The longest such time, in microseconds.
    package var commitMicrosecondsMax = 0
    /// Times the write-ahead log was copied into the database.
    package var checkpoints = 0
    /// Slices of backups that were copied between commits.
    package var backupSlices = 0
    /// The longest of them, in microseconds: so long a commit may have waited for a backup.
    package var backupSliceMicrosecondsMax = 0
    /// Entries submitted that are not durable yet.
    package var queuedEntries = 0
    /// Memory of those entries in bytes, roughly.
    ///
    /// The journal cannot refuse what is already in order, so its queue has no bound of its own:
    /// the caller takes no new edits above its limit.
    package var queuedBytes = 0
    /// Whether the disk is full, and commits wait until it is not.
    package var isStalled = false
    /// True while commits wait because a file of the journal was removed or replaced.
    package var isReplaced = false
    /// No commits yet.
    package init() {}

    /// True while commits wait, because the disk is full or a file was replaced.
    package var isStuck: Bool { isStalled || isReplaced }
}
