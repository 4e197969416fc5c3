package import EmojiArt
internal import Logging
package import Store
internal import Tokens
package import WebSockets
internal import Wire

// Changes of names and tokens.
extension Server {
    func change(_ change: DirectoryChange, _ exchange: HTTPExchange) {
        perform { done in
            self.change(change, completion: done)
        } then: { (outcome: DirectoryOutcome) in
            exchange.respond(HTTPResponse(outcome))
        }
    }

    /// Carries a change out on the loop of its document, and puts it in effect once it is durable;
    /// the completion runs on that loop's thread.
    package func change(
        _ change: DirectoryChange,
        completion: @escaping @Sendable (DirectoryOutcome) -> Void
    ) {
        onLoop(change.name.map { group.home(of: $0) } ?? 0) { server in
            server.prepare(change)
            let mailbox = server.mailbox
            server.journal.change(change) { outcome in
                mailbox.post(
                    .errand { server in
                        if outcome == .done { server.putInEffect(change) }
                        completion(outcome)
                    }
                )
            }
        }
    }

    private func prepare(_ change: DirectoryChange) {
        switch change {
        case .rename(let name, _), .delete(let name):
            if let name = DocumentName(name) { setDown(name) }
        case .revoke(let revocation):
            // At once, also while the disk is full: what is durable matters for the next start.
            onAllLoops { $0.tokenGate.revoke(revocation) }
        case .pardon(let revocation): onAllLoops { $0.tokenGate.pardon(revocation) }
        case .create, .discard, .freeze: break
        }
        // What was done so far comes before it.
        turn.submit()
    }

    private func putInEffect(_ change: DirectoryChange) {
        if case .freeze(let name, let isFrozen) = change, let name = DocumentName(name) {
            putInEffect(isFrozen, of: name)
        }
    }

    private func onLoop(_ index: Int, _ errand: @escaping Errand) {
        if index == self.index {
            errand(self)
        } else {
            group.mailbox(index)?.post(.errand(errand))
        }
    }

    /// Takes a document out of memory before its name changes hands.
    ///
    /// Its members come back, and are told then; whatever they did is in the journal's queue ahead
    /// of the change. One that is on its way from the journal is looked for anew when it comes.
    package func setDown(_ name: DocumentName) {
        switch documents[name] {
        case nil: break
        case .loading: documents.distrust(name)
        case .open(let document):
            document.dismiss()
            forget(name)
        }
    }

    /// A request to a document's own path: to rename it, to delete it, or what HTTP has not.
    func change(_ name: DocumentName, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        switch request.method {
        case .delete: delete(name, exchange)
        case .post:
            guard request.query.count == 1, request.query[0].name == "name",
                let new = DocumentName(request.query[0].value)
            else { return exchange.respond(.badName) }
            do throws(TokenFault) {
                // Who takes a name has to be its owner as well.
                _ = try tokenGate.grant(for: request, of: new, least: .owner)
                rename(name, to: new, exchange)
            } catch {
                exchange.respond(.refusal(error))
            }
        case .get, .head, .put, .other: exchange.respond(.upgradeNeeded)
        }
    }

    /// Deletes a document; answers when that is durable.
    package func delete(_ name: DocumentName, _ exchange: HTTPExchange) {
        guard !holds.frozen.contains(name) else { return exchange.respond(.isFrozen) }
        log.notice("deleting document", metadata: ["document": "\(name)"])
        change(.delete(name: name.string), exchange)
    }

    /// Renames a document; answers when that is durable.
    package func rename(_ name: DocumentName, to new: DocumentName, _ exchange: HTTPExchange) {
        guard name != new else { return exchange.respond(.done) }
        guard !options.fixedNames else { return exchange.respond(.fixedNames) }
        guard !holds.frozen.contains(name) else { return exchange.respond(.isFrozen) }
        if case .open = documents[new] { return exchange.respond(.nameTaken) }
        log.notice("renaming document", metadata: ["document": "\(name)", "to": "\(new)"])
        change(.rename(name: name.string, to: new.string), exchange)
    }
}

extension DirectoryChange {
    fileprivate var name: String? {
        switch self {
        case .create(let name, _, _, _, _, _), .discard(let name, _), .rename(let name, _),
            .delete(let name), .freeze(let name, _):
            name
        case .revoke, .pardon: nil
        }
    }
}

extension HTTPResponse {
    init(_ outcome: DirectoryOutcome) {
        self =
            switch outcome {
            case .done, .deleted: .done
            // None is made over HTTP.
            case .missing, .tooMany, .userHasTooMany: .noDocument
            case .taken: .nameTaken
            }
    }
}
