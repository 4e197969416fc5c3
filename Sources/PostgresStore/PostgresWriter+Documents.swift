internal import Store
internal import StoreTables

// Documents of this server: which it may have, and what is stored of them.
extension PostgresWriter {
    /// Changes a document, which has to be this server's for it.
    func carryOut(
        _ change: DirectoryChange,
        of name: String,
        _ completion: @escaping @Sendable (DirectoryOutcome) -> Void
    ) throws(StorageError) {
        let command = JournalCommand.change(change, completion: completion)
        while true {
            switch try claim(name) {
            case .elsewhere(let address): return completion(.elsewhere(address))
            case .missing: return completion(.missing)
            case .mine(let document, let isNew):
                // Other servers may have written to it: an open copy is out of date.
                if isNew { lose([document], missing: 0) }
                if change.takesAway { leaving = document }
                let done = try tables.change([command]) { body throws(StorageError) in
                    try transact([document]) { _ throws(StorageError) in try body() }
                }
                if change.takesAway {
                    leaving = nil
                    link.claims[document] = nil
                }
                // Else it was lost since it was claimed.
                if done > 0 { return }
            }
        }
    }

    func load(
        _ name: String,
        _ completion: @escaping StoreCompletion<StoredDocument?>
    ) throws(StorageError) {
        while true {
            switch try claim(name) {
            case .missing: return completion(.success(nil))
            case .elsewhere(let address): return completion(.failure(.elsewhere(address)))
            case .mine(let document, _):
                var stored: Result<StoredDocument?, StorageError> = .success(nil)
                try persist { () throws(StorageError) in
                    do throws(StorageError) {
                        stored = .success(try tables.documents.read(name))
                    } catch {
                        if error.isOutage { throw error }
                        stored = .failure(error)
                    }
                    try link.settle("read a document")
                }
                // Otherwise it was lost during the read, and the report came before it was open.
                if link.claims[document] != nil { return completion(stored) }
            }
        }
    }

    /// Looks at all documents that are asked about, at once.
    func confirm(_ questions: ArraySlice<JournalCommand>) throws(StorageError) {
        var documents: Set<Int64> = []
        for case .confirm(let document, _) in questions { documents.insert(document) }
        // A document can be lost before the server opens it: report that again.
        lose(documents.filter { link.claims[$0] == nil }, missing: 0)
        try persist { () throws(StorageError) in try look(at: Array(documents)) }
        for case .confirm(_, let completion) in questions { completion() }
    }

    /// Makes a document this server's, if it can be.
    private func claim(_ name: String) throws(StorageError) -> PostgresLink.Found {
        var found = PostgresLink.Found.missing
        try persist { () throws(StorageError) in
            found = try link.claim(name, for: number, by: node)
            guard case .mine(let document, isNew: true) = found else { return }
            // Others may have written for it.
            tables.entries.forget(document)
            try SnapshotTable(tables.statements).dropRemains(of: document)
            try tables.list(document)
            try link.settle("claim a document")
        }
        return found
    }

    func take(
        _ cut: StoredCut,
        _ state: (body: [UInt8], chain: UInt64)?
    ) throws(StorageError) -> Bool {
        // If another server has the document, that one cuts it.
        let isOpen = link.claims[cut.document] != nil
        var name = ""
        if !isOpen {
            try persist { () throws(StorageError) in
                let sql = "SELECT name FROM documents WHERE id = ?"
                name =
                    try tables.statements("find a document", sql)
                    .first(cut.document) { $0.text(at: 0) } ?? ""
                try link.settle("find a document")
            }
            guard case .mine = try claim(name) else { return false }
        }
        let isMore = try tables.take(cut, storing: state) { body throws(StorageError) in
            try transact([cut.document]) { _ throws(StorageError) in try body() }
        }
        if !isOpen {
            try persist { () throws(StorageError) in try link.release(name) }
        }
        return isMore
    }
}
