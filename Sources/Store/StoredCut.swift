/// How much of each document's past is kept.
package struct HistoryRetention: Sendable, Equatable {
    /// Edits that are kept, counted from the last; nil for all.
    package var editsMax: Int64?
    /// Edits up to this time go, in milliseconds since 1970; nil for none.
    package var olderThan: Int64?

    /// Makes a rule; an edit goes when one of both says so.
    package init(editsMax: Int64?, olderThan: Int64?) {
        self.editsMax = editsMax
        self.olderThan = olderThan
    }
}

/// Where the old end of a document's log is to be cut off.
package struct StoredCut: Sendable, Equatable {
    /// The document's number.
    package let document: Int64
    /// The last edit that goes.
    ///
    /// The state at this revision is where the log begins then.
    package let revision: Int64

    /// A cut after an edit of a document.
    package init(document: Int64, revision: Int64) {
        self.document = document
        self.revision = revision
    }
}
