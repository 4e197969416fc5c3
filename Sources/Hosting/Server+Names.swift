package import EmojiArt
internal import Logging
internal import Store
internal import Tokens
package import WebSockets
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
    package func rename(
        _ name: DocumentName,
        to new: DocumentName,
        _ exchange: HTTPExchange
    ) {
        guard name != new else { return exchange.respond(.done) }
        guard !options.fixedNames else { return exchange.respond(.fixedNames) }
        guard !holds.frozen.contains(name) else { return exchange.respond(.isFrozen) }
        if case .open = documents[new] { return exchange.respond(.nameTaken) }
        log.notice("renaming document", metadata: ["document": "\(name)", "to": "\(new)"])
        change(.rename(name: name.string, to: new.string), exchange)
    }
}
