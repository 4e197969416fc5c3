package import Store

/// Reads documents back.
///
/// Runs between commits, on the writer thread.
package struct DocumentReader {
    private static let operation = "read a document"

    private let statements: Statements
    private let snapshots: SnapshotTable
    private let options: JournalOptions

    /// A reader of what the options say.
    package init(_ statements: Statements, _ options: JournalOptions) {
        self.statements = statements
        self.options = options
        snapshots = SnapshotTable(statements)
    }

    /// Reads what is needed to open a document; nil when there is none.
    ///
    /// - Throws: `corrupt` when edits are missing, or what SQLite gives.
    /// - Complexity: O(edits after the snapshot + tail + clients with their windows).
    package func read(_ name: String) throws(StorageError) -> StoredDocument? {
        guard let (document, epoch, isFrozen) = try statements.document(name) else { return nil }
        var stored = StoredDocument(document: document, name: name, epoch: epoch)
        stored.isFrozen = isFrozen
        stored.snapshot = try snapshots.newest(of: document)
        stored.edits = try edits(of: document, name, after: stored.snapshot?.revision ?? 0)
        stored.clients = try statements(
            Self.operation,
            "SELECT client, key FROM clients WHERE document = ? ORDER BY client"
        ).rows(document) { (number: $0.integer(at: 0), key: $0.blob(at: 1)) }
        guard stored.clients.allSatisfy({ $0.key.count == 16 }) else {
            throw .corrupt(what: "document \(name): a client's key is not 16 bytes")
        }
        let selectImages = "SELECT digest FROM images WHERE document = ?"
        stored.images = try statements(Self.operation, selectImages)
            .rows(document) { $0.text(at: 0) }
        try readAnswers(&stored)
        return stored
    }

    /// Reads what the list of documents says of each, or of one.
    ///
    /// - Complexity: O(documents).
    package func summaries(
        of document: Int64? = nil
    ) throws(StorageError) -> [DocumentIndex.Change] {
        let sql = """
            SELECT documents.id, name, coalesce(revision, (SELECT max(revision) FROM snapshots
                WHERE document = documents.id), 0), coalesce(time, created), "user", bytes
            FROM documents LEFT JOIN edits ON document = documents.id
                AND revision = (SELECT max(revision) FROM edits WHERE document = documents.id)
            WHERE documents.id BETWEEN ? AND ?
            """
        let (first, last) = (document ?? .min, document ?? .max)
        return try statements("list the documents", sql).rows(first, last) { row in
            let summary = DocumentSummary(
                name: row.text(at: 1),
                revision: row.integer(at: 2),
                time: row.integer(at: 3),
                user: row.text(at: 4),
                bytes: row.integer(at: 5)
            )
            return .created(document: row.integer(at: 0), summary)
        }
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
        let selectLast = "SELECT max(revision) FROM edits WHERE document = ?"
        let last = try statements(Self.operation, selectLast).first(document) { $0.integer(at: 0) }
        // Wrapping: a damaged number is to be reported below, not to trap here.
        let tail = (last ?? 0) &- Int64(options.tailEdits) &+ 1
        let first = max(1, min(tail, snapshot &+ 1))
        let selectEdits = """
            SELECT \(statements.editColumns) FROM edits
            WHERE document = ? AND revision >= ? ORDER BY revision
            """
        var known: Int64?
        let edits = try statements(Self.operation, selectEdits).rows(document, first) {
            row throws(StorageError) in
            let edit = StoredEdit(row)
            let isNext = known.map { edit.revision == $0 &+ 1 }
            guard isNext ?? (edit.revision <= snapshot &+ 1) else {
                throw .corrupt(
                    what: "document \(name): edit \(edit.revision) follows \(known ?? snapshot) "
                        + "in the log"
                )
            }
            known = edit.revision
            return edit
        }
        if let end = known, end < snapshot {
            throw .corrupt(
                what: "document \(name): the log ends at edit \(end), "
                    + "before stored state \(snapshot)"
            )
        }
        return edits
    }
}

// Which of a document's clients was answered what, for the last seqs of each.
extension DocumentReader {
    private static let answersOperation = "read a document's answers"

