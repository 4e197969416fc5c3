internal import Glibc
package import Store

/// What a journal keeps, what it reads back, and how it ends the process.
package struct JournalOptions: Sendable {
    /// Edits before the end that a load brings even if the snapshot covers them, so that a client
    /// that was away shortly gets edits and not a snapshot.
    package var tailEdits: Int
    /// How many of a client's last seqs a load brings answers for.
    ///
    /// A client may not have more edits under way than this, or a resend could miss its first
    /// answer.
    package var answerSeqs: Int
    /// Newest snapshots kept for each document; the one before the newest is for repair by hand.
    package var snapshotsKept: Int
    /// Of the older snapshots, the first in each so many revisions is kept as well.
    ///
    /// Any revision of the past is then rebuilt from as many edits at most, and those between two
    /// snapshots.
    package var snapshotSpacing: Int
    /// Bytes of a document's images from which the oldest are dropped.
    package var imagesBytesMax: Int
    /// Write-ahead log size in pages from which it is copied into the database.
    package var checkpointPages: Int
    /// Write-ahead log size in bytes from which the file is cut back, after a giant commit.
    package var walBytesMax: Int
    /// Ends the process after a failed write; see `JournalWriter` for why it must.
    package var onFatal: @Sendable (StorageError) -> Never
    /// Called on the writer thread when the disk becomes full, with the error, and when all that
    /// waited for room is durable, with nil.
    package var onStall: @Sendable (StorageError?) -> Void

    /// Options as the arguments say; the defaults are those of the server.
    package init(
        tailEdits: Int = 1024,
        answerSeqs: Int = 256,
        snapshotsKept: Int = 2,
        snapshotSpacing: Int = 10_000,
        imagesBytesMax: Int = 64 << 20,
        checkpointPages: Int = 1000,
        walBytesMax: Int = 64 << 20,
        onFatal: @escaping @Sendable (StorageError) -> Never = Self.endProcess,
        onStall: @escaping @Sendable (StorageError?) -> Void = { _ in }
    ) {
        precondition(tailEdits >= 0, "The tail counts edits, so it is not negative.")
        precondition(answerSeqs >= 1, "A resend of the last edit must find its answer.")
        precondition(snapshotsKept >= 1, "The newest snapshot is always kept.")
        precondition(snapshotSpacing >= 1, "Snapshots are revisions apart.")
        precondition(checkpointPages >= 1, "The write-ahead log holds at least one page.")
        self.tailEdits = tailEdits
        self.answerSeqs = answerSeqs
        self.snapshotsKept = snapshotsKept
        self.snapshotSpacing = snapshotSpacing
        self.imagesBytesMax = imagesBytesMax
        self.checkpointPages = checkpointPages
        self.walBytesMax = walBytesMax
        self.onFatal = onFatal
        self.onStall = onStall
    }

    /// Writes the cause and the next step to standard error and exits with 70 (EX_SOFTWARE).
    package static func endProcess(_ error: StorageError) -> Never {
        let line = Array("emojiart: the journal has failed: \(error)\n".utf8)
        unsafe line.withUnsafeBytes { bytes in
            _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count)
        }
        // Not exit(3): handlers that run at exit could wait for the thread that calls this.
        _exit(70)
    }
}
