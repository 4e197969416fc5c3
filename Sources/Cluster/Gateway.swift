package import Cryptography
internal import HTTPClient
package import Hosting
internal import Logging
internal import Store
internal import Transport
package import WebSockets
package import Wire

/// Brings guests of this server to documents that other servers have, and guests of theirs to its
/// own.
///
/// ```
/// guest ── Server ── OutgoingLink ══════ one connection ══════ IncomingLink ── Server ── document
///                    (has the guests)                          (has the document)
/// ```
///
/// What all members of a document are sent crosses once for each server. The server that has the
/// document decides everything; the one that has the guests keeps their sockets, what waits for
/// them, and their pings. Event-loop thread only.
package final class Gateway: Neighbours {
    /// What servers say to each other; one of another version is waited for.
    static let version = 1
    /// How often each side says that it is there, in milliseconds.
    static let tickInterval: UInt64 = 500
    /// Silence after which the other side counts as gone, in milliseconds.
    static let silenceMax: UInt64 = 1_500
    /// How long a guest waits for the server that has its document, in milliseconds: that may be
    /// cut off from the store.
    static let welcomeMax: UInt64 = 2_500
    /// How long a server may not be reached until that is an error, in milliseconds: longer than a
    /// lease.
    private static let failureMax: UInt64 = 4_000
    /// What a server says to one that has another secret.
    static let secretFault = "it does not know the secret"
    /// How long a guest waits for its document, in milliseconds.
    private static let patience: UInt64 = 8_000
    /// Milliseconds before another try to reach a document.
    private static let retryInterval: UInt64 = 150

    unowned let server: Server
    /// What the servers of the store share.
    let secret: HMACSHA256
    private let authorities: String?
    private var outgoing: [String: OutgoingLink] = [:]
    /// Since when servers cannot be reached, and whether the log says so.
    private var failures: [String: (since: UInt64, isTold: Bool)] = [:]
    private var incoming: [ObjectIdentifier: IncomingLink] = [:]
    private var waiting: [(Guest, ClientMessage.Hello)] = []
    /// How often in a row the store could not be reached.
    private var stallCount = 0
    /// How often in a row another server could reach it meanwhile.
    private var cutOffCount = 0
    private lazy var clock = Alarm(server.alarms) { [unowned self] in tick(now: $0) }
    private lazy var lookout = Alarm(server.alarms) { [unowned self] _ in lookOut() }
    private lazy var retries = Alarm(server.alarms) { [unowned self] _ in retry() }

    /// Joins a server to the others, who know the secret; `authorities` is a PEM file of those who
    /// vouch for their certificates, in place of the system's.
    package init(of server: Server, _ secret: HMACSHA256, authorities: String?) {
        self.server = server
        self.secret = secret
        self.authorities = authorities
        server.loop.authorities = authorities
        lookout.set(at: server.now + Self.lookoutInterval)
    }

    // MARK: The store

    /// How often it is seen to that the store can be reached, in milliseconds.
    private static let lookoutInterval: UInt64 = 1_000

    /// After so many the others have noticed it too, if it is so for all.
    private static let stallsMax = 4

    /// While the store cannot be reached, asks the others whether it is only this server that is
    /// cut off: then members do better elsewhere.
    private func lookOut() {
        guard server.drain == nil, server.journal.statistics.stall == .unreachable,
            !server.documents.open.isEmpty
        else {
            (stallCount, cutOffCount) = (0, 0)
            return lookout.set(at: server.now + Self.lookoutInterval)
        }
        stallCount += 1
        let servers = server.journal.servers
        server.perform { [authorities] (done: @escaping @Sendable (Bool) -> Void) in
            Offload.runAlone { done(servers.contains { Self.isReady($0, authorities) }) }
        } then: { [unowned self] (isCutOff: Bool) in
            let isStalled = server.journal.statistics.stall == .unreachable
            cutOffCount = isCutOff && isStalled ? cutOffCount + 1 : 0
            // One that has nothing to write notices seconds later that PostgreSQL is away; and when
            // it returns, this one may be the last to know.
            if cutOffCount > 1, stallCount > Self.stallsMax { server.letGoOfAll() }
            lookout.set(at: server.now + Self.lookoutInterval)
        }
    }

    private static func isReady(_ address: String, _ authorities: String?) -> Bool {
        guard let url = HTTPURL("\(address)/readyz") else { return false }
        var request = HTTPClient.Request(url: url)
        request.milliseconds = 1_000
        request.authorities = authorities
        return (try? HTTPClient()?.answer(to: request))?.status == 200
    }

    // MARK: Guests of this server

    /// Takes a guest to the server at an address, which has its document.
    package func relay(
        _ guest: Guest,
        _ hello: ClientMessage.Hello,
        to address: String
    ) -> any Relay {
        let link = outgoing[address] ?? OutgoingLink(to: address, of: self)
        outgoing[address] = link
        clock.setAtLatest(at: server.now + Self.tickInterval)
        return link.add(guest, hello)
    }

    /// A guest looks for its document again: where it was, it is no more, or cannot be reached.
    func lookAgain(_ guest: Guest, _ hello: ClientMessage.Hello) {
        guard server.now - guest.arrivedAt < Self.patience else {
            let cause = "no server has the document"
            return guest.close(.overloaded, "overloaded: \(cause), retry_after=1000")
        }
        guest.wait(hello)
        waiting.append((guest, hello))
        retries.setAtLatest(at: server.now + Self.retryInterval)
    }

    private func retry() {
        let guests = waiting
        waiting = []
        for (guest, hello) in guests where guest.isWaiting { server.enter(guest, hello) }
    }

    /// A connection to a server is over, or `cannot` be made.
    func ended(_ link: OutgoingLink, cannot: Bool, _ cause: String) {
        if outgoing[link.address] === link { outgoing[link.address] = nil }
        guard cannot else {
            let facts: Logger.Metadata = ["server": "\(link.address)", "cause": "\(cause)"]
            return server.log.info("link ended", metadata: facts)
        }
        let (since, isTold) = failures[link.address] ?? (server.now, false)
        // One that has just ended is no other's concern: its lease ends in a moment.
        let isForGood = server.now - since > Self.failureMax || cause.contains(Self.secretFault)
        failures[link.address] = (since, isTold || isForGood)
        guard isForGood, !isTold else { return }
        server.log.error(
            "cannot reach another server: compare node, node-secret and node-authorities of both",
            metadata: ["server": "\(link.address)", "cause": "\(cause)"]
        )
    }

    /// Another server took this one's connection.
    func reached(_ address: String) { failures[address] = nil }

    // MARK: Guests of other servers

    /// Another server has come.
    package func greet(_ connection: Connection) {
        let link = IncomingLink(over: connection, of: self)
        incoming[ObjectIdentifier(link)] = link
        connection.owner = link
        clock.setAtLatest(at: server.now + Self.tickInterval)
    }

    /// A message of a server that has come.
    package func received(_ message: Span<UInt8>, from server: AnyObject) {
        (server as? IncomingLink)?.receive([UInt8](copying: message))
    }

    /// The connection of a server that has come is over.
    package func left(_ server: AnyObject) { (server as? IncomingLink)?.end() }

    /// Ends all connections with other servers, behind what they are to be told.
    package func close() {
        for link in outgoing.values { link.end("this server ends") }
        for link in incoming.values { link.close("this server ends") }
    }

    func ended(_ link: IncomingLink) { incoming[ObjectIdentifier(link)] = nil }

    private func tick(now: UInt64) {
        for link in outgoing.values { link.tick(now: now) }
        for link in incoming.values { link.tick(now: now) }
        if !outgoing.isEmpty || !incoming.isEmpty { clock.set(at: now + Self.tickInterval) }
    }

    // MARK: Requests

    /// Has the server at an address answer a request that is for the owner of a document.
    package func forward(
        _ request: HTTPRequest,
        _ body: [UInt8]?,
        to address: String,
        _ exchange: HTTPExchange
    ) {
        server.perform { [authorities] (done: @escaping @Sendable (HTTPResponse) -> Void) in
            Offload.runAlone {
                done(Self.answer(to: request, body, at: address, authorities))
            }
        } then: { (response: HTTPResponse) in
            exchange.respond(response)
        }
    }

    private static func answer(
        to request: HTTPRequest,
        _ body: [UInt8]?,
        at address: String,
        _ authorities: String?
    ) -> HTTPResponse {
        // Of names of documents alone, which need no escapes.
        let query = request.query.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
        let target = address + request.path + (query.isEmpty ? "" : "?" + query)
        guard let url = HTTPURL(target), let client = HTTPClient() else { return .busy }
        var asked = HTTPClient.Request(url: url)
        asked.method = request.method.rawValue
        asked.body = body
        asked.milliseconds = 10_000
        asked.authorities = authorities
        if let bearer = request.bearer { asked.headers = ["Authorization: Bearer \(bearer)"] }
        do throws(HTTPClient.Fault) {
            let answer = try client.answer(to: asked)
            let isJSON = answer.body.first == UInt8(ascii: "{")
            let type = isJSON ? "application/json" : "text/plain; charset=utf-8"
            return HTTPResponse(
                status: answer.status,
                contentType: answer.body.isEmpty ? "" : type,
                body: answer.body
            )
        } catch {
            return .busy
        }
    }
}
