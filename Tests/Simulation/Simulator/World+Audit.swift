import EmojiArt
import Storage
import Sync
import Wire

// What the disk holds in the end, read by who knows nothing of the run.
extension World {
    /// Ends the server, and compares the disk with what clients were told.
    func audit() {
        let states = server.map { server in
            server.documents.open.map { ($0.name, $0.session.peekState) }
        }
        endServer(machine.chance(oneIn: 2) ? .power : .kill, restartsAfter: nil)
        SimulatedDisk.mounted = disk
        do {
            let journal = try Journal.open(
                directory: "data",
                options: JournalOptions(tailEdits: 1_000_000, answerSeqs: 1_000_000)
            )
            defer { journal.close() }
            for (name, state) in states ?? [] {
                journal.load(name.string, creatingWith: nil) { [unowned self] result in
                    guard case .success(let found) = result, let stored = found else {
                        return violate("audit: \(name) cannot be read: \(result)")
                    }
                    do { try audit(stored, state) } catch { violate("audit: \(name): \(error)") }
                }
            }
            disk.takeQueue()
            if !disk.runWriter() { violate("audit: \(disk.failureText)") }
        } catch {
            violate("audit: the disk cannot be read: \(error)")
        }
    }

    private func audit(_ stored: StoredDocument, _ state: StoredState) throws {
        let loaded = try LoadedDocument(stored)
        // From the stored state on, and from the first edit on.
        let fromState = try DocumentSession(loaded)
        var whole = loaded
        whole.state = nil
        let fromStart = try DocumentSession(whole)
        guard fromState.peekState.encoded() == state.encoded() else {
            return violate("audit: the stored state and its tail give another state")
        }
        guard fromStart.peekState.encoded() == state.encoded() else {
            return violate("audit: all edits give another state")
        }
        var model = ReferenceModel()
        var decoder = MessageDecoder()
        var authors: [Int: [(seq: Int, revision: Int)]] = [:]
        for (index, record) in stored.edits.enumerated() {
            guard record.revision == index + 1 else { return violate("audit: the log has a gap") }
            guard case .edit(let edit)? = try decoder.serverMessage(record.body.span) else {
                return violate("audit: the log holds no edit at \(record.revision)")
            }
            if let text = model.take(edit) { return violate("audit: edit \(index + 1) \(text)") }
            authors[edit.client, default: []].append((edit.seq, edit.revision))
        }
        if let text = model.difference(from: state.document) { violate("audit: \(text)") }
        for client in clients where client.document == state.name(of: loaded) {
            guard let number = loaded.keys.firstIndex(where: { $0 == client.key }) else { continue }
            audit(client, authors[number + 1] ?? [], loaded.answers[number + 1])
        }
    }

    /// Each edit was answered, each that was accepted is there once, and in order.
    private func audit(
        _ client: SimulatedClient,
        _ stored: [(seq: Int, revision: Int)],
        _ answers: AnswerWindow?
    ) {
        let who = "audit: client \(client.number)"
        guard zip(stored, stored.dropFirst()).allSatisfy({ $0.seq < $1.seq }) else {
            return violate("\(who)'s edits are not in its order")
        }
        for name in client.made
        where client.acknowledged[name] == nil && client.refused[name] == nil {
            return violate("\(who)'s edit \(name) was never answered")
        }
        guard era == 0 else { return }
        let revisions = client.made.compactMap { client.acknowledged[$0] }
        let journaled = stored.map(\.revision)
        // Others of its edits may be there, which it made and forgot, and of some it does not know
        // any more how they were answered.
        guard !client.hasForgotten else { return }
        if revisions != journaled {
            return violate("\(who) was told \(revisions), the disk has \(journaled)")
        }
        // A refusal uses up its seq as an edit does.
        let used = answers?.lastSeq ?? 0
        if used != client.acknowledged.count + client.refused.count {
            violate("\(who) used \(used) seqs for \(client.made.count) edits")
        }
    }
}

extension StoredState {
    fileprivate func name(of loaded: LoadedDocument) -> DocumentName { loaded.name }
}
