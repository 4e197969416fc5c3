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
        case .metrics, .health, .readiness, .list, .drain, .revocations, .revoke, .pardon,
            .backup:
            nil
        }
    }

    private static let documents = "/admin/documents"

    init(_ request: HTTPRequest) throws(Fault) {
        switch request.path {
        case "/metrics": self = .metrics
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case Self.documents:
            let isLoadedOnly = request.query.contains { $0.name == "loaded" }
            self = .list(isLoadedOnly: isLoadedOnly)
        case "/admin/backup":
            self = .backup(nil)
            guard request.method == .post else { break }
            self = .backup(try Self.path(in: request))
            return
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
        case "kick": self = .kick(name, member: try Self.member(in: request))
        case "close": self = .close(name)
        case "freeze": self = .freeze(name, true)
        case "unfreeze": self = .freeze(name, false)
        case "rename": self = .rename(name, to: try Self.newName(in: request))
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

    private static func member(in request: HTTPRequest) throws(Fault) -> Int {
        guard request.query.count == 1, request.query[0].name == "member",
            let member = Int(request.query[0].value)
        else { throw .badQuery("?member=NUMBER") }
        return member
    }

    private static func path(in request: HTTPRequest) throws(Fault) -> String {
        guard request.query.count == 1, request.query[0].name == "path",
            request.query[0].value.hasPrefix("/")
        else { throw .badQuery("?path=/FILE") }
        return request.query[0].value
    }

    private static func newName(in request: HTTPRequest) throws(Fault) -> DocumentName {
        guard request.query.count == 1, request.query[0].name == "name",
            let name = DocumentName(request.query[0].value)
        else { throw .badQuery("?name=NEW, of a-z 0-9 - _") }
        return name
    }
}
