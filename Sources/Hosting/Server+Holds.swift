package import EmojiArt
internal import Logging
internal import Store
package import WebSockets
internal import Wire

// What documents may take of the disk (CN24, CN25), and those that take no edits (CN20).
extension Server {
    /// Bytes that a document may take until the quotas are looked at again.
    private static let lookBytes: Int64 = 64 << 10

    /// Returns true if a document, or the user who made it, has no room for an edit, or for so many
    /// bytes of an image.
    ///
    /// A document counts from its first edit or picture on: that one is refused when there are
    /// enough.
    ///
    /// - Complexity: O(1); a lock is taken once for 64 KiB, or for each edit beyond the quota.
    func isBeyondQuota(_ document: OpenDocument, adding bytes: Int = 0) -> Bool {
        guard document.room <= bytes else { return false }
        let usage = journal.usage(of: document.id)
        var left = Int64(options.documentMebibytes) << 20 - usage.document.bytes
        if let user = usage.user {
            left = min(left, Int64(options.userMebibytes) << 20 - user.bytes)
        }
        if usage.document.documents == 0 {
            let isOneTooMany =
                usage.all.documents >= options.documents
                || usage.user?.documents ?? 0 >= options.documentsPerUser
            if isOneTooMany { left = 0 }
        }
        document.room = Int(min(left, Self.lookBytes))
        if document.isBeyondQuota != (left <= 0) {
            document.isBeyondQuota = left <= 0
            let name: Logger.Metadata = ["document": "\(document.name)"]
            log.notice(
                left <= 0 ? "quota reached: edits are refused" : "within quota again",
                metadata: name
            )
        }
        return left <= bytes
    }

    /// Returns true if edits of a document wait at its members.
    func takesNoEdits(_ document: OpenDocument) -> Bool { document.isFrozen || holds.isDiskLow }

    /// Less of the disk is free than is to stay so, or enough again.
    package func noteDisk(isLow: Bool) {
        holds.isDiskLow = isLow
        guard !isLow else { return }
        for document in documents.open where !document.isFrozen { sendBack(document) }
    }

    /// Leaves an edit of a document unanswered that takes none for a while (CN20).
    ///
    /// It is neither refused, which would use it up, nor kept here, where it would need room: its
    /// client keeps it and shows it as unsaved. When the document takes edits again, those clients
    /// are sent away for a moment, for then they send all that was not answered.
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
