internal import Store

/// The images of documents, in the table of that name.
struct ImageTable {
    let statements: Statements
    let bytesMax: Int

    /// Stores an image as a document's newest, and drops what there is no room for.
    ///
    /// - Returns: how many bytes more the document's images take than before.
    /// - Complexity: O(images of the document).
    func write(
        _ image: StoredImage,
        of document: Int64,
        kept: String?
    ) throws(StorageError) -> Int64 {
        precondition(image.digest.utf8.count == 64, "A digest has 64 characters.")
        let before = try list(of: document).reduce(0) { $0 + $1.bytes }
        let insert = """
            INSERT OR REPLACE INTO images (document, size, digest, type, body)
            VALUES (?, ?, ?, ?, ?)
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

    /// Reads an image of a document; nil when it is not there.
    func find(_ digest: String, of name: String) throws(StorageError) -> StoredImage? {
        let sql = """
            SELECT type, body FROM images
            WHERE document = (SELECT id FROM documents WHERE name = ?) AND digest = ?
            """
        return try statements("read an image", sql).first(texts: [name, digest]) { row in
            StoredImage(digest: digest, type: row.text(at: 0), body: row.blob(at: 1))
        }
    }

    /// The images of a document, the newest first.
    private func list(
        of document: Int64
    ) throws(StorageError) -> [(id: Int64, bytes: Int, digest: String)] {
        let sql = "SELECT id, size, digest FROM images WHERE document = ? ORDER BY id DESC"
        return try statements("list the images", sql).rows(document) { row in
            (row.integer(at: 0), Int(row.integer(at: 1)), row.text(at: 2))
        }
    }
}
