internal import EmojiArt
package import Store
internal import Sync
internal import Synchronization

/// A document's session on its way from the thread that made it to the loop.
///
/// Checking what is stored and replaying it takes as long as the edits took, up to a second for a
/// large document: the loop does not wait for it.
package final class LoadingSession: Sendable {
    /// The document's row in the journal.
    let id: Int64
    /// The digests of its images.
    let images: Set<String>
    /// The first of the edits that members can resume from; nil for none.
    let firstEdit: Int?
    private let session: Mutex<DocumentSession?>

    /// Makes the session.
    ///
    /// - Throws: what says that the stored parts do not fit together.
    package init(_ stored: StoredDocument) throws {
        id = stored.document
        images = Set(stored.images)
        firstEdit = stored.edits.first.map { Int($0.revision) }
        session = Mutex(try DocumentSession(try LoadedDocument(stored)))
    }

    /// Hands the session over, once.
    func take() -> DocumentSession? { session.withLock { $0.take() } }
}
