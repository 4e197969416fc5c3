internal import Store

/// Which tokens are refused, kept for the next start.
struct RevocationTable {
    private let select: Statement
    private let insert: Statement
    private let delete: Statement

    init(_ database: Database) throws(StorageError) {
        select = try Statement(
            database,
            "SELECT kind, subject, time FROM revocations ORDER BY kind, subject",
            "read the revoked tokens"
        )
        // A second word about the same tokens counts when it reaches further.
        insert = try Statement(
            database,
            """
            INSERT INTO revocations (time, kind, subject) VALUES (?, ?, ?)
            ON CONFLICT DO UPDATE SET time = max(time, excluded.time)
            """,
            "revoke tokens"
        )
        delete = try Statement(
            database,
            "DELETE FROM revocations WHERE kind = ? AND subject = ?",
            "undo a revocation"
        )
    }

    /// All of them.
    func all() throws(StorageError) -> [StoredRevocation] {
        var all: [StoredRevocation] = []
        try select.forEachRow { row throws(StorageError) in
            let text = row.text(at: 0)
            guard let kind = StoredRevocation.Kind(rawValue: text) else {
                throw .corrupt(what: "revocations: the kind \(text)")
            }
            all.append(StoredRevocation(kind, row.text(at: 1), time: row.integer(at: 2)))
        }
        return all
    }

    /// Keeps one, inside the caller's transaction.
    func insert(_ revocation: StoredRevocation) throws(StorageError) {
        try insert.run(
            revocation.time,
            texts: [revocation.kind.rawValue, revocation.subject]
        )
    }

    /// Takes one back, inside the caller's transaction.
    func delete(_ revocation: StoredRevocation) throws(StorageError) {
        try delete.run(texts: [revocation.kind.rawValue, revocation.subject])
    }
}
