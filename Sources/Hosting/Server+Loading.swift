internal import EmojiArt
internal import Logging
internal import Store
internal import Sync
internal import Tokens
internal import Transport
internal import WebSockets
package import Wire

// Documents come from the journal when someone first asks for them.
extension Server {
    /// Lets a guest go on to its document, wherever that is.
    package func enter(_ guest: Guest, _ hello: ClientMessage.Hello) {
        guest.admission = .opening(hello)
        switch documents[guest.name] {
        case .open(let document):
            if neighbours == nil { return letIn(guest, hello, to: document) }
            confirm(document, for: guest)
        case .loading: documents.wait(guest, for: guest.name)
        case nil:
            documents.wait(guest, for: guest.name)
            load(guest.name)
        }
    }

    /// Lets a guest in when the store has said that the document is still this server's: who was
    /// told more by another server must not be told less by this one (SV16).
    private func confirm(_ document: OpenDocument, for guest: Guest) {
        let (id, opening) = (document.id, document.opening)
        perform { (done: @escaping @Sendable (Bool) -> Void) in
            journal.confirm(id) { done(true) }
        } then: { [unowned self] _ in
            goOn(guest, opening: opening) { letIn(guest, $1, to: $0) }
        }
    }

    private func letIn(
        _ guest: Guest,
        _ hello: ClientMessage.Hello,
        to document: OpenDocument
    ) {
        if document.session.isBehind { return turnAway(guest) }
        // Another history: of a backup, or of a document that had this name before.
        if let epoch = hello.position?.epoch, epoch != document.session.epoch {
            return askFormer([guest], of: guest.name)
        }
        if document.session.waitsForDisk, journal.statistics.stall != nil {
            return look(guest, hello, at: document)
        }
        document.join(guest, hello)
    }

    /// Lets a guest in at the last durable revision, while later edits wait for the disk (CN26).
    private func look(_ guest: Guest, _ hello: ClientMessage.Hello, at document: OpenDocument) {
        let (name, opening) = (document.name, document.opening)
        let revision = document.session.releasedRevision
        let isTaken = answers.rebuild(name, at: .revision(revision)) { [unowned self] answer in
            offload {
                answer.past.map { $0.state.snapshot(of: $0.epoch) }
            } then: { [unowned self] durable in
                goOn(guest, opening: opening) { $0.join(guest, $1, at: durable) }
            }
        }
        if !isTaken { document.join(guest, hello) }
    }

    /// Lets a guest join the document that it waited for, or look for another.
    private func goOn(
        _ guest: Guest,
        opening: Int,
        _ join: (OpenDocument, ClientMessage.Hello) -> Void
    ) {
        guard case .opening(let hello) = guest.admission else { return }
        guard let document = documents.find(guest.name, opening: opening) else {
            return enter(guest, hello)
        }
        join(document, hello)
    }

    /// Looks whether what guests want had this name once.
    private func askFormer(_ guests: [Guest], of name: DocumentName) {
        perform { done in
            journal.former(name.string, completion: done)
        } then: { [unowned self] (result: Result<[FormerDocument], StorageError>) in
            admit(guests, to: name, (try? result.get()) ?? [])
        }
    }

    /// Sends those away whose document is elsewhere, or is no more; the others join.
    private func admit(_ guests: [Guest], to name: DocumentName, _ former: [FormerDocument]) {
        for guest in guests {
            guard case .opening(let hello) = guest.admission else { continue }
            if let found = Self.former(former, for: hello, isTaken: documents[name] != nil) {
                sendAway(guest, to: found.name)
            } else {
                admit(guest, hello)
            }
        }
    }

    private func admit(_ guest: Guest, _ hello: ClientMessage.Hello) {
        switch documents[guest.name] {
        case .open(let document): document.join(guest, hello)
        case .loading: documents.wait(guest, for: guest.name)
        case nil:
            guard !options.existingOnly, guest.grant?.role != .viewer else {
                let reason =
                    options.existingOnly ? "this server creates none" : "viewers create none"
                return guest.close(.noDocument, "no_document: it does not exist, and \(reason)")
            }
            if holds.isDiskLow { return turnAway(guest, because: "the disk is nearly full") }
            documents.wait(guest, for: guest.name)
            create(guest.name, for: guest.grant?.user ?? "")
        }
    }

    /// The document that a hello means, if it is not the one that has the name now.
    private static func former(
        _ former: [FormerDocument],
        for hello: ClientMessage.Hello,
        isTaken: Bool
    ) -> FormerDocument? {
        if let epoch = hello.position?.epoch { return former.last { $0.epoch == epoch } }
        return isTaken ? nil : former.last { $0.name != nil }
    }

    private func sendAway(_ guest: Guest, to name: String?) {
        if let name {
            guest.close(.renamed, "renamed: name=\(name)")
        } else {
            guest.close(.noDocument, "no_document: the document was deleted")
        }
    }

    /// Answers a request once the document is open; none is made for it.
    func answer(_ request: DocumentRequest, of name: DocumentName, to exchange: HTTPExchange) {
        switch documents[name] {
        case .open(let document): document.answer(request, exchange)
        case .loading: documents.wait((request, exchange), for: name)
        case nil:
            documents.wait((request, exchange), for: name)
            load(name)
        }
    }

