internal import EmojiArt
internal import WebSockets

/// What a path of this server means.
enum Route: Equatable {
    case home
    case canvas(DocumentName)
    case file
    case health
    case list
    case document(DocumentName)
    case export(DocumentName, DocumentFormat)
    case background(DocumentName)
    case image(DocumentName, digest: String)

    init?(_ path: String) {
        switch path {
        case "/": self = .home
        case "/healthz": self = .health
        case "/documents": self = .list
        default:
            if path.hasPrefix("/web/") {
                self = .file
                return
            }
            if let name = Self.name(in: path, after: "/canvas/") {
                self = .canvas(name)
                return
            }
            let prefix = "/documents/"
            guard path.hasPrefix(prefix),
                let route = Self.inDocument(path.dropFirst(prefix.count))
            else { return nil }
            self = route
        }
    }

    /// What stands after `/documents/`.
    private static func inDocument(_ rest: Substring) -> Route? {
        if let name = DocumentName(String(rest)) { return .document(name) }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count > 1 {
            guard let name = DocumentName(String(parts[0])), parts[1] == "background" else {
                return nil
            }
            if parts.count == 2 { return .background(name) }
            guard parts.count == 3, let url = BackgroundURL(digest: String(parts[2])),
                let digest = url.digest
            else { return nil }
            return .image(name, digest: digest)
        }
        guard let point = rest.lastIndex(of: "."),
            let name = DocumentName(String(rest[..<point])),
            let format = DocumentFormat(rawValue: String(rest[rest.index(after: point)...]))
        else { return nil }
        return .export(name, format)
    }

    private static func name(in path: String, after prefix: String) -> DocumentName? {
        path.hasPrefix(prefix) ? DocumentName(String(path.dropFirst(prefix.count))) : nil
    }

    /// The document that a WebSocket at this path joins.
    var socket: DocumentName? {
        if case .document(let name) = self { name } else { nil }
    }

    /// The methods that the path has.
    var methods: [HTTPRequest.Method] {
        switch self {
        case .background: [.put]
        case .document: [.get, .head, .post, .delete]
        default: Self.readingMethods
        }
    }

    /// The methods of most paths, and of those that do not exist.
    static let readingMethods: [HTTPRequest.Method] = [.get, .head]
}
