/// Figures of a store since it was opened, for deciding on overload; cheap to copy.
package struct JournalStatistics: Sendable, Equatable {
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
    /// The store cannot refuse what is already in order, so its queue has no bound of its own: the
    /// caller takes no new edits above its limit.
    package var queuedBytes = 0
    /// Why commits wait; nil while they do not.
    package var stall: Stall?

    /// Why commits wait.
    package enum Stall: Sendable, Equatable {
        /// The disk is full.
        case diskFull
        /// A file of the journal was removed or replaced.
        case fileReplaced
        /// The database server cannot be reached, or takes no writes.
        case unreachable
        /// The database server could lose what it commits: the cause, and what to do.
        case notDurable(String)

        /// The part of an error that clients and operators need.
        package init(_ error: StorageError) {
            self =
                switch error {
                case .replaced: .fileReplaced
                case .postgres: .unreachable
                case .postgresNotDurable: .notDurable("\(error)")
                default: .diskFull
                }
        }
    }

    /// No commits yet.
    package init() {}
}

/// How the store's commits went since it was opened, for an operator.
package struct JournalMeasures: Sendable, Equatable {
    /// Time from the begin of a transaction to the end of its fsync, in microseconds.
    package var commitTimes = Histogram.times
    /// The part of it in which the log is written and synced, in microseconds.
    package var syncTimes = Histogram.times
    /// Entries of each transaction.
    package var commitEntries = Histogram(powers: 1...14)

    /// No commits yet.
    package init() {}
}