    private func readAnswers(_ stored: inout StoredDocument) throws(StorageError) {
        let document = stored.document
        // Over edits, also those that are not kept, and refusals.
        for table in ["edits INDEXED BY edits_by_client", "refusals", "answers"] {
            let lasts = try statements(Self.answersOperation, Self.lastSeqs(in: table))
                .rows(document) { (client: $0.integer(at: 0), seq: $0.integer(at: 1)) }
            for (client, seq) in lasts {
                stored.lastSeq[client] = max(seq, stored.lastSeq[client] ?? .min)
            }
        }
        let refusals = try window("code", of: "refusals")
        // Trimmed edits were answered first.
        let answers = [
            try window("revision, \(statements.counter)", of: "answers"),
            try window("revision, \(statements.counter)", of: "edits INDEXED BY edits_by_client"),
        ]
        for (client, last) in stored.lastSeq.sorted(by: { $0.key < $1.key }) {
            // Wrapping: a damaged seq must not trap.
            let begin = last &- Int64(options.answerSeqs)
            stored.answers += try refusals.rows(document, client, begin) { row in
                StoredAnswer(
                    client: client,
                    seq: row.integer(at: 0),
                    mark: row.word(at: 1),
                    .refused(code: row.text(at: 2))
                )
            }
            for statement in answers {
                stored.answers += try statement.rows(document, client, begin) { row in
                    StoredAnswer(acceptedOf: client, row)
                }
            }
        }
    }

    private func window(_ answer: String, of table: String) throws(StorageError) -> any Statement {
        let sql = """
            SELECT seq, \(statements.mark), \(answer) FROM \(table)
            WHERE document = ? AND client = ? AND seq > ? ORDER BY seq
            """
        return try statements(Self.answersOperation, sql)
    }

    /// Hops from client to client in the index, two seeks each, where GROUP BY would read the
    /// whole history (the skip-scan is not used for max; page on the query planner).
    private static func lastSeqs(in table: String) -> String {
        """
        WITH RECURSIVE each (client) AS (
            SELECT min(client) FROM \(table) WHERE document = ?1
            UNION ALL
            SELECT (SELECT min(client) FROM \(table) WHERE document = ?1 AND client > each.client)
            FROM each WHERE each.client IS NOT NULL)
        SELECT each.client,
            (SELECT max(seq) FROM \(table) WHERE document = ?1 AND client = each.client)
        FROM each WHERE each.client IS NOT NULL
        """
    }
}

// The answers to older edits, for the marks of a hello.
extension DocumentReader {
    /// Answers that are read at once: about a millisecond.
    package static let answersMax: Int64 = 512

    /// Reads the next answers to accepted edits of a client, the latest first.
    ///
    /// What is trimmed has its last answers in a table of its own, which goes back as far as the
    /// answer window did.
    package func answers(
        of document: Int64,
        to client: Int64,
        before seq: Int64,
        after revision: Int64
    ) throws(StorageError) -> StoredAnswers {
        var found = StoredAnswers()
        for table in ["edits INDEXED BY edits_by_client", "answers"] {
            let before = found.answers.last?.seq ?? seq
            let sql = """
                SELECT seq, mark, revision, counter FROM \(table)
                WHERE document = ? AND client = ? AND seq < ? ORDER BY seq DESC LIMIT ?
                """
            let rows = try statements(Self.answersOperation, sql)
                .rows(document, client, before, Self.answersMax) { row in
                    StoredAnswer(acceptedOf: client, row)
                }
            for answer in rows {
                guard case .accepted(let accepted, _) = answer.verdict, accepted > revision else {
                    return found
                }
                found.answers.append(answer)
            }
            if rows.count == Int(Self.answersMax) {
                found.rest = .more(before: found.answers.last?.seq ?? 0)
                return found
            }
            let selectOldest = "SELECT coalesce(min(revision), 0) FROM edits WHERE document = ?"
            let oldest =
                try statements(Self.answersOperation, selectOldest)
                .first(document) { $0.integer(at: 0) } ?? 0
            if oldest <= revision + 1 { return found }
        }
        found.rest = .trimmed
        return found
    }
}

extension StoredAnswer {
    /// Reads the answer to an accepted edit from a row of seq, mark, revision and counter.
    fileprivate init(acceptedOf client: Int64, _ row: any Statement) {
        self.init(
            client: client,
            seq: row.integer(at: 0),
            mark: row.word(at: 1),
            .accepted(revision: row.integer(at: 2), counter: row.integer(at: 3))
        )
    }
}
