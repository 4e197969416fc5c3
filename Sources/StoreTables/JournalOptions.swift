internal import Disk
package import Store

/// What a journal keeps, what it reads back, and how it ends the process.
package struct JournalOptions: Sendable {
    /// Edits before the end that a load brings even if the snapshot covers them, so that a client
    /// that was away shortly gets edits and not a snapshot.
    package var tailEdits = 1_024
    /// How many of a client's last seqs a load brings answers for, at least 1.
    ///
    /// A client may not have more edits under way than this, or a resend could miss its first
    /// answer.
    package var answerSeqs = 256
    /// Newest snapshots kept for each document, at least 1; the one before is for repair by hand.
    package var snapshotsKept = 2
    /// Revisions between two older snapshots that are kept as well.
    ///
    /// Any revision of the past is then rebuilt from as many edits at most, and those between two
    /// snapshots.
    package var snapshotSpacing = 10_000
    /// Bytes of a document's images from which the oldest are dropped.
    package var imagesBytesMax = 64 << 20
    /// Write-ahead log size in pages from which it is copied into the database, at least 1.
    package var checkpointPages = 2_000
    /// Commit log size in bytes from which SQLite commits what it holds.
    package var commitLogBytes = 4 << 20
    /// Write-ahead log size in bytes from which the file is cut back, after a giant commit.
    package var walBytesMax = 64 << 20
    /// Ends the process after a failed write; the store says why it must.
    package var onFatal: @Sendable (StorageError) -> Never = {
        System.end(saying: "emojiart: the journal has failed: \($0)")
    }
    /// Called on the thread that commits, when the disk becomes full, with the error, and when all
    /// that waited for room is durable, with nil.
    package var onStall: @Sendable (StorageError?) -> Void = { _ in }

    /// Called when the files of an older version were brought up to date, with the folder that has
    /// a copy of them.
    package var onUpdate: @Sendable (String) -> Void = { _ in }

    /// The options of the server, with some changed.
    package init(_ change: (inout JournalOptions) -> Void = { _ in }) { change(&self) }
}
