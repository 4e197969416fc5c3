/// How the journal's commits went since it was opened, for an operator.
///
/// Apart from `JournalStatistics`, which is read for each edit and stays cheap to copy.
package struct JournalMeasures: Sendable, Equatable {
    /// Time from the begin of a transaction to the end of its fsync, in microseconds.
    package internal(set) var commitTimes = Histogram.times
    /// The part of it in which the log is written and synced, in microseconds.
    package internal(set) var syncTimes = Histogram.times
    /// Entries of each transaction.
    package internal(set) var commitEntries = Histogram(powers: 1...14)
}
