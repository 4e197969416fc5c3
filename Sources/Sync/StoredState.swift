public import EmojiArt

/// The state of a document at a revision, as the journal stores it: what is drawn and what can be
/// undone.
///
/// Replaying the edits after it gives the latest state.
public struct StoredState: Sendable {
    /// The revision.
    public var revision: Int
    /// The chain at that revision.
    public var chain: Checksum
    /// What is drawn.
    public var document: Document
    /// What can be undone.
    public var history: History

    /// Makes a state.
    public init(revision: Int, chain: Checksum, document: Document, history: History) {
        self.revision = revision
        self.chain = chain
        self.document = document
        self.history = history
    }

    /// The state of a new document.
    public static let empty = StoredState(
        revision: 0,
        chain: .zero,
        document: Document(),
        history: History()
    )
}
