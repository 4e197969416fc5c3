internal import WebSockets

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

    private unowned let server: Server
    private let place: Place

    init(_ server: Server, at place: Place) {
        self.server = server
        self.place = place
    }

    func upgrade(_ request: HTTPRequest) -> UpgradeDecision { .refuse(.nothing) }

    func upload(_ request: HTTPRequest) -> UpgradeDecision { .refuse(.nothing) }

    func respond(to request: HTTPRequest, with exchange: HTTPExchange) {
        do throws(AdminRoute.Fault) {
            let route = try AdminRoute(request)
            guard place == .socket || route.isForWatchers else { throw .notFound }
            server.administer(route, exchange)
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

    func opened(_ connection: Connection, request: HTTPRequest) {}

    func received(_ message: Span<UInt8>, on connection: Connection) {}

    func drained(_ connection: Connection) {}

    func lagged(_ connection: Connection) {}

    func closed(_ connection: Connection) {}
}

extension AdminRoute {
    /// Whether it tells nothing but figures of the whole server, and changes nothing.
    fileprivate var isForWatchers: Bool {
        switch self {
        case .metrics, .health, .readiness: true
        case .list, .inspect, .kick, .close, .freeze, .delete, .rename, .drain, .backup,
            .revocations, .revoke, .pardon:
            false
        }
    }
}
