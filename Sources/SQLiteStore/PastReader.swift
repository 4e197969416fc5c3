internal import Store

/// Reads the past of documents: what is kept of it, and its edits in slices.
///
///     1 ... first        snapshot ....... snapshot . snapshot ... last
///     (cut off)  [ edits ......................................... ]
///
/// Every edit is kept from the first revision on, and there is a snapshot at `first`, unless that
/// is 0: so any revision from there on is the newest snapshot at or below it and the edits between.
///
/// Runs between commits, on the writer thread: so an answer is a slice of bounded size, and whoever
/// reads more asks again, behind the commits that came meanwhile.
struct PastReader {
    /// Edits of a slice, and bytes after which it ends: about a millisecond.
    static let sliceEditsMax: Int64 = 256
    static let sliceBytesMax = 131_072

    private let selectDocument: Statement
    private let selectBounds: Statement
    private let selectFirstState: Statement
    private let selectTime: Statement
    private let snapshots: SnapshotTable
    private let selectEdits: Statement

    init(_ database: Database, _ snapshots: SnapshotTable) throws(StorageError) {
        self.snapshots = snapshots
        let operation = "read a document's past"
        selectDocument = try Statement(
            database,
            "SELECT id, epoch FROM documents WHERE name = ?",
            operation
        )
        selectBounds = try Statement(
            database,
            """
            SELECT coalesce((SELECT min(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM snapshots WHERE document = ?1), 0)
            """,
            operation
        )
        selectFirstState = try Statement(
            database,
            """
            SELECT coalesce(min(revision), 0) FROM snapshots
            WHERE document = ? AND revision >= ?
            """,
            operation
        )
        selectTime = try Statement(
            database,
            "SELECT time FROM edits WHERE document = ? AND revision = ?",
            operation
        )
        selectEdits = try Statement(
            database,
            """
            SELECT revision, client, seq, time, chain, body FROM edits
            WHERE document = ? AND revision > ? AND revision <= ? ORDER BY revision LIMIT ?
            """,
            operation
        )
    }

    /// What is kept of a document, and where to begin for a moment; nil when there is none.
    ///
    /// - Complexity: O(log edits) seeks, and the size of a snapshot if a moment is asked for.
    func read(
        _ name: String,
        at moment: StoredMoment?
    ) throws(StorageError) -> StoredPast? {
        guard let (document, epoch) = try find(name) else { return nil }
        let bounds = try bounds(of: document)
        var revision: Int64?
        switch moment {
        case nil: break
        case .revision(let asked): revision = asked
        case .time(let time): revision = try self.revision(of: document, at: time, bounds)
        }
        if let asked = revision, asked < bounds.first || asked > bounds.last { revision = nil }
        var base: (revision: Int64, body: [UInt8])?
        if let revision, let state = try snapshots.newest(of: document, upTo: revision) {
            base = (state.revision, state.body)
        }
        return StoredPast(
            document: document,
            epoch: epoch,
            first: bounds.first,
            last: bounds.last,
            lastTime: try time(of: bounds.last, in: document),
            revision: revision,
            base: base
        )
    }

    /// The next edits after a revision and up to another, ascending; none is the end.
    func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64
    ) throws(StorageError) -> [StoredEdit] {
        defer { selectEdits.reset() }
        try selectEdits.bind([document, revision, last, Self.sliceEditsMax])
        var edits: [StoredEdit] = []
        var bytes = 0
        while bytes < Self.sliceBytesMax, try selectEdits.step() {
            let edit = StoredEdit(
                revision: selectEdits.integer(at: 0),
                client: selectEdits.integer(at: 1),
                seq: selectEdits.integer(at: 2),
                time: selectEdits.integer(at: 3),
                body: selectEdits.blob(at: 5),
                chain: UInt64(bitPattern: selectEdits.integer(at: 4))
            )
            bytes += edit.body.count
            edits.append(edit)
        }
        return edits
    }

    /// The first revision whose state can be rebuilt, the last, and the oldest edit there is.
    ///
    /// The oldest may be below the first while a log is being cut off.
    func bounds(
        of document: Int64
    ) throws(StorageError) -> (first: Int64, last: Int64, oldest: Int64) {
        var (oldest, last, state): (Int64, Int64, Int64) = (0, 0, 0)
        try selectBounds.forEachRow(document) { row in
            (oldest, last, state) = (row.integer(at: 0), row.integer(at: 1), row.integer(at: 2))
        }
        if oldest == 1 { return (0, last, oldest) }
        // Nothing is before the first edit but a state that it goes on from.
        guard oldest > 1 else { return (state, state, oldest) }
        var first: Int64 = 0
        try selectFirstState.forEachRow(document, oldest - 1) { first = $0.integer(at: 0) }
        return (first, last, oldest)
    }

    /// The last revision up to a time, by bisection: a server's clock that was set back may hide
    /// an edit, but each moment has one answer.
    ///
    /// Nil for a time before all that is kept.
    func revision(
        of document: Int64,
        at time: Int64,
        _ bounds: (first: Int64, last: Int64, oldest: Int64)
    ) throws(StorageError) -> Int64? {
        var (below, above) = (bounds.first, bounds.last + 1)
        while above - below > 1 {
            let middle = below + (above - below) / 2
            let found = try self.time(of: middle, in: document) ?? .max
            if found <= time { below = middle } else { above = middle }
        }
        return below == bounds.first && below > 0 ? nil : below
    }

    private func time(of revision: Int64, in document: Int64) throws(StorageError) -> Int64? {
        var time: Int64?
        try selectTime.forEachRow(document, revision) { time = $0.integer(at: 0) }
        return time
    }

    private func find(_ name: String) throws(StorageError) -> (Int64, UInt64)? {
        defer { selectDocument.reset() }
        try selectDocument.bind(name, at: 1)
        guard try selectDocument.step() else { return nil }
        return (selectDocument.integer(at: 0), UInt64(bitPattern: selectDocument.integer(at: 1)))
    }
}
