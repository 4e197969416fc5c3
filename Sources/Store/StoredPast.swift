/// A moment of a document's past.
package enum StoredMoment: Sendable, Equatable {
    /// After the edit of this revision; 0 is before the first.
    case revision(Int64)
    /// After the last edit up to this time, in milliseconds since 1970.
    case time(Int64)
}

/// What is kept of a document's past, and the state from which a moment of it is rebuilt.
package struct StoredPast: Sendable {
    /// The number under which the document is stored.
    package let document: Int64
    /// The id of its history.
    package let epoch: UInt64
    /// The first revision whose state can be rebuilt: the edits after it are kept.
    package let first: Int64
    /// The revision of the last edit.
    package let last: Int64
    /// When that was, in milliseconds since 1970; nil when no edit is kept.
    package var lastTime: Int64?
    /// The revision of the moment asked for; nil when it is not kept, or is still to come.
    package var revision: Int64?
    /// The newest snapshot at or below that; nil for none, which is the empty document.
    package var base: StoredSnapshot?

    /// A past of which no moment was asked for.
    package init(document: Int64, epoch: UInt64, first: Int64, last: Int64) {
        self.document = document
        self.epoch = epoch
        self.first = first
        self.last = last
    }
}

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
