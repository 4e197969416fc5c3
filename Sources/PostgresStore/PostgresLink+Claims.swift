internal import Store
internal import StoreTables

// The documents of this server.
extension PostgresLink {
    /// Whose a document is that this server wants.
    enum Found {
        case missing
        /// This server's; `isNew` when it was not before.
        case mine(Int64, isNew: Bool)
        /// That of the server at an address.
        case elsewhere(String)
    }

    /// Makes a document this server's, unless a server that lives has it: one that has renewed its
    /// lease, or could not have while PostgreSQL was away.
    ///
    /// The commits wait for no disk: if they are lost, the first transaction for the document
    /// fails, for a number of a server, a term and a stamp are never found together again.
    func claim(
        _ name: String,
        for node: Int64,
        by lease: NodeLease.Shown
    ) throws(StorageError) -> Found {
        while true {
            let operation = "claim a document"
            let rows = try ask(operation, Self.owner, [name])
            guard rows.count == 1 else { return .missing }
            let (document, owner) = (rows.integer(0, 0), rows.integer(0, 1))
            let term = rows.integer(0, 2)
            if let claim = claims[document], claim.node == owner, claim.term == term {
                return .mine(document, isNew: false)
            }
            if owner != 0, owner != node, rows.integer(0, 4) == 0 {
                guard rows.integer(0, 5) == 1, lease.isSteady else {
                    return .elsewhere(rows.text(0, 3))
                }
                // Nothing is found where it has renewed its lease meanwhile.
                try write(
                    """
                    UPDATE nodes SET dead = true
                    WHERE id = \(owner) AND NOT dead AND expires < clock_timestamp()
                    RETURNING 1
                    """
                )
                continue
            }
            // Others would take it away at once.
            guard lease.isRenewed else {
                throw .postgres(
                    state: "",
                    message: "the lease of this server is not renewed",
                    operation: operation
                )
            }
            let isMine = try write(
                """
                UPDATE documents SET node = \(node), term = term + 1, stamp = 0
                WHERE id = \(document) AND term = \(term) RETURNING 1
                """
            )
            if isMine {
                claims[document] = Claim(node: node, term: term + 1)
                return .mine(document, isNew: true)
            }
        }
    }

    private static let owner = """
        SELECT documents.id, node, term, coalesce(address, ''), coalesce(dead, true),
            coalesce(expires < clock_timestamp(), true)
        FROM documents LEFT JOIN nodes ON nodes.id = node WHERE name = $1
        """

    /// Writes what need not be durable; gives whether anything was.
    @discardableResult private func write(_ statement: String) throws(StorageError) -> Bool {
        let operation = "claim a document"
        connection?.send("BEGIN")
        connection?.send("SET LOCAL synchronous_commit = off")
        let rows = try read(operation) { $0.send(statement) }
        connection?.send("COMMIT")
        try settle(operation)
        return rows.count > 0
    }

    /// Lets others have a document.
    func release(_ name: String) throws(StorageError) {
        let find = "SELECT id FROM documents WHERE name = $1"
        let rows = try ask("release a document", find, [name])
        guard rows.count == 1, let claim = claims.removeValue(forKey: rows.integer(0, 0)) else {
            return
        }
        try write(
            """
            UPDATE documents SET node = 0
            WHERE id = \(rows.integer(0, 0)) AND node = \(claim.node) AND term = \(claim.term)
            RETURNING 1
            """
        )
    }
}

extension DirectoryChange {
    /// The document that has to be this server's for it; nil for none.
    var document: String? {
        if case .create = self { nil } else { name }
    }

    /// True if the document may be gone with it.
    var takesAway: Bool {
        switch self {
        case .discard, .delete: true
        default: false
        }
    }
}
