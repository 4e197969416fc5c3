package import Store

/// Reads and writes states, inside the caller's transaction.
///
/// A large state is stored in parts, a transaction each, between which the journal commits what
/// others wait for. Its last part is in its row of `snapshots`: without that row the parts before
/// it count for nothing.
package struct SnapshotTable {
    /// Bytes of a part.
    ///
    /// A commit waits for one part at most: about as long as for another commit.
    package static let partBytes = 64 << 10

    private let statements: Statements

    /// The table of a connection.
    package init(_ statements: Statements) { self.statements = statements }

    /// Drops the parts of states that were not stored whole: of all documents, or of one.
    ///
    /// - Complexity: O(parts).
    package func dropRemains(of document: Int64? = nil) throws(StorageError) {
        let sql = """
            DELETE FROM snapshot_parts WHERE NOT EXISTS (SELECT 1 FROM snapshots
                WHERE document = snapshot_parts.document AND revision = snapshot_parts.revision)
            """
        let operation = "drop parts of states"
        if let document {
            try statements(operation, sql + " AND document = ?").run(document)
        } else {
            try statements(operation, sql).run()
        }
    }

    /// Stores a state whole, in the place of one of the same revision.
    package func write(_ state: StoredSnapshot, of document: Int64) throws(StorageError) {
        try dropParts(of: document, state.revision)
        try insert(state, of: document, body: state.body)
    }

    /// Stores the next part of a state; true when no more parts are wanted.
    ///
    /// The state of a revision that is there already stays, and one whose edit was cut off
    /// meanwhile is left aside.
    ///
    /// - Complexity: O(parts that are there).
    func writePart(of state: StoredSnapshot, of document: Int64) throws(StorageError) -> Bool {
        let selectStored = """
            SELECT EXISTS (SELECT 1 FROM snapshots WHERE document = ?1 AND revision = ?2),
                EXISTS (SELECT 1 FROM edits WHERE document = ?1 AND revision = ?2),
                coalesce((SELECT sum(length(body)) FROM snapshot_parts
                    WHERE document = ?1 AND revision = ?2), 0)
            """
        let found = try statement(selectStored).first(document, state.revision) { row in
            (row.integer(at: 0) == 1, row.integer(at: 1) == 1, Int(row.integer(at: 2)))
        }
        let (isThere, hasEdit, start) = found ?? (false, false, 0)
        if isThere { return true }
        guard hasEdit else {
            try dropParts(of: document, state.revision)
            return true
        }
        let rest = state.body[min(start, state.body.count)...]
        guard rest.count > Self.partBytes else {
            try insert(state, of: document, body: Array(rest))
            return true
        }
        let sql = "INSERT INTO snapshot_parts (document, revision, start, body) VALUES (?, ?, ?, ?)"
        try statement(sql)
            .run(document, state.revision, Int64(start), blob: Array(rest.prefix(Self.partBytes)))
        return false
    }

    func newest(
        of document: Int64,
        upTo revision: Int64 = .max
    ) throws(StorageError) -> StoredSnapshot? {
        try read(document, revision, "AND revision <= ? ORDER BY revision DESC LIMIT 1").first
    }

    /// All states of a document, in order.
    package func all(of document: Int64) throws(StorageError) -> [StoredSnapshot] {
        try read(document, .max, "AND revision <= ? ORDER BY revision")
    }

    private func read(
        _ document: Int64,
        _ revision: Int64,
        _ which: String
    ) throws(StorageError) -> [StoredSnapshot] {
        let operation = "read a state"
        let sql = "SELECT revision, chain, body FROM snapshots WHERE document = ? \(which)"
        let parts = try statements(
            operation,
            "SELECT body FROM snapshot_parts WHERE document = ? AND revision = ? ORDER BY start"
        )
        return try statements(operation, sql).rows(document, revision) { row throws(StorageError) in
            let revision = row.integer(at: 0)
            let stored = try parts.rows(document, revision) { $0.blob(at: 0) } + [row.blob(at: 2)]
            let body = stored.reduce(into: []) { $0 += $1 }
            return StoredSnapshot(revision: revision, body: body, chain: row.word(at: 1))
        }
    }

    private func insert(
        _ state: StoredSnapshot,
        of document: Int64,
        body: [UInt8]
    ) throws(StorageError) {
        let sql = """
            INSERT INTO snapshots (document, revision, chain, body) VALUES (?, ?, ?, ?)
            ON CONFLICT (document, revision) DO UPDATE
            SET chain = excluded.chain, body = excluded.body
            """
        try statement(sql)
            .run(document, state.revision, Int64(bitPattern: state.chain), blob: body)
    }

    private func dropParts(of document: Int64, _ revision: Int64) throws(StorageError) {
        try statement("DELETE FROM snapshot_parts WHERE document = ? AND revision = ?")
            .run(document, revision)
    }

    private func statement(_ sql: String) throws(StorageError) -> any Statement {
        try statements("store a state", sql)
    }
}

/// The images of documents.
package struct ImageTable {
    let statements: Statements
    let bytesMax: Int

    /// Stores an image as a document's newest, and drops what there is no room for; gives how many
    /// bytes more the document's images take than before.
    ///
    /// - Complexity: O(images of the document).
    func write(
        _ image: StoredImage,
        of document: Int64,
        kept: String?
    ) throws(StorageError) -> Int64 {
        precondition(image.digest.utf8.count == 64, "A digest has 64 characters.")
        let before = try list(of: document).reduce(0) { $0 + $1.bytes }
        try statements(
            "replace an image",
            "DELETE FROM images WHERE document = ? AND digest = ?"
        ).run(document, texts: [image.digest])
        let insert = """
            INSERT INTO images (document, size, digest, type, body) VALUES (?, ?, ?, ?, ?)
            """
        try statements("store an image", insert).run(
            document,
            Int64(image.body.count),
            texts: [image.digest, image.type],
            blob: image.body
        )
        let all = try list(of: document)
        let isSafe = { (digest: String) in digest == image.digest || digest == kept }
        var bytes = all.filter { isSafe($0.digest) }.reduce(0) { $0 + $1.bytes }
        let delete = try statements("drop an old image", "DELETE FROM images WHERE id = ?")
        for other in all where !isSafe(other.digest) {
            if bytes + other.bytes > bytesMax {
                try delete.run(other.id)
            } else {
                bytes += other.bytes
            }
        }
        return Int64(bytes - before)
    }

    /// An image of a document; nil when there is none.
    package func find(_ digest: String, of name: String) throws(StorageError) -> StoredImage? {
        let sql = """
            SELECT type, body FROM images
            WHERE document = (SELECT id FROM documents WHERE name = ?) AND digest = ?
            """
        return try statements("read an image", sql).first(texts: [name, digest]) { row in
            StoredImage(digest: digest, type: row.text(at: 0), body: row.blob(at: 1))
        }
    }

    private func list(
        of document: Int64
    ) throws(StorageError) -> [(id: Int64, bytes: Int, digest: String)] {
        let sql = "SELECT id, size, digest FROM images WHERE document = ? ORDER BY id DESC"
        return try statements("list the images", sql).rows(document) { row in
            (row.integer(at: 0), Int(row.integer(at: 1)), row.text(at: 2))
        }
    }
}
