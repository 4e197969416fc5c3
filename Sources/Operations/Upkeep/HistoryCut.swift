internal import EmojiArt
internal import Hosting
internal import Store
internal import Sync
internal import Transport
internal import Wire

/// Takes away what an operator does not want to keep of the past, one document after another.
///
/// The state at the cut is made and stored first. It runs between commits and beside the loop, in
/// small steps; whatever ends it, the next run goes on.
package struct HistoryCut: Sendable {
    let journal: any DocumentStore
    let rule: HistoryRetention
    /// Told of each document that was cut off, and at which revision.
    let report: @Sendable (String, Result<Int, CutFault>) -> Void
    let completion: @Sendable () -> Void

    /// Why a log cannot be cut off; it stays as it is.
    struct CutFault: Error, CustomStringConvertible {
        let description: String
    }

    /// Begins; the completion runs on the journal's thread.
    func start() {
        Offload.run {
            let names = journal.list().map(\.name)
            visit(names[...])
        }
    }

    private func visit(_ names: ArraySlice<String>) {
        guard let text = names.first, let name = DocumentName(text) else { return completion() }
        let rest = names.dropFirst()
        journal.findCut(text, rule) { result in
            guard case .success(let found) = result, let cut = found else { return visit(rest) }
            let rebuild = PastRebuild(journal: journal) { answer in
                // Another document may have come by the name meanwhile.
                guard case .found(let past) = answer, past.document == cut.document else {
                    report(text, .failure(CutFault(description: "\(answer)")))
                    return visit(rest)
                }
                let state = (body: past.state.encoded(), chain: past.state.chain.bits)
                take(cut, storing: state) {
                    report(text, .success(Int(cut.revision)))
                    visit(rest)
                }
            }
            rebuild.start(name, at: .revision(Int(cut.revision)))
        }
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
