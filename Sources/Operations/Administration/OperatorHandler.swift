package import Hosting
internal import Logging
package import Transport
package import WebSockets

/// What operators ask: everything on the Unix socket, what can only be looked at on a port.
///
/// Nobody connects here for longer than one answer: a WebSocket is refused.
package final class OperatorHandler: ListenerHandler {
    /// Where it listens.
    package enum Place {
        /// The Unix socket: only the server's user and root come in.
        case socket
        /// A port for those who watch: figures, and whether the server lives.
        case port
    }

    unowned let server: Server
    let upkeep: Upkeep?
    private let place: Place

    /// Answers the operators of a loop.
    package init(_ server: Server, _ upkeep: Upkeep? = nil, at place: Place) {
        self.server = server
        self.upkeep = upkeep
        self.place = place
    }

    /// Starts listening for the operators of a server.
    ///
    /// - Throws: when a socket or a port cannot be used.
    package static func listen(for upkeep: Upkeep) throws(WebSocketError) {
        let (server, options) = (upkeep.server, upkeep.options)
        if let path = options.adminSocketPath {
            let handler = OperatorHandler(server, upkeep, at: .socket)
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
                handler: OperatorHandler(server, upkeep, at: .port)
            )
            server.log.info(
                "listening for metrics",
                metadata: ["address": "\(address.urlHost):\(listener.port)"]
            )
        }
    }

    /// Refuses every WebSocket.
    package func upgrade(_ request: HTTPRequest) -> UpgradeDecision { .refuse(.nothing) }

    /// Refuses every body.
    package func upload(_ request: HTTPRequest) -> UpgradeDecision { .refuse(.nothing) }

    /// Answers one request.
    package func respond(to request: HTTPRequest, with exchange: HTTPExchange) {
        do throws(AdminRoute.Fault) {
            let route = try AdminRoute(request)
            guard place == .socket || route.isForWatchers else { throw .notFound }
            administer(route, exchange)
        } catch {
            exchange.respond(Self.answer(to: error))
        }
    }

    private static func answer(to fault: AdminRoute.Fault) -> HTTPResponse {
        switch fault {
        case .notFound: .nothing
        case .wrongMethod(let methods): .wrongMethod(allowing: methods)
        case .badQuery(let query): HTTPResponse(status: 400, text: "The query must be \(query).")
        }
    }

    // There are no connections.

    /// Never called.
    package func opened(_ connection: Connection, request: HTTPRequest) {}

    /// Never called.
    package func received(_ message: Span<UInt8>, on connection: Connection) {}

    /// Never called.
    package func drained(_ connection: Connection) {}

    /// Never called.
    package func lagged(_ connection: Connection) {}

    /// Never called.
    package func closed(_ connection: Connection) {}
}