    private func create(_ name: DocumentName, for user: String) {
        let creation = DirectoryChange.create(
            name: name.string,
            epoch: Chance.epoch(),
            time: Int64(Clock.milliseconds),
            countMax: options.documents,
            user: user,
            userCountMax: options.documentsPerUser
        )
        perform { done in
            change(creation, completion: done)
        } then: { [unowned self] (outcome: DirectoryOutcome) in
            created(name, outcome)
        }
    }

    private func created(_ name: DocumentName, _ outcome: DirectoryOutcome) {
        switch outcome {
        case .done:
            documents.create(name)
            load(name)
        case .taken, .missing, .deleted, .frozen, .elsewhere: load(name)
        case .tooMany:
            log.notice(
                "document limit reached",
                metadata: ["documents": "\(options.documents)"]
            )
            refuse(name, because: "the server has too many documents")
        case .userHasTooMany:
            let count = options.documentsPerUser
            refuse(name, because: "a user may have \(count) documents, delete one first")
        }
    }

    private func refuse(_ name: DocumentName, because cause: String) {
        for guest in documents.takeWaiting(for: name).guests {
            guest.close(.noDocument, "no_document: \(cause)")
        }
    }

    /// Takes a document out of memory that nobody needs; one that nobody edited goes altogether.
    func unload(_ document: OpenDocument) {
        guard documents.find(document.name, opening: document.opening) != nil else { return }
        if document.isEmpty {
            let (name, epoch) = (document.name.string, document.session.epoch)
            journal.change(.discard(name: name, epoch: epoch)) { _ in }
        }
        forget(document.name)
        log.debug("document unloaded", metadata: ["document": "\(document.name)"])
    }

    /// A document is in memory no more: others may have it, once all that was submitted is durable.
    func forget(_ name: DocumentName) {
        documents.remove(name)
        // What was ordered is in the journal's queue ahead of it.
        turn.submit()
        journal.release(name.string)
    }

    /// Another server has a document: those who want it go there.
    private func send(
        _ waiting: DocumentTable.Waiting,
        for name: DocumentName,
        to address: String
    ) {
        for guest in waiting.guests {
            guard case .opening(let hello) = guest.admission else { continue }
            if let neighbours, !guest.connection.isRelayed {
                guest.admission = .relayed(neighbours.relay(guest, hello, to: address))
            } else {
                turnAway(guest, because: "another server has the document")
            }
        }
        for (request, exchange) in waiting.requests {
            switch request {
            // What is committed is what there is.
            case .export(let format): export(name, as: format, at: .now, to: exchange)
            case .keep(let image, let request):
                guard let neighbours else { return exchange.respond(.busy) }
                neighbours.forward(request, image.body, to: address, exchange)
            }
        }
    }

    /// Reads a document that guests and requests wait for, if it can be this server's.
    private func load(_ name: DocumentName) {
        perform { done in
            journal.load(name.string) { result in
                // Neither the journal's thread nor the loop waits while it is checked and replayed.
                Offload.run {
                    done(Result { try result.get().map { try LoadingSession($0) } })
                }
            }
        } then: { [unowned self] (result: Result<LoadingSession?, any Error>) in
            finishLoading(name, result)
        }
    }

    private func finishLoading(_ name: DocumentName, _ result: Result<LoadingSession?, any Error>) {
        if documents.takeDistrust(of: name) { return load(name) }
        let waiting = documents.takeWaiting(for: name)
        do {
            guard let loaded = try result.get(), let session = loaded.take() else {
                return refuseMissing(name, waiting)
            }
            let revision = session.revision
            let isNew = waiting.isCreating
            let document = OpenDocument(loaded, session, server: self)
            documents.insert(document)
            if isNew { hooks.observer?.happened(.created, to: name, revision: revision) }
            metrics.openedDocuments += 1
            log.info("opened", metadata: ["document": "\(name)", "revision": "\(revision)"])
            for guest in waiting.guests {
                if case .opening(let hello) = guest.admission { enter(guest, hello) }
            }
            for (request, exchange) in waiting.requests { document.answer(request, exchange) }
        } catch StorageError.elsewhere(let address) {
            send(waiting, for: name, to: address)
        } catch {
            forget(name)
            log.error("cannot open", metadata: ["document": "\(name)", "cause": "\(error)"])
            for guest in waiting.guests {
                guest.close(.serverFailed, "server_failed: the document cannot be opened")
            }
            for (_, exchange) in waiting.requests {
                exchange.respond(HTTPResponse(status: 500, text: "The document cannot be opened."))
            }
        }
    }

    /// The document does not exist: whoever may make it has to ask first who had the name.
    private func refuseMissing(_ name: DocumentName, _ waiting: DocumentTable.Waiting) {
        forget(name)
        for (_, exchange) in waiting.requests { exchange.respond(.noDocument) }
        if !waiting.guests.isEmpty { askFormer(waiting.guests, of: name) }
    }
}
