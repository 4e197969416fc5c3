package import Hosting
internal import Logging
package import Transport
package import WebSockets

/// What operators ask: everything on the Unix socket, what can only be looked at on a port.
///
/// Nobody connects here for longer than one answer: a WebSocket is refused.
final class OperatorHandler: ListenerHandler {
    /// Where it listens.
    enum Place {
        /// The Unix socket: only the server's user and root come in.
        case socket
        /// A port for those who watch: figures, and whether the server lives.
        case port
    }

    unowned let server: Server
    let upkeep: Upkeep?
    let place: Place

    init(_ server: Server, _ upkeep: Upkeep? = nil, at place: Place) {
        self.server = server
        self.upkeep = upkeep
        self.place = place
    }

    func refusalOfUpgrade(_ request: HTTPRequest) -> HTTPResponse? { .nothing }

    func refusalOfUpload(_ request: HTTPRequest) -> HTTPResponse? { .nothing }

    func guest(_ request: HTTPRequest) -> String? { nil }

    func respond(to request: HTTPRequest, with exchange: HTTPExchange) {
        do throws(Fault) {
            try serve(request, exchange)
        } catch {
            exchange.respond(Self.answer(to: error))
        }
    }

    private static func answer(to fault: Fault) -> HTTPResponse {
        switch fault {
        case .notFound: .nothing
        case .wrongMethod(let methods): .wrongMethod(allowing: methods)
        case .badQuery(let query): HTTPResponse(status: 400, text: "The query must be \(query).")
        }
    }

    // There are no connections.
    func opened(_ connection: Connection, request: HTTPRequest) {}
    func received(_ message: Span<UInt8>, on connection: Connection) {}
    func drained(_ connection: Connection) {}
    func lagged(_ connection: Connection) {}
    func closed(_ connection: Connection) {}
}

extension Upkeep {
    /// Answers the operators of another loop.
    package static func operators(of server: Server) -> any ListenerHandler {
        OperatorHandler(server, at: .socket)
    }

    /// Starts listening for the operators of a server.
    ///
    /// - Throws: when a socket or a port cannot be used.
    package func listenToOperators() throws(WebSocketError) {
        if let path = options.adminSocketPath {
            let handler = OperatorHandler(server, self, at: .socket)
            server.entrance.operators = try Listener(on: server.loop, path: path, handler: handler)
            server.log.info("listening for operators", metadata: ["socket": "\(path)"])
        }
        if let address = options.metricsAddress {
            let listener = try Listener(
                on: server.loop,
                host: address.host,
                port: address.port,
                subprotocol: "metrics",
                audience: .operators,
                handler: OperatorHandler(server, self, at: .port)
            )
            server.log.info(
                "listening for metrics",
                metadata: ["address": "\(address.urlHost):\(listener.port)"]
            )
        }
    }
}
