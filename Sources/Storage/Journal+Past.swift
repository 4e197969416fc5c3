// What was. Each call is answered between two commits, and each answer is a slice of bounded size,
// so that whoever reads a long past never holds up who edits.
extension Journal {
    /// Reads what is kept of a document's past, and where to begin for a moment of it.
    ///
    /// It sees exactly what was submitted before it.
    ///
    /// - Parameters:
    ///   - name: The document's name.
    ///   - moment: Which moment is to be rebuilt; nil for none.
    ///   - completion: Runs on the writer thread; nil when there is no such document.
    package func past(
        _ name: String,
        at moment: StoredMoment?,
        completion: @escaping @Sendable (Result<StoredPast?, StorageError>) -> Void
    ) {
        postIfOpen(.past(name: name, moment: moment, completion: completion))
    }

    /// Reads the next edits of a document: as many as are read in about a millisecond.
    ///
    /// - Parameters:
    ///   - document: The document's number.
    ///   - revision: The revision before the first of them.
    ///   - last: The last revision that is wanted.
    ///   - completion: Runs on the writer thread; ascending, and none when there are no more.
    package func edits(
        of document: Int64,
        after revision: Int64,
        upTo last: Int64,
        completion: @escaping @Sendable (Result<[StoredEdit], StorageError>) -> Void
    ) {
        postIfOpen(.edits(document: document, after: revision, upTo: last, completion: completion))
    }

    /// Finds where a document's log is to be cut off by a rule; nil when all of it stays.
    ///
    /// The last `JournalOptions.tailEdits` stay whatever the rule says.
    package func findCut(
        _ name: String,
        _ rule: HistoryRetention,
        completion: @escaping @Sendable (Result<StoredCut?, StorageError>) -> Void
    ) {
        postIfOpen(.findCut(name: name, rule: rule, completion: completion))
    }

    /// Takes some of a log's oldest edits away, up to a cut; what each client was answered is kept.
    ///
    /// - Parameters:
    ///   - cut: Where to.
    ///   - state: The state at the cut, where the log begins then; with the first call, and only
    ///     with it.
    ///   - completion: Runs on the writer thread once that is durable, with whether there are more.
    package func cut(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        completion: @escaping @Sendable (_ isMore: Bool) -> Void
    ) {
        postIfOpen(.cut(cut, state: state, completion: completion))
    }
}
