package import EmojiArt
internal import Logging
package import Store
internal import Tokens
package import WebSockets
internal import Wire

// Changes of names and tokens.
extension Server {
    /// Answers with what came of a change.
    ///
    /// A request goes on to the server that has the document; an operator is told where that is.
    func change(
        _ change: DirectoryChange,
        _ exchange: HTTPExchange,
        asked request: HTTPRequest? = nil
    ) {
        perform { done in
            self.change(change, completion: done)
        } then: { [unowned self] (outcome: DirectoryOutcome) in
            if case .elsewhere(let address) = outcome, let request, let neighbours {
                neighbours.forward(request, nil, to: address, exchange)
            } else {
                exchange.respond(HTTPResponse(outcome))
            }
        }
    }

    /// Other servers of the store did something to this one.
    func take(_ event: StoreEvent) {
        switch event {
        case .lost(let ids, let cause):
            for document in documents.open where ids.contains(document.id) {
                log.error(
                    "document lost",
                    metadata: ["document": "\(document.name)", "cause": "\(cause)"]
                )
                document.isLost = true
                setDown(document.name)
            }
        case .told(let frozen, let revoked):
            let names = Set(frozen.compactMap { DocumentName($0) })
            for name in names.symmetricDifference(holds.frozen) {
                putInEffect(names.contains(name), of: name)
            }
            tokenGate.revocations = Revocations(revoked)
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
                mailbox.post { server in
                    if outcome == .done { server.putInEffect(change) }
                    completion(outcome)
                }
            }
        }
    }

    private func prepare(_ change: DirectoryChange) {
        switch change {
        case .rename(let name, _), .delete(let name):
            if let name = DocumentName(name) { setDown(name) }
        case .revoke(let revocation):
            // At once, also while the disk is full: what is durable matters for the next start.
            onAllLoops { $0.tokenGate.revocations.insert(revocation) }
        case .pardon(let revocation):
            onAllLoops { $0.tokenGate.revocations.remove(revocation) }
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
            group.mailbox(index)?.post(errand)
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

    /// This server is cut off from the store, which others reach: all its documents are theirs.
    package func letGoOfAll() {
        log.error("cut off from the store, which others reach: sending all members away")
        for document in documents.open {
            document.isLost = true
            setDown(document.name)
        }
    }

    /// A request to a document's own path: to rename it, to delete it, or what HTTP has not.
    func change(_ name: DocumentName, _ request: HTTPRequest, _ exchange: HTTPExchange) {
        switch request.method {
        case .delete: delete(name, exchange, asked: request)
        case .post:
            guard request.query.count == 1, request.query[0].name == "name",
                let new = DocumentName(request.query[0].value)
            else { return exchange.respond(.badName) }
            do throws(TokenFault) {
                // Who takes a name has to be its owner as well.
                _ = try tokenGate.grant(for: request, of: new, least: .owner)
                rename(name, to: new, exchange, asked: request)
            } catch {
                exchange.respond(.refusal(error))
            }
        case .get, .head, .put, .options, .other: exchange.respond(.upgradeNeeded)
        }
    }

    /// Whether a document is open here and frozen; the store says it of all others.
    private func isFrozen(_ name: DocumentName) -> Bool {
        if case .open(let document) = documents[name] { document.isFrozen } else { false }
    }

    /// Deletes a document; answers when that is durable.
    package func delete(
        _ name: DocumentName,
        _ exchange: HTTPExchange,
        asked request: HTTPRequest? = nil
    ) {
        guard !isFrozen(name) else { return exchange.respond(.isFrozen) }
        log.notice("deleting document", metadata: ["document": "\(name)"])
        change(.delete(name: name.string), exchange, asked: request)
    }

    /// Renames a document; answers when that is durable.
    package func rename(
        _ name: DocumentName,
        to new: DocumentName,
        _ exchange: HTTPExchange,
        asked request: HTTPRequest? = nil
    ) {
        guard name != new else { return exchange.respond(.done) }
        guard !options.fixedNames else { return exchange.respond(.fixedNames) }
        guard !isFrozen(name) else { return exchange.respond(.isFrozen) }
        if case .open = documents[new] { return exchange.respond(.nameTaken) }
        log.notice("renaming document", metadata: ["document": "\(name)", "to": "\(new)"])
        change(.rename(name: name.string, to: new.string), exchange, asked: request)
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
            case .frozen: .isFrozen
            case .elsewhere(let address): .elsewhere(address)
            }
    }

    /// The document is that of the server at an address.
    package static func elsewhere(_ address: String) -> HTTPResponse {
        HTTPResponse(status: 421, text: "Another server has the document: ask \(address).")
    }
}
