internal import Store

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
            for case .change(let change, _) in changes { done.append(try apply(change)) }
            try commit.run()
            mailbox.index.apply(names.takeListed())
        } catch {
            // What is counted in memory is of the transaction.
            names = before
            throw error
        }
        for (command, result) in zip(changes, done) {
            if let deleted = result.deleted { entries.forget(deleted) }
            if case .change(_, let completion) = command { completion(result.outcome) }
        }
        return changes.endIndex
    }

    /// Carries a change out, inside the caller's transaction.
    ///
    /// - Returns: what came of it, and the number of the document that was deleted.
    /// - Throws: what SQLite gives.
    private func apply(
        _ change: DirectoryChange
    ) throws(StorageError) -> (DirectoryOutcome, deleted: Int64?) {
        switch change {
        case .create(let name, let epoch, let time, let countMax, let user, let userCountMax):
            return (
                try names.create(
                    name,
                    epoch: epoch,
                    time: time,
                    countMax: countMax,
                    user: user,
                    userCountMax: userCountMax
                ), nil
            )
        case .discard(let name, let epoch):
            return (.done, try names.discard(name, epoch: epoch))
        case .rename(let name, let new): return (try names.rename(name, to: new), nil)
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
}
