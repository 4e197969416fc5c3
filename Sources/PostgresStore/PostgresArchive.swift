package import Store
package import StoreTables

/// The tables of a store in PostgreSQL, copied from and to.
package enum PostgresArchive {
    /// Reads all as it is at one moment, also while servers write.
    ///
    /// - Throws: what `body` throws, or what opening the store throws.
    package static func read(
        _ address: PostgresAddress,
        _ body: (Statements) throws(StorageError) -> Void
    ) throws(StorageError) {
        let link = PostgresLink(
            PostgresLink.Terms(address: address, acceptsLoss: true),
            locks: false
        )
        try open(link)
        link.connection?.send("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        try body(Statements(link))
        link.connection?.send("COMMIT")
        try link.settle("read the store")
    }

    /// Writes into tables that have no documents, and that no server uses: all, or nothing.
    ///
    /// - Throws: `hasDocuments`, `storeInUse`, or what reading throws.
    package static func write(
        _ address: PostgresAddress,
        _ body: (Statements) throws(StorageError) -> Void
    ) throws(StorageError) {
        let link = PostgresLink(PostgresLink.Terms(address: address))
        try open(link)
        let operation = "write the store"
        link.connection?.send("BEGIN")
        let count = try link.read(operation) { $0.send("SELECT count(*) FROM documents") }
        guard count.integer(0, 0) == 0 else { throw .hasDocuments(address: "\(address)") }
        for table in ["former", "revocations"] { link.connection?.send("DELETE FROM \(table)") }
        try body(Statements(link))
        link.connection?.send("COMMIT")
        try link.settle(operation)
    }

    private static func open(_ link: PostgresLink) throws(StorageError) {
        try link.connect()
        try PostgresSchema.prepare(link)
    }
}
