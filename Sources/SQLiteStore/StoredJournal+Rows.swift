package import Store

// What is stored of one document, in its order.
extension StoredJournal {
    /// A state that is stored for a revision.
    package struct Snapshot: Sendable {
        /// The revision.
        package let revision: Int64
        /// The checksum of the history up to it.
        package let chain: UInt64
        /// Its bytes.
        package let body: [UInt8]

        /// A state of these parts.
        package init(revision: Int64, chain: UInt64, body: [UInt8]) {
            self.revision = revision
            self.chain = chain
            self.body = body
        }
    }

    /// How far a client's seqs go.
    package struct SeqRange: Sendable {
        /// The client's number.
        package let client: Int64
        /// How many seqs have an edit or a refusal.
        package let count: Int64
        /// The last of them.
        package let last: Int64
    }

    /// Calls `body` for each edit of a document, in order, until it says no.
    package func forEachEdit(
        of document: Int64,
        _ body: (StoredEdit) -> Bool
    ) throws(StorageError) {
        let statement = try Statement(
            database,
            """
            SELECT revision, client, seq, time, chain, body FROM edits
            WHERE document = ? ORDER BY revision
            """,
            "read the edits"
        )
        try statement.bind([document])
        while try statement.step() {
            let edit = StoredEdit(
                revision: statement.integer(at: 0),
                client: statement.integer(at: 1),
                seq: statement.integer(at: 2),
                time: statement.integer(at: 3),
                body: statement.blob(at: 5),
                chain: UInt64(bitPattern: statement.integer(at: 4))
            )
            guard body(edit) else { return }
        }
    }

    /// The last revision of a document; 0 when it has none.
    package func lastRevision(of document: Int64) throws(StorageError) -> Int64 {
        try integer(
            """
            SELECT max(coalesce((SELECT max(revision) FROM edits WHERE document = ?1), 0),
                coalesce((SELECT max(revision) FROM snapshots WHERE document = ?1), 0))
            """,
            document
        )
    }

    /// The last revision of a document that was made at or before a time, in milliseconds since
    /// 1970; 0 when none was.
    package func lastRevision(at time: Int64, of document: Int64) throws(StorageError) -> Int64 {
        let sql = """
            SELECT coalesce(max(revision), 0) FROM edits WHERE document = ? AND time <= ?
            """
        return try integer(sql, document, time)
    }

    /// The states that are stored of a document, in order.
    package func snapshots(of document: Int64) throws(StorageError) -> [Snapshot] {
        var snapshots: [Snapshot] = []
        let sql = """
            SELECT revision, chain, body FROM snapshots WHERE document = ? ORDER BY revision
            """
        let operation = "read the stored states"
        let selectParts = try Statement(database, SnapshotTable.partsOfState, operation)
        try Statement(database, sql, operation).forEachRow(document) { row throws(StorageError) in
            let revision = row.integer(at: 0)
            let last = row.blob(at: 2)
            let body = try SnapshotTable.body(of: document, at: revision, last, selectParts)
            let chain = UInt64(bitPattern: row.integer(at: 1))
            snapshots.append(Snapshot(revision: revision, chain: chain, body: body))
        }
        return snapshots
    }

    /// Which of each client's last seqs in a document were used up: of those before, refusals are
    /// not kept.
    package func seqRanges(of document: Int64) throws(StorageError) -> [SeqRange] {
        var ranges: [SeqRange] = []
        let kept = Int64(JournalOptions().answerSeqs)
        let sql = """
            WITH used AS (SELECT client, seq FROM edits WHERE document = ?1
                UNION ALL SELECT client, seq FROM refusals WHERE document = ?1),
            ends AS (SELECT client, max(seq) AS last FROM used GROUP BY client)
            SELECT client, count(*), last FROM used JOIN ends USING (client)
            WHERE seq > last - ?2 GROUP BY client
            """
        try Statement(database, sql, "count the seqs").forEachRow(document, kept) { row in
            ranges.append(
                SeqRange(
                    client: row.integer(at: 0),
                    count: row.integer(at: 1),
                    last: row.integer(at: 2)
                )
            )
        }
        return ranges
    }

    /// The codes of a document's refusals, each once.
    package func refusalCodes(of document: Int64) throws(StorageError) -> [String] {
        var codes: [String] = []
        let sql = "SELECT DISTINCT code FROM refusals WHERE document = ?"
        try Statement(database, sql, "read the refusals").forEachRow(document) { row in
            codes.append(row.text(at: 0))
        }
        return codes
    }

    /// Calls `body` for each image of a document, with the size that is noted of it.
    package func forEachImage(
        of document: Int64,
        _ body: (StoredImage, Int64) -> Void
    ) throws(StorageError) {
        let sql = "SELECT digest, type, body, size FROM images WHERE document = ? ORDER BY id"
        try Statement(database, sql, "read the images").forEachRow(document) { row in
            let image = StoredImage(
                digest: row.text(at: 0),
                type: row.text(at: 1),
                body: row.blob(at: 2)
            )
            body(image, row.integer(at: 3))
        }
    }

    private func integer(_ sql: String, _ values: Int64...) throws(StorageError) -> Int64 {
        let statement = try Statement(database, sql, "find a revision")
        try statement.bind(values)
        return try statement.step() ? statement.integer(at: 0) : 0
    }
}
