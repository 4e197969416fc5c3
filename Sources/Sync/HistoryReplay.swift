public import Wire

/// Goes through a document's stored edits from a state on, and checks each.
///
/// Every edit must be the next, its bytes those that its chain was made of, and it must lead to the
/// state that it led to when it was made.
public struct HistoryReplay: ~Copyable {
    /// The state after the edits so far.
    public private(set) var state: StoredState
    private var decoder = MessageDecoder()

    /// Begins with a state, or with a new document.
    public init(from state: StoredState = .empty) { self.state = state }

    /// Applies the next edit.
    ///
    /// - Returns: what it did.
    /// - Throws: `LoadError`; the state is not to be used then.
    @discardableResult
    public mutating func apply(
        _ edit: LoadedDocument.StoredEdit
    ) throws(LoadError) -> ServerMessage.Edit {
        try state.replay(edit, &decoder)
    }
}
