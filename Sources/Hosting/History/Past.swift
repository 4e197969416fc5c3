package import Sync

/// A document as it was.
package struct Past: Sendable {
    /// The document's number in the journal.
    package let document: Int64
    /// The id of its history.
    let epoch: UInt64
    /// What it was, and at which revision.
    package let state: StoredState
}

/// What came of looking into a document's past.
package enum PastAnswer: Sendable {
    case found(Past)
    case noDocument
    /// The moment is before all that is kept: `first` is the first revision that is.
    case notKept(first: Int)
    /// The revision is still to come.
    case notYet(last: Int)
    /// What is stored is damaged, or cannot be read.
    case unreadable(String)
}
