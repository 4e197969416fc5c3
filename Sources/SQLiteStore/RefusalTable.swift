internal import Store

/// Edits that were refused, the last of each client.
struct RefusalTable {
    private let insert: Statement
    private let deleteOld: Statement
    private let answerSeqs: Int64

    init(_ database: Database, _ options: JournalOptions) throws(StorageError) {
        answerSeqs = Int64(options.answerSeqs)
        insert = try Statement(
            database,
            "INSERT INTO refusals (document, client, seq, code) VALUES (?, ?, ?, ?)",
            "store a refusal"
        )
        deleteOld = try Statement(
            database,
            "DELETE FROM refusals WHERE document = ? AND client = ? AND seq <= ?",
            "drop old refusals"
        )
    }

    /// Stores a refusal, and drops those from which nobody is answered any more: a client that is
    /// refused for ever would fill the disk.
    func write(
        _ document: Int64,
        _ client: Int64,
        seq: Int64,
        code: String
    ) throws(StorageError) {
        try insert.run(document, client, seq, texts: [code])
        try deleteOld.run(document, client, seq - answerSeqs)
    }
}
