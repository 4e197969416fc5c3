internal import EmojiArt
package import Logging
package import Store
internal import Sync
internal import Transport
internal import Wire

/// Takes away what an operator does not want to keep of the past, one document after another.
///
/// The state at the cut is made and stored first. It runs between commits and beside the loop, in
/// small steps; whatever ends it, the next run goes on.
package struct HistoryCut: Sendable {
    private let journal: any DocumentStore
    private let log: Logger

    /// A cut of the documents of a store.
    package init(journal: any DocumentStore, log: Logger) {
        (self.journal, self.log) = (journal, log)
    }

    /// Cuts all documents back to what a rule keeps; the completion runs on any thread.
    package func start(_ rule: HistoryRetention, completion: @escaping @Sendable () -> Void) {
        Offload.run {
            let names = journal.list().map(\.name)
            visit(names[...], rule, completion)
        }
    }

    private func visit(
        _ names: ArraySlice<String>,
        _ rule: HistoryRetention,
        _ completion: @escaping @Sendable () -> Void
    ) {
        guard let name = names.first else { return completion() }
        let rest = names.dropFirst()
        journal.findCut(name, rule) { result in
            guard case .success(let cut?) = result else { return visit(rest, rule, completion) }
            take(cut, of: name) { visit(rest, rule, completion) }
        }
    }

    /// Makes one cut; the completion runs on any thread, whatever came of it.
    package func take(
        _ cut: StoredCut,
        of name: String,
        completion: @escaping @Sendable () -> Void
    ) {
        guard let document = DocumentName(name) else { return completion() }
        let rebuild = PastRebuild(journal: journal) { answer in
            // Another document may have come by the name meanwhile.
            guard case .found(let past) = answer, past.document == cut.document else {
                let metadata: Logger.Metadata = ["document": "\(name)", "cause": "\(answer)"]
                log.error("cannot trim history", metadata: metadata)
                return completion()
            }
            let state = (body: past.state.encoded(), chain: past.state.chain.bits)
            take(cut, storing: state) {
                let metadata: Logger.Metadata = [
                    "document": "\(name)", "revision": "\(cut.revision)",
                ]
                log.info("history trimmed", metadata: metadata)
                completion()
            }
        }
        rebuild.start(document, at: .revision(Int(cut.revision)))
    }

    private func take(
        _ cut: StoredCut,
        storing state: (body: [UInt8], chain: UInt64)?,
        completion: @escaping @Sendable () -> Void
    ) {
        journal.cut(cut, storing: state) { isMore in
            if isMore { take(cut, storing: nil, completion: completion) } else { completion() }
        }
    }
}
