internal import EmojiArt
internal import Logging
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

// Documents come from the journal when someone first asks for them.
extension Server {
    /// Opens a document for a guest who said hello.
    func enter(_ guest: Guest, _ hello: ClientMessage.Hello) {
        switch documents[guest.name] {
        case .open(let document):
            if document.session.isBehind { return turnAway(guest) }
            document.join(guest, hello)
        case .loading:
            guest.phase = .waiting(hello)
            documents.wait(guest, for: guest.name)
        case nil:
            guest.phase = .waiting(hello)
            documents.wait(guest, for: guest.name)
            load(guest.name, creating: !options.existingOnly)
        }
    }

    /// Answers a request once the document is open; none is made for it.
    func answer(_ request: DocumentRequest, of name: DocumentName, to exchange: HTTPExchange) {
        switch documents[name] {
        case .open(let document): document.answer(request, exchange)
        case .loading: documents.wait((request, exchange), for: name)
        case nil:
            documents.wait((request, exchange), for: name)
            load(name, creating: false)
        }
    }

    func load(_ name: DocumentName, creating: Bool) {
        let mailbox = journalMailbox
        let epoch = creating ? Chance.epoch() : nil
        journal.load(name.string, creatingWith: epoch) { result in
            // Neither the journal's thread nor the loop waits while it is checked and replayed.
            Offload.run {
                mailbox.post(
                    .loaded(
                        name.string,
                        Result { try result.get().map { try LoadingSession($0) } }
                    )
                )
            }
        }
    }

    func finishLoading(_ text: String, _ result: Result<LoadingSession?, any Error>) {
        guard let name = DocumentName(text) else { return }
        let waiting = documents.takeWaiting(for: name)
        do {
            guard let loaded = try result.get(), let session = loaded.take() else {
                return refuseMissing(name, waiting)
            }
            let revision = session.revision
            let document = OpenDocument(loaded, session, server: self)
            documents.insert(document)
            log.info("opened", metadata: ["document": "\(name)", "revision": "\(revision)"])
            for guest in waiting.guests {
                if case .waiting(let hello) = guest.phase { document.join(guest, hello) }
            }
            for (request, exchange) in waiting.requests { document.answer(request, exchange) }
            loop.setAlarm(at: now + UInt64(options.idleSeconds) * 1_000)
        } catch {
            log.error("cannot open", metadata: ["document": "\(name)", "cause": "\(error)"])
            for guest in waiting.guests {
                guest.close(.serverFailed, "server_failed: the document cannot be opened")
            }
            for (_, exchange) in waiting.requests {
                exchange.respond(HTTPResponse(status: 500, text: "The document cannot be opened."))
            }
        }
    }

    /// The document does not exist: so far only readers, or no one who may make it, asked for it.
    func refuseMissing(_ name: DocumentName, _ waiting: DocumentTable.Waiting) {
        for (_, exchange) in waiting.requests { exchange.respond(.noDocument) }
        guard !waiting.guests.isEmpty else { return }
        guard options.existingOnly else {
            // A reader asked first, and a guest came meanwhile, who may make the document.
            for guest in waiting.guests { documents.wait(guest, for: name) }
            return load(name, creating: true)
        }
        for guest in waiting.guests {
            guest.close(.noDocument, "no_document: the document does not exist")
        }
    }
}
