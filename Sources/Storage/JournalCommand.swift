/// What crosses from the callers to the writer thread.
enum JournalCommand: Sendable {
    case submit([JournalEntry], completion: @Sendable () -> Void)
    case load(
        name: String,
        epoch: UInt64?,
        completion: @Sendable (Result<StoredDocument?, StorageError>) -> Void
    )
    case image(
        digest: String,
        name: String,
        completion: @Sendable (Result<StoredImage?, StorageError>) -> Void
    )
    case rename(
        name: String,
        to: String,
        completion: @Sendable (RenameOutcome) -> Void
    )
    case delete(name: String, completion: @Sendable (Bool) -> Void)
    case former(
        name: String,
        completion: @Sendable (Result<[FormerDocument], StorageError>) -> Void
    )
    case list(completion: @Sendable (Result<[DocumentSummary], StorageError>) -> Void)
}

extension JournalCommand {
    /// Whether it may share a transaction with its neighbours.
    var isSubmit: Bool {
        switch self {
        case .submit: true
        case .load, .list, .image, .rename, .delete, .former: false
        }
    }
}
