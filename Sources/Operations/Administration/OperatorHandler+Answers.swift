internal import EmojiArt
internal import Foundation
internal import Hosting
internal import Logging
internal import Store
internal import Transport
internal import WebSockets
internal import Wire

// What operators have the server do.
extension OperatorHandler {
    enum Fault: Error {
        case notFound
        case wrongMethod([HTTPRequest.Method])
        case badQuery(String)
    }

    func serve(_ request: HTTPRequest, _ exchange: HTTPExchange) throws(Fault) {
        switch request.path {
        case "/metrics":
            try demand(Route.readingMethods, of: request, isForWatchers: true)
            server.gather(LoopFigures.init(of:)) { [unowned self] parts in
                var page = PrometheusWriter(help: PrometheusWriter.help)
                page.write(server, upkeep, .sum(parts))
                exchange.respond(.metrics(page.bytes))
            }
        case "/healthz":
            try demand(Route.readingMethods, of: request, isForWatchers: true)
            exchange.respond(server.health)
        case "/readyz":
            try demand(Route.readingMethods, of: request, isForWatchers: true)
            server.tellReadiness(of: request, to: exchange)
        case "/admin/documents":
            try demand(Route.readingMethods, of: request)
            list(isLoadedOnly: request.query.contains { $0.name == "loaded" }, exchange)
        case "/admin/backup" where request.method == .post:
            let path = try value("path", in: request, "/FILE") { $0.hasPrefix("/") ? $0 : nil }
            try demand([.post], of: request)
            exchange.respond(backup(to: path))
        case "/admin/backup":
            try demand(Route.readingMethods, of: request)
            exchange.respond(upkeep?.backups.asked.map { .json($0) } ?? .nothing)
        case "/admin/drain":
            try demand([.post], of: request)
            let process = ProcessInfo.processInfo.processIdentifier
            exchange.respond(.json(DrainReport(process: process)))
            upkeep?.drain()
        case "/admin/revocations": try serveRevocations(request, exchange)
        default: try serveDocument(request, exchange)
        }
    }

