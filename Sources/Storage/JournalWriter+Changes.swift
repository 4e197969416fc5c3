// Changes of names and tokens, as many as there are in a row in one transaction.
extension JournalWriter {
    /// The most changes of one transaction: others wait for it.
    private static let changesMax = 1_024

    /// Carries out the changes from one of the commands on, and answers each when all are durable.
    ///
    /// - Parameter first: the index of a change.
    /// - Returns: the index after the last one.
    /// - Throws: what SQLite gives; then none was carried out.
    func commitChanges(from first: Int) throws(StorageError) -> Int {
        let end = commands[first...].prefix(Self.changesMax).firstIndex { !$0.isChange }
        let changes = commands[first..<(end ?? min(first + Self.changesMax, commands.endIndex))]
        let before = names
        var done: [(outcome: DirectoryOutcome, deleted: Int64?)] = []
        done.reserveCapacity(changes.count)
        do throws(StorageError) {
            try begin.run()
            for case .change(let change, let place, _) in changes {
                done.append(try names.apply(change, at: place))
            }
            try commit.run()
            mailbox.index.apply(names.takeListed())
        } catch {
            // What is counted in memory is of the transaction.
            names = before
            throw error
        }
        for (command, result) in zip(changes, done) {
            if let deleted = result.deleted { entries.forget(deleted) }
            if case .change(_, _, let completion) = command { completion(result.outcome) }
        }
        return changes.endIndex
    }
}
