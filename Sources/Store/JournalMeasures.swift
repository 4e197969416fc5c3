/// How the journal's commits went since it was opened, for an operator.
///
/// Apart from `JournalStatistics`, which is read for each edit and stays cheap to copy.
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
