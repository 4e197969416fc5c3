public import EmojiArt
public import Wire

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

// The past is a state that was stored, and the edits after it applied again.
extension StoredState {
    /// Applies the next stored edit again, and checks that it is the next one, with the bytes that
    /// were stored, and leads to the state that it led to before.
    ///
    /// - Returns: the edit.
    /// - Throws: `LoadError`; the state is not to be used then.
    @discardableResult
    public mutating func replay(
        _ stored: LoadedDocument.StoredEdit,
        _ decoder: inout MessageDecoder
    ) throws(LoadError) -> ServerMessage.Edit {
        guard stored.revision == revision + 1 else { throw .gap(revision: stored.revision) }
        try stored.check(after: chain)
        let edit: ServerMessage.Edit
        do throws(Wire.DecodeError) {
            guard case .edit(let read) = try decoder.serverMessage(stored.message.span) else {
                throw .unknownType
            }
            edit = read
        } catch {
            throw .unreadable(revision: stored.revision, error.description)
        }
        guard edit.revision == stored.revision,
            let applied = try? document.apply(edit.operation),
            document.checksum == edit.checksum
        else { throw .otherState(revision: stored.revision) }
        record(applied.step, of: edit)
        revision = stored.revision
        chain = stored.chain
        return edit
    }

    /// Records in the history what an edit did.
    ///
    /// - Returns: clients whose steps had to go for it, without an edit of their own.
    @discardableResult
    mutating func record(_ step: UndoStep?, of edit: ServerMessage.Edit) -> [Int] {
        if let walk = edit.walk {
            return history.walk(walk.direction, leaving: step, of: edit.client, at: edit.revision)
        }
        guard let step else { return [] }
        return history.record(
            History.Entry(revision: edit.revision, name: edit.operation.name, step: step),
            of: edit.client
        )
    }

    /// The snapshot of this state, as members of a history get it.
    ///
    /// - Complexity: O(n log n) of the emojis.
    package func snapshot(of epoch: UInt64) -> Snapshot {
        let position = Position(epoch: epoch, revision: revision, chain: chain)
        return SnapshotDraft(document: document, position: position).written()
    }
}

extension LoadedDocument.StoredEdit {
    /// That the edit's bytes are those that its chain was made of.
    func check(after chain: Checksum) throws(LoadError) {
        guard Position.extend(chain, by: message.span) == self.chain else {
            throw .brokenChain(revision: revision)
        }
    }
}
