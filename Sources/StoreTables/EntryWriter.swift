package import Store

/// Puts entries into the tables, inside a transaction that its caller begins and commits.
package struct EntryWriter {
    private let options: JournalOptions
    private let images: ImageTable
    private let insertEdit: any Statement
    private let insertRefusal: any Statement
    private let deleteOldRefusals: any Statement
    private let insertClient: any Statement
    private let snapshots: SnapshotTable
    private let deleteOldSnapshots: any Statement
    private let selectLastRevision: any Statement
    /// The last revision of each document written to since the start.
    ///
    /// Right even ahead of the commit: a transaction that fails ends the process, or is taken back
    /// with `forget`.
    private var lastRevisions: [Int64: Int64] = [:]
    /// The integers of an edit, kept for the next one.
    private var row: [Int64] = []
    /// What was put down to documents.
    package var space: SpaceAccount

    init(
        _ statements: Statements,
        _ images: ImageTable,
        _ snapshots: SnapshotTable,
        _ options: JournalOptions
    ) throws(StorageError) {
        self.options = options
        self.snapshots = snapshots
        self.images = images
        space = try SpaceAccount(statements)
        insertEdit = try statements(
            "store an edit",
            """
            INSERT INTO edits (document, \(statements.editColumns))
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        )
        insertRefusal = try statements(
            "store a refusal",
            "INSERT INTO refusals (document, client, seq, mark, code) VALUES (?, ?, ?, ?, ?)"
        )
        deleteOldRefusals = try statements(
            "drop old refusals",
            "DELETE FROM refusals WHERE document = ? AND client = ? AND seq <= ?"
        )
        insertClient = try statements(
            "store a client",
            "INSERT INTO clients (document, client, key) VALUES (?, ?, ?)"
        )
        deleteOldSnapshots = try statements(
            "drop old states",
            """
            DELETE FROM snapshots WHERE document = ?1 AND revision < (
                SELECT revision FROM snapshots WHERE document = ?1
                ORDER BY revision DESC LIMIT 1 OFFSET ?2)
            AND EXISTS (SELECT 1 FROM snapshots AS first
                WHERE first.document = ?1 AND first.revision < snapshots.revision
                    AND first.revision / ?3 = snapshots.revision / ?3)
            """
        )
        selectLastRevision = try statements(
            "read a document's last revision",
            """
            SELECT coalesce(
                (SELECT max(revision) FROM edits WHERE document = id),
                (SELECT max(revision) FROM snapshots WHERE document = id),
                0)
            FROM documents WHERE id = ?
            """
        )
    }

    /// Forgets what was counted in a transaction that was taken back.
    package mutating func forget() {
        lastRevisions = [:]
        space.forget()
    }

    /// Forgets a document that is gone.
    package mutating func forget(_ document: Int64) {
        lastRevisions[document] = nil
        space.forget(document)
    }

    /// True when an entry's document exists and, for an edit, its revision is the next one.
    package mutating func isNext(_ entry: JournalEntry) throws(StorageError) -> Bool {
        guard let last = try lastRevision(of: entry.document) else { return false }
        if case .edit(_, let edit) = entry { return edit.revision == last + 1 }
        return true
    }

    /// Puts an entry into its tables.
    package mutating func write(_ entry: JournalEntry) throws(StorageError) {
        switch entry {
        case .edit(let document, let edit):
            try advance(document, to: edit.revision)
            row.removeAll(keepingCapacity: true)
            row.append(document)
            row.append(edit.revision)
            row.append(edit.client)
            row.append(edit.seq)
            row.append(Int64(bitPattern: edit.mark))
            row.append(edit.counter)
            row.append(edit.time)
            row.append(Int64(bitPattern: edit.chain))
            try insertEdit.run(row, [], edit.body)
            try space.charge(document, edit: edit.body)
        case .refusal(let document, let client, let seq, let mark, let code):
            try insertRefusal.run(document, client, seq, Int64(bitPattern: mark), texts: [code])
            // A client that is refused for ever would fill the disk.
            try deleteOldRefusals.run(document, client, seq - Int64(options.answerSeqs))
        case .client(let document, let number, let key):
            precondition(key.count == 16, "A client's key is 16 bytes, not \(key.count).")
            try insertClient.run(document, number, blob: key)
        case .snapshot(let document, let state):
            // A state that was being encoded when its document was deleted comes too late.
            guard try covers(document, upTo: state.revision) else { return }
            try snapshots.write(state, of: document)
            try dropOldSnapshots(of: document)
        case .image(let document, let image, let kept):
            try space.put(try images.write(image, of: document, kept: kept), downTo: document)
        }
    }

    /// Stores the next part of a large state; true when it is whole, or its document is gone.
    package mutating func writePart(
        of state: StoredSnapshot,
        of document: Int64
    ) throws(StorageError) -> Bool {
        guard try covers(document, upTo: state.revision) else { return true }
        let isWhole = try snapshots.writePart(of: state, of: document)
        if isWhole { try dropOldSnapshots(of: document) }
        return isWhole
    }

    private func dropOldSnapshots(of document: Int64) throws(StorageError) {
        try deleteOldSnapshots.run(
            document,
            Int64(options.snapshotsKept - 1),
            Int64(options.snapshotSpacing)
        )
    }

    private mutating func advance(_ document: Int64, to revision: Int64) throws(StorageError) {
        guard let last = try lastRevision(of: document) else {
            preconditionFailure("Document \(document) was never loaded: the journal has none.")
        }
        precondition(
            revision == last + 1,
            "Document \(document) is at revision \(last): the next edit is \(last + 1), "
                + "not \(revision)."
        )
        lastRevisions[document] = revision
    }

    private mutating func covers(
        _ document: Int64,
        upTo revision: Int64
    ) throws(StorageError) -> Bool {
        guard let last = try lastRevision(of: document) else { return false }
        precondition(
            revision <= last,
            "Document \(document) is at revision \(last): a state cannot hold \(revision)."
        )
        return true
    }

    private mutating func lastRevision(of document: Int64) throws(StorageError) -> Int64? {
        if let known = lastRevisions[document] { return known }
        let found = try selectLastRevision.first(document) { $0.integer(at: 0) }
        lastRevisions[document] = found
        return found
    }
}

/// What documents take of the disk, put down to each in its row.
///
/// In steps, ahead of what is taken: few commits have to write it, and a restart forgets nothing.
package struct SpaceAccount {
    /// Bytes that are put down at once.
    private static let step: Int64 = 16 << 10
    /// What an edit takes besides its message.
    package static let editBytes: Int64 = 64

    private let grow: any Statement
    /// What a document may still take before another step is put down.
    private var room: [Int64: Int64] = [:]
    /// What was put down since it was last asked for.
    private var grown: [Int64: Int64] = [:]

    init(_ statements: Statements) throws(StorageError) {
        grow = try statements(
            "put down what a document takes",
            "UPDATE documents SET bytes = bytes + ?2 WHERE id = ?1"
        )
    }

    mutating func charge(_ document: Int64, edit body: [UInt8]) throws(StorageError) {
        let bytes = Self.editBytes + Int64(body.count)
        try put(Self.take(bytes, of: &room[document, default: 0]), downTo: document)
    }

    /// Takes bytes of what a document may still take; gives what has to be put down for that.
    private static func take(_ bytes: Int64, of left: inout Int64) -> Int64 {
        let steps = max(0, (bytes - left + step - 1) / step * step)
        left += steps - bytes
        return steps
    }

    mutating func put(_ bytes: Int64, downTo document: Int64) throws(StorageError) {
        guard bytes != 0 else { return }
        try grow.run(document, bytes)
        grown[document, default: 0] += bytes
    }

    /// Gives what was put down to documents since this was last asked.
    package mutating func takeGrown() -> [Int64: Int64] {
        defer { grown = [:] }
        return grown
    }

    mutating func forget() { (room, grown) = ([:], [:]) }

    mutating func forget(_ document: Int64) { room[document] = nil }
}
