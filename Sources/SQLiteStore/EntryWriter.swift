internal import Store

/// Puts entries into the tables, inside a transaction that its caller begins and commits.
struct EntryWriter {
    private let options: JournalOptions
    private let images: ImageTable
    private let insertEdit: Statement
    private let refusals: RefusalTable
    private let insertClient: Statement
    private let snapshots: SnapshotTable
    private let deleteOldSnapshots: Statement
    private let selectLastRevision: Statement
    /// The last revision of each document written to since the start.
    ///
    /// Right even ahead of the commit: a transaction that fails ends the process, or is taken back
    /// with `forget`.
    private var lastRevisions: [Int64: Int64] = [:]
    var space: SpaceAccount

    init(
        _ database: Database,
        _ images: ImageTable,
        _ snapshots: SnapshotTable,
        _ options: JournalOptions
    ) throws(StorageError) {
        self.options = options
        self.snapshots = snapshots
        self.images = images
        space = try SpaceAccount(database)
        insertEdit = try Statement(
            database,
            """
            INSERT INTO edits (document, revision, client, seq, time, chain, body)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            "store an edit"
        )
        refusals = try RefusalTable(database, options)
        insertClient = try Statement(
            database,
            "INSERT INTO clients (document, client, key) VALUES (?, ?, ?)",
            "store a client"
        )
        deleteOldSnapshots = try Statement(
            database,
            """
            DELETE FROM snapshots WHERE document = ?1 AND revision < (
                SELECT revision FROM snapshots WHERE document = ?1
                ORDER BY revision DESC LIMIT 1 OFFSET ?2)
            AND EXISTS (SELECT 1 FROM snapshots AS first
                WHERE first.document = ?1 AND first.revision < snapshots.revision
                    AND first.revision / ?3 = snapshots.revision / ?3)
            """,
            "drop old states"
        )
        selectLastRevision = try Statement(
            database,
            """
            SELECT coalesce(
                (SELECT max(revision) FROM edits WHERE document = id),
                (SELECT max(revision) FROM snapshots WHERE document = id),
                0)
            FROM documents WHERE id = ?
            """,
            "read a document's last revision"
        )
    }

    /// The transaction was taken back: what is known of it is not so.
    mutating func forget() {
        lastRevisions = [:]
        space.forget()
    }

    /// The document was deleted.
    mutating func forget(_ document: Int64) {
        lastRevisions[document] = nil
        space.forget(document)
    }

    /// Stores one entry.
    mutating func write(_ entry: JournalEntry) throws(StorageError) {
        switch entry {
        case .edit(
            let document,
            let revision,
            let client,
            let seq,
            let time,
            let body,
            let chain
        ):
            try advance(document, to: revision)
            let chain = Int64(bitPattern: chain)
            try insertEdit.run(document, revision, client, seq, time, chain, blob: body)
            try space.charge(document, edit: body)
        case .refusal(let document, let client, let seq, let code):
            try refusals.write(document, client, seq: seq, code: code)
        case .client(let document, let number, let key):
            precondition(key.count == 16, "A client's key is 16 bytes, not \(key.count).")
            try insertClient.run(document, number, blob: key)
        case .snapshot(let document, let revision, let body, let chain):
            // A state that was being encoded when its document was deleted comes too late.
            guard try covers(document, upTo: revision) else { return }
            try snapshots.write(body, of: document, at: revision, chain: chain)
            try dropOldSnapshots(of: document)
        case .image(let document, let image, let kept):
            try space.put(try images.write(image, of: document, kept: kept), downTo: document)
        }
    }

    /// Stores the next part of a large state.
    ///
    /// - Returns: whether it is now whole, or its document is gone.
    mutating func writePart(of state: LargeState) throws(StorageError) -> Bool {
        guard try covers(state.document, upTo: state.revision) else { return true }
        let isWhole = try snapshots.writePart(
            of: state.body,
            of: state.document,
            at: state.revision,
            chain: state.chain
        )
        if isWhole { try dropOldSnapshots(of: state.document) }
        return isWhole
    }
}

extension EntryWriter {
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

    /// Returns false if there is no such document.
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
        var found: Int64?
        try selectLastRevision.forEachRow(document) { found = $0.integer(at: 0) }
        lastRevisions[document] = found
        return found
    }
}
