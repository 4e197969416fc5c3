internal import Store

/// What crosses from the callers to the writer thread.
enum JournalCommand: Sendable {
    case submit([JournalEntry], completion: @Sendable () -> Void)
    case store(LargeState, completion: @Sendable () -> Void)
    case load(
        name: String,
        completion: @Sendable (Result<StoredDocument?, StorageError>) -> Void
    )
    case image(
        digest: String,
        name: String,
        completion: @Sendable (Result<StoredImage?, StorageError>) -> Void
    )
    case change(DirectoryChange, completion: @Sendable (DirectoryOutcome) -> Void)
    case former(
        name: String,
        completion: @Sendable (Result<[FormerDocument], StorageError>) -> Void
    )
    case past(
        name: String,
        moment: StoredMoment?,
        completion: @Sendable (Result<StoredPast?, StorageError>) -> Void
    )
    case edits(
        document: Int64,
        after: Int64,
        upTo: Int64,
        completion: @Sendable (Result<[StoredEdit], StorageError>) -> Void
    )
    case findCut(
        name: String,
        rule: HistoryRetention,
        completion: @Sendable (Result<StoredCut?, StorageError>) -> Void
    )
    case cut(
        StoredCut,
        state: (body: [UInt8], chain: UInt64)?,
        completion: @Sendable (_ isMore: Bool) -> Void
    )
    case backup(
        target: String,
        completion: @Sendable (Result<BackupDraft, StorageError>) -> Void
    )
    case probe(completion: @Sendable () -> Void)
}

extension JournalCommand {
    /// Whether it is a change of names or tokens.
    var isChange: Bool {
        if case .change = self { true } else { false }
    }

    /// Whether it may share a transaction with its neighbours.
    var isSubmit: Bool {
        switch self {
        case .submit: true
        case .store, .load, .image, .change, .former, .past, .edits, .findCut, .cut,
            .backup, .probe:
            false
        }
    }
}
