internal import Store

/// The images of documents, in the table of that name.
struct ImageTable {
    private let bytesMax: Int
    private let insert: Statement
    private let select: Statement
    private let selectSizes: Statement
    private let delete: Statement

    init(_ database: Database, _ options: JournalOptions) throws(StorageError) {
        bytesMax = options.imagesBytesMax
        insert = try Statement(
            database,
            """
            INSERT OR REPLACE INTO images (document, size, digest, type, body)
            VALUES (?, ?, ?, ?, ?)
            """,
            "store an image"
        )
        select = try Statement(
            database,
            """
            SELECT type, body FROM images
            WHERE document = (SELECT id FROM documents WHERE name = ?) AND digest = ?
            """,
            "read an image"
        )
        selectSizes = try Statement(
            database,
            "SELECT id, size, digest FROM images WHERE document = ? ORDER BY id DESC",
            "list the images"
        )
        delete = try Statement(database, "DELETE FROM images WHERE id = ?", "drop an old image")
    }

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
        var before = 0
        try selectSizes.forEachRow(document) { before += Int($0.integer(at: 1)) }
        try insert.run(
            document,
            Int64(image.body.count),
            texts: [image.digest, image.type],
            blob: image.body
        )
        var others: [(id: Int64, bytes: Int)] = []
        var bytes = 0
        try selectSizes.forEachRow(document) { row in
            let size = Int(row.integer(at: 1))
            if [image.digest, kept].contains(row.text(at: 2)) {
                bytes += size
            } else {
                others.append((row.integer(at: 0), size))
            }
        }
        var old: [Int64] = []
        for other in others {
            if bytes + other.bytes > bytesMax {
                old.append(other.id)
            } else {
                bytes += other.bytes
            }
        }
        for id in old { try delete.run(id) }
        return Int64(bytes - before)
    }

    /// Reads an image of a document; nil when it is not there.
    func find(_ digest: String, of name: String) throws(StorageError) -> StoredImage? {
        defer { select.reset() }
        try select.bind(name, at: 1)
        try select.bind(digest, at: 2)
        guard try select.step() else { return nil }
        return StoredImage(digest: digest, type: select.text(at: 0), body: select.blob(at: 1))
    }
}
