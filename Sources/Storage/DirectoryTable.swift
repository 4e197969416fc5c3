/// Names and tokens, and how far the changes have come that are shared with other journals.
struct DirectoryTable {
    private var names: NameTable
    private let revocations: RevocationTable
    private let setPlace: Statement
    private let leave: [Statement]
    private let forgetPlaces: Statement
    /// The place when the journal was opened; nil when the journal is alone.
    let place: DirectoryPlace?

    init(_ database: Database, _ index: DocumentIndex) throws(StorageError) {
        names = try NameTable(database, index)
        revocations = try RevocationTable(database)
        setPlace = try Statement(
            database,
            """
            INSERT INTO directory (id, place, chain, digest, stream) VALUES (1, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET place = excluded.place, chain = excluded.chain,
                digest = excluded.digest, stream = excluded.stream
            """,
            "store a place"
        )
        leave = [
            try Statement(database, "DELETE FROM directory", "forget the cluster"),
            try Statement(database, "UPDATE documents SET shared = 0", "forget the cluster"),
        ]
        forgetPlaces = try Statement(
            database,
            "UPDATE documents SET place = 0, digest = 0",
            "reset the documents' places"
        )
        let select = try Statement(
            database,
            "SELECT stream, place, chain, digest FROM directory",
            "read the place"
        )
        var place: DirectoryPlace?
        try select.forEachRow { row in
            place = DirectoryPlace(
                stream: row.text(at: 0),
                sequence: row.integer(at: 1),
                chain: UInt64(bitPattern: row.integer(at: 2)),
                digest: UInt64(bitPattern: row.integer(at: 3))
            )
        }
        self.place = place
    }

    /// The last place that is noted of any shared order in each of so many streams.
    ///
    /// - Complexity: O(documents).
    func lastPlaces(_ database: Database, among count: Int) throws(StorageError) -> [Int64] {
        var places = [Int64](repeating: 0, count: count)
        places[0] = place?.sequence ?? 0
        let select = try Statement(
            database,
            "SELECT epoch, place FROM documents WHERE place > 0",
            "read the last places"
        )
        try select.forEachRow { row in
            let epoch = UInt64(bitPattern: row.integer(at: 0))
            let index = StoredPlace.stream(of: epoch, among: count)
            places[index] = max(places[index], row.integer(at: 1))
        }
        return places
    }

    /// How many documents other journals do not know by their names.
    ///
    /// - Complexity: O(documents).
    func unsharedCount(_ database: Database) throws(StorageError) -> Int {
        let sql = "SELECT count(*) FROM documents WHERE shared = 0"
        return Int(try database.value(sql, "count the unshared documents")) ?? 0
    }

    /// How many documents there are.
    var documentCount: Int { names.count }

    /// Gives what the list of documents says differently since this was last asked.
    mutating func takeListed() -> [DocumentIndex.Change] { names.takeListed() }

    /// The names of the documents that take no edits.
    func frozenNames() throws(StorageError) -> [String] { try names.frozen() }

    /// The tokens that are refused.
    func revoked() throws(StorageError) -> [StoredRevocation] { try revocations.all() }

    /// The documents that had a name and have it no more, the latest last.
    func former(_ name: String) throws(StorageError) -> [FormerDocument] {
        try names.former(name)
    }

    /// The documents that other journals do not know by their names.
    func unshared() throws(StorageError) -> [UnsharedDocument] { try names.unshared() }

    /// Carries a change out, inside the caller's transaction.
    ///
    /// - Parameters:
    ///   - change: what it is.
    ///   - place: where it is in the order that journals share; nil for one's own.
    /// - Returns: what came of it, and the number of the document that was deleted.
    /// - Throws: what SQLite gives.
    mutating func apply(
        _ change: DirectoryChange,
        at place: DirectoryPlace?
    ) throws(StorageError) -> (DirectoryOutcome, deleted: Int64?) {
        if let place { try set(place) }
        switch change {
        case .create(let name, let epoch, let time, let countMax, let user, let userCountMax):
            let isShared = place != nil
            if isShared, try names.share(name, epoch: epoch) { return (.done, nil) }
            return (
                try names.create(
                    name,
                    epoch: epoch,
                    time: time,
                    countMax: countMax,
                    user: user,
                    userCountMax: userCountMax,
                    isShared: isShared
                ), nil
            )
        case .discard(let name, let epoch):
            return (.done, try names.discard(name, epoch: epoch))
        case .rename(let name, let new):
            if place != nil { try names.clear(new) }
            return (try names.rename(name, to: new), nil)
        case .delete(let name):
            guard let (document, epoch) = try names.delete(name) else { return (.missing, nil) }
            return (.deleted(epoch: epoch), document)
        case .freeze(let name, let isFrozen):
            return (try names.freeze(name, isFrozen) ? .done : .missing, nil)
        case .revoke(let revocation): try revocations.insert(revocation)
        case .pardon(let revocation): try revocations.delete(revocation)
        }
        return (.done, nil)
    }

    /// Takes the documents away that a process left without edits, inside the caller's transaction.
    ///
    /// - Complexity: O(documents).
    mutating func discardAll() throws(StorageError) { try names.discardAll() }

    /// Begins to share the documents with other journals, or ends it, inside the caller's
    /// transaction: nothing is known of what the others have.
    ///
    /// - Parameters:
    ///   - stream: which order it is to be, empty for one that is not known yet; nil for none.
    ///   - isNew: whether documents have no place in it.
    /// - Throws: what SQLite gives.
    func share(in stream: String?, isNew: Bool) throws(StorageError) {
        for statement in leave { try statement.run() }
        if isNew { try forgetPlaces.run() }
        guard let stream else { return }
        try set(DirectoryPlace(stream: stream, sequence: 0, chain: 0, digest: 0))
    }

    private func set(_ place: DirectoryPlace) throws(StorageError) {
        try setPlace.run(
            place.sequence,
            Int64(bitPattern: place.chain),
            Int64(bitPattern: place.digest),
            texts: [place.stream]
        )
    }
}
