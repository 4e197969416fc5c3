import EmojiArt
import Testing
import Wire

@testable import Sync

// What must be true of a room at rest.
extension Room {
    /// What the document was at a revision, made anew from the journal; nil when it is not kept.
    func past(_ revision: Int) -> Document? {
        guard revision >= firstKept else { return nil }
        // As the server does: what was ordered is in the journal before it is read.
        commit(.max)
        do { return try journal.document(at: revision) } catch {
            violate("what is stored leads to what was: \(error)")
            return nil
        }
    }

    /// Checks that the server, the journal and all connected replicas agree about everything.
    func expectAgreement(file: SourceLocation = #_sourceLocation) {
        for text in disagreements() { Issue.record("\(text)", sourceLocation: file) }
    }

    /// All that is wrong, one sentence each.
    func disagreements() -> [String] {
        var wrong = (violations + journal.violations).map { "Broken: \($0)." }
        let state = session.ledger.state
        if session.releasedRevision != journal.edits.count {
            wrong.append("Durable are \(journal.edits.count), told \(session.releasedRevision).")
        }
        if session.resyncCount > 0 { wrong.append("A replica asked for a resync.") }
        for client in clients {
            wrong += client.violations.map { "A client's broken: \($0)." }
            if client.link != nil { wrong += disagreements(of: client, with: state) }
        }
        wrong += reopened(as: state)
        return wrong
    }

    private func disagreements(of client: Client, with state: StoredState) -> [String] {
        var wrong: [String] = []
        let who = "Client \(client.number ?? 0)"
        func expect(_ isTrue: Bool, _ what: String) {
            if !isTrue { wrong.append("\(who): \(what).") }
        }
        let position = client.replica.position
        expect(client.isLive, "is not live")
        expect(client.divergenceCount == 0, "diverged")
        expect(client.pendingCount == 0, "has \(client.pendingCount) pending edits")
        expect(client.document == state.document, "has another state")
        expect(position?.revision == state.revision, "is at \(position?.revision ?? -1)")
        expect(position?.chain == state.chain, "has another chain")
        if client.replica.key != nil, let number = client.number {
            let undo = state.history.next(.undo, of: number)?.name
            let redo = state.history.next(.redo, of: number)?.name
            let names = (client.undoName ?? "nothing", client.redoName ?? "nothing")
            expect(client.undoName == undo, "would undo \(names.0), not \(undo ?? "nothing")")
            expect(client.redoName == redo, "would redo \(names.1), not \(redo ?? "nothing")")
        }
        var members: [Int: Replica.RemoteMember] = [:]
        for (number, member) in session.presence.attendees {
            members[number] = .init(identity: member.identity, presence: member.presence)
        }
        expect(client.members == members, "sees \(client.members) for \(members)")
        let own = session.presence.attendees[client.replica.member ?? 0]?.presence
        expect(own == client.presence, "shares \(client.presence), not \(own.debugDescription)")
        let selected = client.members.values.flatMap(\.presence.selection)
        expect(selected.allSatisfy { state.document.emojis[$0] != nil }, "selects the dead")
        return wrong
    }

    /// Opens the journal anew: from its last stored state, and from its first edit.
    private func reopened(as state: StoredState) -> [String] {
        do {
            let again = try DocumentSession(journal.loaded(epoch: epoch, keeping: 0))
            var whole = try journal.loaded(epoch: epoch)
            whole.state = nil
            let replayed = try DocumentSession(whole)
            let isSame =
                again.ledger.state.encoded() == state.encoded()
                && replayed.ledger.state.encoded() == state.encoded()
                && again.ledger.answers == session.ledger.answers
                && again.roster.keys
                    == session.roster.keys.filter { session.roster.provisional[$0.value] == nil }
            return isSame ? [] : ["The journal gives another state."]
        } catch {
            return ["The journal cannot be opened: \(error)."]
        }
    }
}
