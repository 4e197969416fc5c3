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
    package let lastTime: Int64?
    /// The revision of the moment asked for; nil when it is not kept, or is still to come.
    package let revision: Int64?
    /// The newest snapshot at or below that; nil for none, which is the empty document.
    package let base: (revision: Int64, body: [UInt8])?

    /// A past of these parts.
    package init(
        document: Int64,
        epoch: UInt64,
        first: Int64,
        last: Int64,
        lastTime: Int64?,
        revision: Int64?,
        base: (revision: Int64, body: [UInt8])?
    ) {
        self.document = document
        self.epoch = epoch
        self.first = first
        self.last = last
        self.lastTime = lastTime
        self.revision = revision
        self.base = base
    }
}