    /// Serves `/admin/documents/NAME` and `/admin/documents/NAME/ACTION`.
    private func serveDocument(
        _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) throws(Fault) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard request.path.hasPrefix("/admin/documents/"), parts.count <= 5,
            let name = DocumentName(String(parts[3]))
        else { throw .notFound }
        let act: () -> Void
        switch parts.count == 5 ? parts[4] : nil {
        case nil where request.method == .delete:
            act = { [server] in server.delete(name, exchange) }
        case nil: act = { [self] in inspect(name, exchange) }
        case "kick":
            let member = try value("member", in: request, "NUMBER") { Int($0) }
            act = { [self] in exchange.respond(kick(member, from: name)) }
        case "close": act = { [self] in exchange.respond(close(name)) }
        case "freeze": act = { [server] in server.freeze(name, true, exchange) }
        case "unfreeze": act = { [server] in server.freeze(name, false, exchange) }
        case "rename":
            let new = try value("name", in: request, "NEW, of a-z 0-9 - _", DocumentName.init)
            act = { [server] in server.rename(name, to: new, exchange) }
        default: throw .notFound
        }
        try demand(parts.count == 5 ? [.post] : Route.readingMethods + [.delete], of: request)
        guard server.isHome(of: name) else { return exchange.respond(.misdirected) }
        guard server.documents[name] == nil, server.neighbours != nil else { return act() }
        server.offload { [journal = server.journal] in
            journal.server(of: name.string)
        } then: { address in
            if let address { exchange.respond(.elsewhere(address)) } else { act() }
        }
    }

    private func serveRevocations(
        _ request: HTTPRequest,
        _ exchange: HTTPExchange
    ) throws(Fault) {
        if Route.readingMethods.contains(request.method) {
            try demand(Route.readingMethods, of: request)
            return exchange.respond(.json(server.tokenGate.revocations.reports))
        }
        guard request.query.count == 1, !request.query[0].value.isEmpty,
            let kind = StoredRevocation.Kind(rawValue: request.query[0].name)
        else { throw .badQuery("?id=ID or ?user=USER") }
        try demand(Route.readingMethods + [.post, .delete], of: request)
        let subject = request.query[0].value
        let word = [kind.rawValue: Logger.MetadataValue.string(subject)]
        if request.method == .post {
            // A user's later tokens count.
            let revocation = StoredRevocation(kind, subject, time: Int64(Clock.milliseconds))
            server.log.notice("revoking tokens", metadata: word)
            return keep(.revoke(revocation), exchange)
        }
        let revocation = StoredRevocation(kind, subject, time: 0)
        guard server.tokenGate.revocations.has(revocation) else {
            let text = "The \(kind.rawValue) is not revoked: see emojiart-server revoke."
            return exchange.respond(HTTPResponse(status: 404, text: text))
        }
        server.log.notice("revocation undone", metadata: word)
        keep(.pardon(revocation), exchange)
    }

    /// Answers when the change is durable.
    private func keep(_ change: DirectoryChange, _ exchange: HTTPExchange) {
        server.perform { [server] done in
            server.change(change, completion: done)
        } then: { [unowned self] (_: DirectoryOutcome) in
            exchange.respond(.json(server.tokenGate.revocations.reports))
        }
    }

    /// Refuses other methods, and on the port all that is not for those who only watch: figures of
    /// the whole server.
    private func demand(
        _ methods: [HTTPRequest.Method],
        of request: HTTPRequest,
        isForWatchers: Bool = false
    ) throws(Fault) {
        guard methods.contains(request.method) else { throw .wrongMethod(methods) }
        guard place == .socket || isForWatchers else { throw .notFound }
    }

    /// Reads the one value of a query.
    private func value<Value>(
        _ name: String,
        in request: HTTPRequest,
        _ expected: String,
        _ read: (String) -> Value?
    ) throws(Fault) -> Value {
        guard request.query.count == 1, request.query[0].name == name,
            let value = read(request.query[0].value)
        else { throw .badQuery("?\(name)=\(expected)") }
        return value
    }

    private func backup(to path: String) -> HTTPResponse {
        guard let backups = upkeep?.backups else { return .nothing }
        guard !backups.isBusy else {
            return HTTPResponse(status: 503, text: "\(StorageError.backupUnderWay)")
        }
        backups.make(forOperatorAt: path)
        return .json(BackupStatus(path: path))
    }

    private func list(isLoadedOnly: Bool, _ exchange: HTTPExchange) {
        server.gather { server in
            let frozen = server.holds.frozen.filter(server.isHome(of:)).map(\.string)
            return (server.documents.open.map(\.report), frozen)
        } completion: { [unowned self] parts in
            let (open, frozen) = (parts.flatMap(\.0), Set(parts.flatMap(\.1)))
            let loaded = Dictionary(uniqueKeysWithValues: open.map { ($0.name, $0) })
            server.offload { [journal = server.journal] in
                if isLoadedOnly { return HTTPResponse.json(open.sorted { $0.name < $1.name }) }
                return .json(
                    journal.list().map { summary in
                        let isFrozen = frozen.contains(summary.name)
                        return loaded[summary.name]
                            ?? DocumentReport(stored: summary, isFrozen: isFrozen)
                    }
                )
            } then: {
                exchange.respond($0)
            }
        }
    }

    private func inspect(_ name: DocumentName, _ exchange: HTTPExchange) {
        var open: DocumentReport?
        if case .open(let document) = server.documents[name] { open = document.detailedReport }
        let isFrozen = server.holds.frozen.contains(name)
        server.offload { [journal = server.journal, open] in
            let report: DocumentReport? =
                open
                ?? journal.list().first { $0.name == name.string }
                .map { DocumentReport(stored: $0, isFrozen: isFrozen) }
            return report.map { HTTPResponse.json($0) } ?? .noDocument
        } then: {
            exchange.respond($0)
        }
    }

    private func kick(_ member: Int, from name: DocumentName) -> HTTPResponse {
        guard case .open(let document) = server.documents[name],
            document.remove(member, "removed: by an operator")
        else {
            return HTTPResponse(status: 404, text: "The document has no such member now.")
        }
        server.log.notice(
            "removing member",
            metadata: ["document": "\(name)", "member": "\(member)"]
        )
        return .done
    }

    /// Sends all members away for a moment, and takes the document out of memory.
    private func close(_ name: DocumentName) -> HTTPResponse {
        switch server.documents[name] {
        case nil: return HTTPResponse(status: 404, text: "The document is not open.")
        case .loading: return .busy
        case .open:
            server.log.notice("closing document", metadata: ["document": "\(name)"])
            server.setDown(name)
            return .done
        }
    }
}

extension HTTPResponse {
    /// The figures, in the text format of Prometheus.
    fileprivate static func metrics(_ body: [UInt8]) -> HTTPResponse {
        .fresh("text/plain; version=0.0.4; charset=utf-8", body)
    }

    static func json(_ value: some Encodable) -> HTTPResponse {
        guard let body = try? OperatorJSON.bytes(of: value) else {
            return HTTPResponse(status: 500, text: "The answer cannot be written.")
        }
        return .fresh("application/json", body + [UInt8(ascii: "\n")])
    }
}
