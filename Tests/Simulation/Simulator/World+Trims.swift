import Disk
import EmojiArt
import Hosting
import Logging
import Store
import Sync
import Transport
import WebSockets
import Wire

// Histories that lose their old end, as an operator's rule has it. The world keeps what went, to
// check the whole log by it.
extension World {
    /// Takes all but the last edits of a document's log away.
    func trim(_ name: DocumentName, at node: Node, keeping count: Int) {
        guard let journal = node.journal else { return }
        enter(node)
        let number = node.number
        let rule = HistoryRetention(editsMax: Int64(count), olderThan: nil)
        journal.findCut(name.string, rule) { [unowned self] result in
            guard case .success(let cut?) = result else { return note("no trim: \(result)") }
            note("server \(number) trims \(name) up to \(cut.revision)")
            keep(after: 0, of: cut, name, journal)
        }
    }

    /// Keeps the edits that will go, a slice at a time, and then lets them go.
    private func keep(
        after revision: Int64,
        of cut: StoredCut,
        _ name: DocumentName,
        _ journal: any DocumentStore
    ) {
        let done: @Sendable (Result<[StoredEdit], StorageError>) -> Void = {
            [unowned self] result in
            guard case .success(let edits) = result, let last = edits.last else { return }
            for edit in edits { trimmed[name, default: [:]][Int(edit.revision)] = edit }
            guard last.revision == cut.revision else {
                return keep(after: last.revision, of: cut, name, journal)
            }
            let log = Logger(label: "trim") { _ in SwiftLogNoOpLogHandler() }
            HistoryCut(journal: journal, log: log).take(cut, of: name.string) { [unowned self] in
                trimCount += 1
                note("trimmed")
            }
        }
        let first = (trimmed[name] ?? [:]).keys.max().map(Int64.init) ?? 0
        journal.edits(
            of: cut.document,
            after: max(revision, first),
            upTo: cut.revision,
            completion: done
        )
    }

    /// A stored document with the edits that its log no longer has.
    func whole(_ stored: StoredDocument, _ name: DocumentName) -> StoredDocument {
        let first = stored.edits.first?.revision ?? stored.revision + 1
        var whole = stored
        let before = (1..<max(1, Int(first))).compactMap { trimmed[name]?[$0] }
        whole.edits = before + stored.edits
        return whole
    }

    /// S8: an edit is put aside only if it is not among the last of its client in the log.
    func checkPutAside(by client: SimulatedClient) {
        let marks = client.record.putAsideNow
        client.record.putAsideNow = []
        guard !marks.isEmpty else { return }
        undecidedCount += marks.count
        guard restored.isEmpty, !client.record.hasForgotten, !hasCopies(client) else { return }
        let present = SimulatedDisk.mounted
        if nodes.count == 1 { SimulatedDisk.mounted = present.copy() }
        defer { SimulatedDisk.mounted = present }
        for stored in read("an edit that was put aside") where stored.name == client.document.string
        {
            for edit in stored.edits where marks.contains(edit.mark) {
                let last = stored.lastSeq[edit.client] ?? edit.seq
                if edit.seq > last - Int64(Limits.unansweredEditsMax) {
                    violate("edit \(edit.mark) of client \(client.number) was not told")
                }
            }
        }
    }
}
