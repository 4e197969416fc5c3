internal import Logging
internal import Storage
internal import WebSockets

// Tokens that an operator takes back (AC11).
extension Server {
    /// Refuses tokens from now on, and sends their bearers away; answers when that is durable.
    func revoke(_ kind: StoredRevocation.Kind, _ subject: String, _ exchange: HTTPExchange) {
        let revocation = StoredRevocation(kind, subject, time: Int64(Clock.milliseconds))
        log.notice("revoking", metadata: ["\(kind.rawValue)": "\(subject)"])
        // At once, also while the disk is full: what is durable matters for the next start.
        onAllLoops { server in
            server.revocations.insert(revocation)
            server.endUnwelcome()
        }
        keep(revocation, isUndone: false, exchange)
    }

    /// Lets tokens in again.
    func pardon(_ kind: StoredRevocation.Kind, _ subject: String, _ exchange: HTTPExchange) {
        let revocation = StoredRevocation(kind, subject, time: 0)
        guard revocations.has(revocation) else {
            let text = "The \(kind.rawValue) was not revoked: emojiart-server revoke lists who is."
            return exchange.respond(HTTPResponse(status: 404, text: text))
        }
        onAllLoops { $0.revocations.remove(revocation) }
        log.notice("not revoked any more", metadata: ["\(kind.rawValue)": "\(subject)"])
        keep(revocation, isUndone: true, exchange)
    }

    private func keep(_ revocation: StoredRevocation, isUndone: Bool, _ exchange: HTTPExchange) {
        let token = documents.hold(exchange)
        let mailbox = journalMailbox
        let answer = HTTPResponse.json(revocations.reports)
        journal.revoke(revocation, isUndone: isUndone) { mailbox.post(.rendered(token, answer)) }
    }
}
