internal import Store

/// Reads documents back.
///
/// Runs between commits, on the writer thread.
struct DocumentReader {
    private let database: Database
    private let options: JournalOptions
    private let selectDocument: Statement
    private let snapshots: SnapshotTable
    private let selectEdits: Statement
    private let selectLastRevision: Statement
    private let selectClients: Statement
    private let selectImages: Statement
    private let answers: AnswerReader

    init(
        _ database: Database,
        _ snapshots: SnapshotTable,
        _ options: JournalOptions
    ) throws(StorageError) {
        self.database = database
        self.snapshots = snapshots
        self.options = options
        let operation = "read a document"
        selectDocument = try Statement(
            database,
            "SELECT id, epoch FROM documents WHERE name = ?",
            operation
        )
        selectEdits = try Statement(
            database,
            """
            SELECT revision, client, seq, time, chain, body FROM edits
            WHERE document = ? AND revision >= ? ORDER BY revision
            """,
            operation
        )
        selectLastRevision = try Statement(
            database,
            "SELECT max(revision) FROM edits WHERE document = ?",
            operation
        )
        selectClients = try Statement(
            database,
            "SELECT client, key FROM clients WHERE document = ? ORDER BY client",
            operation
        )
        selectImages = try Statement(
            database,
            "SELECT digest FROM images WHERE document = ?",
            operation
        )
        answers = try AnswerReader(database, seqs: options.answerSeqs)
    }

    /// Reads what is needed to open a document; nil when there is none.
    ///
    /// - Throws: `corrupt` when edits are missing, or what SQLite gives.
    /// - Complexity: O(edits after the snapshot + tail + clients with their windows).
    func read(_ name: String) throws(StorageError) -> StoredDocument? {
        guard let (document, epoch) = try find(name) else { return nil }
        let snapshot = try snapshots.newest(of: document)
        let edits = try edits(of: document, name, after: snapshot?.revision ?? 0)
        var clients: [(number: Int64, key: [UInt8])] = []
        try selectClients.forEachRow(document) { row in
            clients.append((row.integer(at: 0), row.blob(at: 1)))
        }
        guard clients.allSatisfy({ $0.key.count == 16 }) else {
            throw .corrupt(what: "document \(name): a client's key is not 16 bytes")
        }
        var images: [String] = []
        try selectImages.forEachRow(document) { images.append($0.text(at: 0)) }
        let lastSeq = try answers.lastSeq(of: document)
        return StoredDocument(
            document: document,
            name: name,
            epoch: epoch,
            snapshot: snapshot,
            edits: edits,
            images: images,
            clients: clients,
            refusals: try answers.refusals(of: document, lastSeq),
            answers: try answers.accepted(of: document, lastSeq),
            lastSeq: lastSeq
        )
    }

    /// The number of the document with this name; nil when there is none.
    func id(of name: String) throws(StorageError) -> Int64? { try find(name)?.document }

    /// Reads what the list of documents says of each.
    ///
    /// - Complexity: O(documents).
    static func summaries(
        _ database: Database
    ) throws(StorageError) -> [DocumentIndex.Change] {
        let select = try Statement(
            database,
            """
            SELECT documents.id, name, coalesce(revision, (SELECT max(revision) FROM snapshots
                WHERE document = documents.id), 0), coalesce(time, created), user, bytes
            FROM documents LEFT JOIN edits ON document = documents.id
                AND revision = (SELECT max(revision) FROM edits WHERE document = documents.id)
            """,
            "list the documents"
        )
        var summaries: [DocumentIndex.Change] = []
        try select.forEachRow { row in
            let summary = DocumentSummary(
                name: row.text(at: 1),
                revision: row.integer(at: 2),
                time: row.integer(at: 3),
                user: row.text(at: 4),
                bytes: row.integer(at: 5)
            )
            summaries.append(.created(document: row.integer(at: 0), summary))
        }
        return summaries
    }
}

extension DocumentReader {
    private func find(
        _ name: String
    ) throws(StorageError) -> (document: Int64, epoch: UInt64)? {
        defer { selectDocument.reset() }
        try selectDocument.bind(name, at: 1)
        guard try selectDocument.step() else { return nil }
        return (
            selectDocument.integer(at: 0),
            UInt64(bitPattern: selectDocument.integer(at: 1))
        )
    }

    /// The edits from the snapshot or the tail's begin on, whichever is older, to the end.
    ///
    ///     1 ........ snapshot ............ last      the begin may be missing (pruned, imported),
    ///          [tail          tail          ]        but not what follows the snapshot
    private func edits(
        of document: Int64,
        _ name: String,
        after snapshot: Int64
    ) throws(StorageError) -> [StoredEdit] {
        var last: Int64 = 0
        try selectLastRevision.forEachRow(document) { last = $0.integer(at: 0) }
        // Wrapping: a damaged number is to be reported below, not to trap here.
        let tail = last &- Int64(options.tailEdits) &+ 1
        let first = max(1, min(tail, snapshot &+ 1))
        var edits: [StoredEdit] = []
        if last >= first { edits.reserveCapacity(Int(min(last - first + 1, 1 << 16))) }
        try selectEdits.forEachRow(document, first) { row throws(StorageError) in
            let revision = row.integer(at: 0)
            let isNext = edits.last.map { revision == $0.revision &+ 1 }
            guard isNext ?? (revision <= snapshot &+ 1) else {
                let known = edits.last?.revision ?? snapshot
                throw .corrupt(
                    what: "document \(name): edit \(revision) follows \(known) in the log"
                )
            }
            edits.append(
                StoredEdit(
                    revision: revision,
                    client: row.integer(at: 1),
                    seq: row.integer(at: 2),
                    time: row.integer(at: 3),
                    body: row.blob(at: 5),
                    chain: UInt64(bitPattern: row.integer(at: 4))
                )
            )
        }
        if let end = edits.last?.revision, end < snapshot {
            throw .corrupt(
                what: "document \(name): the log ends at edit \(end), "
                    + "before stored state \(snapshot)"
            )
        }
        return edits
    }
}
