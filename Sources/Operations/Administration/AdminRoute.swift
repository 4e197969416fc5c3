internal import EmojiArt
internal import Hosting
internal import Store
internal import WebSockets

/// What a request on the operators' socket means.
enum AdminRoute: Equatable {
    case metrics
    case health
    case readiness
    /// All documents, or those in memory alone.
    case list(isLoadedOnly: Bool)
    case inspect(DocumentName)
    case kick(DocumentName, member: Int)
    case close(DocumentName)
    case freeze(DocumentName, Bool)
    case delete(DocumentName)
    case rename(DocumentName, to: DocumentName)
    case drain
    case revocations
    case revoke(StoredRevocation.Kind, String)
    case pardon(StoredRevocation.Kind, String)
    /// A backup, to a path of the server's machine; without one, what became of the last.
    case backup(String?)

    /// Why there is no route.
    enum Fault: Error, Equatable {
        case notFound
        case wrongMethod([HTTPRequest.Method])
        /// What the query should be.
        case badQuery(String)
    }

    /// The document that it is about, if it is about one.
    var document: DocumentName? {
        switch self {
        case .inspect(let name), .kick(let name, _), .close(let name), .freeze(let name, _),
            .delete(let name), .rename(let name, _):
            name
        default: nil
        }
    }

    /// Whether it tells nothing but figures of the whole server, and changes nothing.
    var isForWatchers: Bool { [.metrics, .health, .readiness].contains(self) }

    private static let documents = "/admin/documents"

    init(_ request: HTTPRequest) throws(Fault) {
        switch request.path {
        case "/metrics": self = .metrics
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case Self.documents:
            self = .list(isLoadedOnly: request.query.contains { $0.name == "loaded" })
        case "/admin/backup" where request.method == .post:
            self = .backup(
                try Self.value("path", in: request, "/FILE") { $0.hasPrefix("/") ? $0 : nil }
            )
            return
        case "/admin/backup": self = .backup(nil)
        case "/admin/drain":
            self = .drain
            guard request.method == .post else { throw .wrongMethod([.post]) }
            return
        case "/admin/revocations":
            self = try Self.revocations(request)
            return
        default:
            try self.init(documentRequest: request)
            return
        }
        guard Route.readingMethods.contains(request.method) else {
            throw .wrongMethod(Route.readingMethods)
        }
    }

    /// `/admin/documents/NAME` and `/admin/documents/NAME/WHAT`.
    private init(documentRequest request: HTTPRequest) throws(Fault) {
        let parts = request.path.split(separator: "/", omittingEmptySubsequences: false)
        guard request.path.hasPrefix(Self.documents + "/"), parts.count <= 5,
            let name = DocumentName(String(parts[3]))
        else { throw .notFound }
        guard parts.count == 5 else {
            switch request.method {
            case .get, .head: self = .inspect(name)
            case .delete: self = .delete(name)
            case .post, .put, .other: throw .wrongMethod([.get, .head, .delete])
            }
            return
        }
        switch parts[4] {
        case "kick":
            self = .kick(name, member: try Self.value("member", in: request, "NUMBER") { Int($0) })
        case "close": self = .close(name)
        case "freeze": self = .freeze(name, true)
        case "unfreeze": self = .freeze(name, false)
        case "rename":
            let new = try Self.value("name", in: request, "NEW, of a-z 0-9 - _", DocumentName.init)
            self = .rename(name, to: new)
        default: throw .notFound
        }
        guard request.method == .post else { throw .wrongMethod([.post]) }
    }

    private static func revocations(_ request: HTTPRequest) throws(Fault) -> AdminRoute {
        if Route.readingMethods.contains(request.method) { return .revocations }
        guard request.query.count == 1, !request.query[0].value.isEmpty,
            let kind = StoredRevocation.Kind(rawValue: request.query[0].name)
        else { throw .badQuery("?id=ID or ?user=USER") }
        switch request.method {
        case .post: return .revoke(kind, request.query[0].value)
        case .delete: return .pardon(kind, request.query[0].value)
        default: throw .wrongMethod(Route.readingMethods + [.post, .delete])
        }
    }

    /// Reads the one value of a query.
    private static func value<Value>(
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
}
