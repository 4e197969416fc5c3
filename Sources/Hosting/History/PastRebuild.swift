package import EmojiArt
package import Store
internal import Sync
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

    /// Prepares one.
    ///
    /// - Parameters:
    ///   - journal: has the document's past.
    ///   - completion: gets the document, or why it cannot be had.
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
    /// The moment as the journal knows it.
    init(_ moment: Moment) {
        switch moment {
        case .revision(let revision): self = .revision(Int64(revision))
        case .time(let time): self = .time(Int64(time))
        }
    }
}
