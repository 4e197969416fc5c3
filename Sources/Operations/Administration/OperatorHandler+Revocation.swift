internal import Hosting
internal import Logging
internal import Store
internal import Transport
internal import WebSockets

// Tokens that an operator takes back (AC11).
extension OperatorHandler {
    /// Refuses tokens from now on, and sends their bearers away; answers when that is durable.
    func revoke(_ kind: StoredRevocation.Kind, _ subject: String, _ exchange: HTTPExchange) {
        let revocation = StoredRevocation(kind, subject, time: Int64(Clock.milliseconds))
        server.log.notice("revoking tokens", metadata: ["\(kind.rawValue)": "\(subject)"])
        keep(.revoke(revocation), exchange)
    }

    /// Lets tokens in again.
    func pardon(_ kind: StoredRevocation.Kind, _ subject: String, _ exchange: HTTPExchange) {
        let revocation = StoredRevocation(kind, subject, time: 0)
        guard server.tokenGate.revocations.has(revocation) else {
            let text = "The \(kind.rawValue) is not revoked: see emojiart-server revoke."
            return exchange.respond(HTTPResponse(status: 404, text: text))
        }
        server.log.notice("revocation undone", metadata: ["\(kind.rawValue)": "\(subject)"])
        keep(.pardon(revocation), exchange)
    }

    private func keep(_ change: DirectoryChange, _ exchange: HTTPExchange) {
        server.perform { [server] done in
            server.change(change, completion: done)
        } then: { [unowned self] (_: DirectoryOutcome) in
            exchange.respond(.json(server.tokenGate.revocations.reports))
        }
    }
}
