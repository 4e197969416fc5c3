internal import Store

/// Reads which of a document's clients was answered what, for the last seqs of each.
struct AnswerReader {
    private let seqs: Int64
    private let selectLastEdits: Statement
    private let selectLastRefusals: Statement
    private let selectLastAnswers: Statement
    private let selectEdits: Statement
    private let selectRefusals: Statement
    private let selectAnswers: Statement

    init(_ database: Database, seqs: Int) throws(StorageError) {
        self.seqs = Int64(seqs)
        let operation = "read a document's answers"
        selectLastEdits = try Statement(
            database,
            Self.lastSeqs(in: "edits INDEXED BY edits_by_client"),
            operation
        )
        selectLastRefusals = try Statement(database, Self.lastSeqs(in: "refusals"), operation)
        selectLastAnswers = try Statement(database, Self.lastSeqs(in: "answers"), operation)
        selectEdits = try Statement(
            database,
            """
            SELECT seq, revision FROM edits INDEXED BY edits_by_client
            WHERE document = ? AND client = ? AND seq > ? ORDER BY seq
            """,
            operation
        )
        selectRefusals = try Statement(
            database,
            """
            SELECT seq, code FROM refusals
            WHERE document = ? AND client = ? AND seq > ? ORDER BY seq
            """,
            operation
        )
        selectAnswers = try Statement(
            database,
            """
            SELECT seq, revision FROM answers
            WHERE document = ? AND client = ? AND seq > ? ORDER BY seq
            """,
            operation
        )
    }

    /// The last seq of each client over edits, also those that are not kept, and refusals.
    func lastSeq(of document: Int64) throws(StorageError) -> [Int64: Int64] {
        var lastSeq: [Int64: Int64] = [:]
        try selectLastEdits.forEachRow(document) { row in
            lastSeq[row.integer(at: 0)] = row.integer(at: 1)
        }
        for others in [selectLastRefusals, selectLastAnswers] {
            try others.forEachRow(document) { row in
                lastSeq[row.integer(at: 0)] = max(
                    row.integer(at: 1),
                    lastSeq[row.integer(at: 0)] ?? .min
                )
            }
        }
        return lastSeq
    }

    /// The accepted edits in each client's window, by client and seq.
    func accepted(
        of document: Int64,
        _ lastSeq: [Int64: Int64]
    ) throws(StorageError) -> [(client: Int64, seq: Int64, revision: Int64)] {
        var answers: [(client: Int64, seq: Int64, revision: Int64)] = []
        for client in lastSeq.keys.sorted() {
            // What is not kept any more was answered first.
            for statement in [selectAnswers, selectEdits] {
                try statement.forEachRow(document, client, begin(lastSeq[client])) { row in
                    answers.append((client, row.integer(at: 0), row.integer(at: 1)))
                }
            }
        }
        return answers
    }

    /// The refused edits in each client's window, by client and seq.
    func refusals(
        of document: Int64,
        _ lastSeq: [Int64: Int64]
    ) throws(StorageError) -> [(client: Int64, seq: Int64, code: String)] {
        var refusals: [(client: Int64, seq: Int64, code: String)] = []
        for client in lastSeq.keys.sorted() {
            try selectRefusals.forEachRow(document, client, begin(lastSeq[client])) { row in
                refusals.append((client, row.integer(at: 0), row.text(at: 1)))
            }
        }
        return refusals
    }
}

extension AnswerReader {
    /// The seq before the window.
    ///
    /// Wrapping: a damaged seq must not trap.
    private func begin(_ last: Int64?) -> Int64 {
        (last ?? 0) &- seqs
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
