/// Names and tokens, and how far the changes have come that are shared with other journals.
struct DirectoryTable {
    private var names: NameTable
    private let revocations: RevocationTable
    private let setPlace: Statement
    /// The place when the journal was opened; nil when the journal is alone.
    let place: DirectoryPlace?

    init(_ database: Database) throws(StorageError) {
        names = try NameTable(database)
        revocations = try RevocationTable(database)
        setPlace = try Statement(
            database,
            """
            INSERT INTO directory (id, place, chain, stream) VALUES (1, ?, ?, ?)
            ON CONFLICT DO UPDATE SET place = excluded.place, chain = excluded.chain,
                stream = excluded.stream
            """,
            "store a place"
        )
        let select = try Statement(
            database,
            "SELECT stream, place, chain FROM directory",
            "read the place"
        )
        var place: DirectoryPlace?
        try select.forEachRow { row in
            place = DirectoryPlace(
                stream: row.text(at: 0),
                sequence: row.integer(at: 1),
                chain: UInt64(bitPattern: row.integer(at: 2))
            )
        }
        self.place = place
    }

    /// How many documents there are.
    var documentCount: Int { names.count }

    /// The names of the documents that take no edits.
    func frozenNames() throws(StorageError) -> [String] { try names.frozen() }

    /// The tokens that are refused.
    func revoked() throws(StorageError) -> [StoredRevocation] { try revocations.all() }

    /// The documents that had a name and have it no more, the latest last.
    func former(_ name: String) throws(StorageError) -> [FormerDocument] {
        try names.former(name)
    }

    /// Carries a change out, inside the caller's transaction.
    ///
    /// - Returns: what came of it, and the number of the document that was deleted.
    mutating func apply(
        _ change: DirectoryChange
    ) throws(StorageError) -> (DirectoryOutcome, deleted: Int64?) {
        switch change {
        case .create(let name, let epoch, let time, let countMax):
            return (try names.create(name, epoch: epoch, time: time, countMax: countMax), nil)
        case .rename(let name, let new): return (try names.rename(name, to: new), nil)
        case .delete(let name):
            let document = try names.delete(name)
            return (document == nil ? .missing : .done, document)
        case .freeze(let name, let isFrozen):
            return (try names.freeze(name, isFrozen) ? .done : .missing, nil)
        case .revoke(let revocation): try revocations.insert(revocation)
        case .pardon(let revocation): try revocations.delete(revocation)
        }
        return (.done, nil)
    }

    /// Notes how far the changes have come, inside the caller's transaction.
    func set(_ place: DirectoryPlace) throws(StorageError) {
        try setPlace.run(
            place.sequence,
            Int64(bitPattern: place.chain),
            texts: [place.stream]
        )
    }
}
