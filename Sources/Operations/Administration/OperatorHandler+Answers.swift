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
    func administer(_ route: AdminRoute, _ exchange: HTTPExchange) {
        if let name = route.document, !server.isHome(of: name) {
            return exchange.respond(.misdirected)
        }
        switch route {
        case .metrics:
            server.gather(LoopFigures.init(of:)) { [unowned self] parts in
                var page = PrometheusWriter()
                page.write(server, upkeep, .sum(parts))
                exchange.respond(.metrics(page.bytes))
            }
        case .health: exchange.respond(server.health)
        case .readiness: server.tellReadiness(to: exchange)
        case .list(let isLoadedOnly): list(isLoadedOnly: isLoadedOnly, exchange)
        case .inspect(let name): inspect(name, exchange)
        case .kick(let name, let member): exchange.respond(kick(member, from: name))
        case .close(let name): exchange.respond(close(name))
        case .freeze(let name, let isFrozen): server.freeze(name, isFrozen, exchange)
        case .delete(let name): server.delete(name, exchange)
        case .rename(let name, let new): server.rename(name, to: new, exchange)
        case .backup(let path): exchange.respond(backup(to: path))
        case .revocations: exchange.respond(.json(server.tokenGate.revocations.reports))
        case .revoke(let kind, let subject): revoke(kind, subject, exchange)
        case .pardon(let kind, let subject): pardon(kind, subject, exchange)
        case .drain:
            let process = ProcessInfo.processInfo.processIdentifier
            exchange.respond(.json(DrainReport(process: process)))
            upkeep?.drain()
        }
    }

    /// Begins a backup, or tells what became of the last that was asked for.
    private func backup(to path: String?) -> HTTPResponse {
        guard let backups = upkeep?.backups else { return .nothing }
        guard let path else { return backups.asked.map { .json($0) } ?? .nothing }
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
            let frozen = Set(parts.flatMap(\.1))
            list(parts.flatMap(\.0), frozen, isLoadedOnly: isLoadedOnly, exchange)
        }
    }

    private func list(
        _ open: [DocumentReport],
        _ frozen: Set<String>,
        isLoadedOnly: Bool,
        _ exchange: HTTPExchange
    ) {
        let loaded = Dictionary(uniqueKeysWithValues: open.map { ($0.name, $0) })
        server.offload { [journal = server.journal] in
            if isLoadedOnly { return HTTPResponse.json(open.sorted { $0.name < $1.name }) }
            return .json(
                journal.list().map { summary in
                    loaded[summary.name]
                        ?? DocumentReport(stored: summary, isFrozen: frozen.contains(summary.name))
                }
            )
        } then: {
            exchange.respond($0)
        }
    }

    private func inspect(_ name: DocumentName, _ exchange: HTTPExchange) {
        if case .open(let document) = server.documents[name] {
            let report = document.detailedReport
            return server.offload {
                HTTPResponse.json(report)
            } then: {
                exchange.respond($0)
            }
        }
        let isFrozen = server.holds.frozen.contains(name)
        server.offload { [journal = server.journal] in
            let summary = journal.list().first { $0.name == name.string }
            return summary.map { summary in
                HTTPResponse.json(DocumentReport(stored: summary, isFrozen: isFrozen))
            } ?? .noDocument
        } then: {
            exchange.respond($0)
        }
    }

    /// Sends one member away, who does not come back by itself.
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

// Tokens that an operator takes back (AC11).
extension OperatorHandler {
    /// Refuses tokens from now on, and sends their bearers away; answers when that is durable.
    func revoke(_ kind: StoredRevocation.Kind, _ subject: String, _ exchange: HTTPExchange) {
        let revocation = StoredRevocation(kind, subject, time: Int64(Clock.milliseconds))
        server.log.notice("revoking tokens", metadata: ["\(kind.rawValue)": "\(subject)"])
        keep(.revoke(revocation), exchange)
    }

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

extension HTTPResponse {
    /// The figures, in the text format of Prometheus.
    fileprivate static func metrics(_ body: [UInt8]) -> HTTPResponse {
        HTTPResponse(
            status: 200,
            contentType: "text/plain; version=0.0.4; charset=utf-8",
            headers: [("Cache-Control", "no-store")],
            body: body
        )
    }

    static func json(_ value: some Encodable) -> HTTPResponse {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        guard let body = try? encoder.encode(value) else {
            return HTTPResponse(status: 500, text: "The answer cannot be written.")
        }
        return HTTPResponse(
            status: 200,
            contentType: "application/json",
            headers: [("Cache-Control", "no-store")],
            body: Array(body) + [UInt8(ascii: "\n")]
        )
    }
}
