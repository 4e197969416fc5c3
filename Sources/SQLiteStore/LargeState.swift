internal import Store

/// A state that is stored in parts; the edits that it holds are in the log.
struct LargeState: Sendable {
    let document: Int64
    let revision: Int64
    let body: [UInt8]
    let chain: UInt64

    /// The state of an entry that is one, and large.
    init?(_ entry: JournalEntry) {
        guard case .snapshot(let document, let revision, let body, let chain) = entry,
            body.count > SnapshotTable.partBytes
        else { return nil }
        (self.document, self.revision) = (document, revision)
        (self.body, self.chain) = (body, chain)
    }
}

extension JournalWriter {
    /// Stores the next part of a state, and lets others go before the one after.
    func storePart(
        of state: LargeState,
        _ completion: @escaping @Sendable () -> Void
    ) throws(StorageError) {
        let start = ContinuousClock.now
        try begin.run()
        let isWhole = try entries.writePart(of: state)
        let written = ContinuousClock.now
        try commit.run()
        let end = ContinuousClock.now
        mailbox.recordCommit(
            entries: isWhole ? 1 : 0,
            bytes: isWhole ? state.body.count : 0,
            duration: start.duration(to: end),
            sync: written.duration(to: end)
        )
        if isWhole { completion() } else { commands.append(.store(state, completion: completion)) }
        try checkpointIfLong()
    }
}
