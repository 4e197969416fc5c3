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

    private static let operation = "read a document's past"

    let statements: Statements
    let snapshots: SnapshotTable

    /// What is kept of a document, and where to begin for a moment; nil when there is none.
    ///
    /// - Complexity: O(log edits) seeks, and the size of a snapshot if a moment is asked for.
    func read(
        _ name: String,
        at moment: StoredMoment?
    ) throws(StorageError) -> StoredPast? {
        guard let (document, epoch) = try statements.document(name) else { return nil }
        let bounds = try bounds(of: document)
        var past = StoredPast(
            document: document,
            epoch: epoch,
            first: bounds.first,
            last: bounds.last
        )
        past.lastTime = try time(of: bounds.last, in: document)
        let asked: Int64?
        switch moment {
        case nil: asked = nil
        case .revision(let revision): asked = revision
        case .time(let time): asked = try revision(of: document, at: time, bounds)
        }
        if let asked, asked >= bounds.first, asked <= bounds.last {
            past.revision = asked
            past.base = try snapshots.newest(of: document, upTo: asked)
        }
        return past
    }

    func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64
    ) throws(StorageError) -> [StoredEdit] {
        let sql = """
            SELECT \(StoredEdit.columns) FROM edits
            WHERE document = ? AND revision > ? AND revision <= ? ORDER BY revision LIMIT ?
            """
        var edits: [StoredEdit] = []
        var bytes = 0
        try statements(Self.operation, sql)
            .forEachRow(document, revision, last, Self.sliceEditsMax) { row in
                edits.append(StoredEdit(row))
                bytes += edits[edits.count - 1].body.count
                return bytes < Self.sliceBytesMax
            }
        return edits
    }

    /// The first revision whose state can be rebuilt, the last, and the oldest edit there is.
    ///
    /// The oldest may be below the first while a log is being cut off.
    func bounds(
        of document: Int64
    ) throws(StorageError) -> (first: Int64, last: Int64, oldest: Int64) {
        let selectBounds = """
            SELECT coalesce((SELECT min(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM snapshots WHERE document = ?1), 0)
            """
        let found = try statements(Self.operation, selectBounds)
            .first(document) { ($0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2)) }
        let (oldest, last, state) = found ?? (0, 0, 0)
        if oldest == 1 { return (0, last, oldest) }
        // Nothing is before the first edit but a state that it goes on from.
        guard oldest > 1 else { return (state, state, oldest) }
        let selectFirst = """
            SELECT coalesce(min(revision), 0) FROM snapshots WHERE document = ? AND revision >= ?
            """
        let first = try statements(Self.operation, selectFirst)
            .first(document, oldest - 1) { $0.integer(at: 0) }
        return (first ?? 0, last, oldest)
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
        let sql = "SELECT time FROM edits WHERE document = ? AND revision = ?"
        return try statements(Self.operation, sql)
            .first(document, revision) { $0.integer(at: 0) }
    }
}
