package import EmojiArt
internal import Logging
internal import Store
package import WebSockets
internal import Wire

// Documents that take no edits for a while, by an operator's word (CN20).
//
// An edit that comes is neither refused, which would use it up, nor kept here, where it would need
// room: it stays unanswered, so that its client keeps it and shows it as unsaved. When the document
// takes edits again, those clients are sent away for a moment, for then they send all that was not
// answered, as after every break.
extension Server {
    /// Leaves an edit of a frozen document unanswered.
    func hold(_ guest: Guest) {
        metrics.frozenEdits += 1
        // One that waits for a state of the past comes here once that is there.
        if case .member(let document) = guest.admission { guest.admission = .held(document, .thaw) }
    }

    /// Freezes a document, or ends that; answers when it is durable, and so are all edits before.
    package func freeze(_ name: DocumentName, _ isFrozen: Bool, _ exchange: HTTPExchange) {
        perform { done in
            change(.freeze(name: name.string, isFrozen: isFrozen), completion: done)
        } then: { [unowned self] (outcome: DirectoryOutcome) in
            guard outcome == .done else { return exchange.respond(HTTPResponse(outcome)) }
            // Edits came in until now: what an operator does next finds them all on the disk.
            submit([]) { exchange.respond(.done) }
        }
    }

    /// A document takes no edits from now on, or does again.
    func putInEffect(_ isFrozen: Bool, of name: DocumentName) {
        if isFrozen { holds.frozen.insert(name) } else { holds.frozen.remove(name) }
        log.notice(isFrozen ? "frozen" : "unfrozen", metadata: ["document": "\(name)"])
        guard case .open(let document) = documents[name] else { return }
        document.isFrozen = isFrozen
        if !isFrozen { sendBack(document) }
    }

    /// Has those members send their edits anew that wait for an answer.
    func sendBack(_ document: OpenDocument) {
        for guest in document.guests.values {
            guard case .held(_, .thaw) = guest.admission else { continue }
            part(guest)
            guest.close(.restarting, "restarting: retry_after=100")
        }
    }
}
