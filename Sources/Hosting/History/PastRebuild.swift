package import EmojiArt
package import Store
package import Sync
internal import Transport
package import Wire

/// Makes a document anew as it was at a moment: the newest stored state at or before it, and the
/// edits between applied again, each checked as on loading.
///
/// The journal's thread gives the edits in slices, and other threads apply them: neither those who
/// edit nor the loop wait for it.
package struct PastRebuild: Sendable {
    let journal: any DocumentStore
    let completion: @Sendable (PastAnswer) -> Void

    /// Prepares a rebuild; the completion gets the document, or why it cannot be had.
    package init(journal: any DocumentStore, completion: @escaping @Sendable (PastAnswer) -> Void) {
        self.journal = journal
        self.completion = completion
    }

    /// Begins; the completion runs on any thread.
    package func start(_ name: DocumentName, at moment: Moment) {
        journal.past(name.string, at: StoredMoment(moment)) { result in
            Offload.run { begin(result, moment) }
        }
    }

    private func begin(_ result: Result<StoredPast?, StorageError>, _ moment: Moment) {
        do {
            guard let past = try result.get() else { return completion(.noDocument) }
            guard let revision = past.revision else {
                if case .revision(let asked) = moment, asked > past.last {
                    return completion(.notYet(last: Int(past.last)))
                }
                return completion(.notKept(first: Int(past.first)))
            }
            let state = try past.base.map { try StoredState(decoding: $0.body) } ?? .empty
            go(on: state, of: past, to: revision)
        } catch {
            completion(.unreadable("\(error)"))
        }
    }

    private func go(on state: StoredState, of past: StoredPast, to revision: Int64) {
        guard state.revision < revision else {
            return completion(
                .found(Past(document: past.document, epoch: past.epoch, state: state))
            )
        }
        let after = Int64(state.revision)
        journal.edits(of: past.document, after: after, upTo: revision) { result in
            Offload.run {
                do {
                    let edits = try result.get()
                    // It was deleted, or cut off, meanwhile.
                    guard !edits.isEmpty else { return completion(.noDocument) }
                    go(on: try Self.replay(edits, on: state), of: past, to: revision)
                } catch {
                    completion(.unreadable("\(error)"))
                }
            }
        }
    }

    private static func replay(
        _ edits: [StoredEdit],
        on state: StoredState
    ) throws(LoadError) -> StoredState {
        var state = state
        var decoder = MessageDecoder()
        for edit in edits { try state.replay(LoadedDocument.StoredEdit(edit), &decoder) }
        return state
    }
}

extension StoredMoment {
    init(_ moment: Moment) {
        switch moment {
        case .revision(let revision): self = .revision(Int64(revision))
        case .time(let time): self = .time(Int64(time))
        }
    }
}

/// A document as it was.
package struct Past: Sendable {
    /// The document's number in the journal.
    package let document: Int64
    /// The id of its history.
    let epoch: UInt64
    /// What it was, and at which revision.
    package let state: StoredState
}

/// What came of looking into a document's past.
package enum PastAnswer: Sendable {
    case found(Past)
    case noDocument
    /// The moment is before all that is kept: `first` is the first revision that is.
    case notKept(first: Int)
    /// The revision is still to come.
    case notYet(last: Int)
    /// What is stored is damaged, or cannot be read.
    case unreadable(String)

    var past: Past? { if case .found(let past) = self { past } else { nil } }
}
