internal import EmojiArt
internal import Logging
internal import Storage
internal import WebSockets
internal import Wire

// Documents get other names, and go.
extension Server {
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
                _ = try grant(for: request, of: new, least: .owner)
                rename(name, to: new, exchange)
            } catch {
                exchange.respond(.refusal(error))
            }
        case .get, .head, .put, .other: exchange.respond(.upgradeNeeded)
        }
    }

    func delete(_ name: DocumentName, _ exchange: HTTPExchange) {
        guard !frozen.contains(name) else { return exchange.respond(.isFrozen) }
        guard setDown(name) else { return exchange.respond(.busy) }
        log.notice("deleting", metadata: ["document": "\(name)"])
        let token = documents.hold(exchange)
        let mailbox = journalMailbox
        journal.delete(name.string) { wasThere in
            mailbox.post(.rendered(token, wasThere ? .done : .noDocument))
        }
    }

    func rename(
        _ name: DocumentName,
        to new: DocumentName,
        _ exchange: HTTPExchange
    ) {
        guard name != new else { return exchange.respond(.done) }
        guard !frozen.contains(name) else { return exchange.respond(.isFrozen) }
        if case .open = documents[new] { return exchange.respond(.nameTaken) }
        guard documents[new] == nil, setDown(name) else { return exchange.respond(.busy) }
        log.notice("renaming", metadata: ["document": "\(name)", "to": "\(new)"])
        let token = documents.hold(exchange)
        let mailbox = journalMailbox
        journal.rename(name.string, to: new.string) { outcome in
            let answer: HTTPResponse =
                switch outcome {
                case .renamed: .done
                case .missing: .noDocument
                case .taken: .nameTaken
                }
            mailbox.post(.rendered(token, answer))
        }
    }

    /// Takes a document out of memory before its name changes hands.
    ///
    /// Its members come back, and are told then; whatever they did is in the journal's queue ahead
    /// of the change. False while it is being loaded.
    func setDown(_ name: DocumentName) -> Bool {
        switch documents[name] {
        case nil: return true
        case .loading: return false
        case .open(let document):
            document.dismiss()
            documents.remove(name)
            submitBatch()
            return true
        }
    }
}
