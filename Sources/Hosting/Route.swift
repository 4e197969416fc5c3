package import EmojiArt
package import WebSockets
internal import Wire

/// What a path of this server means.
package enum Route: Equatable {
    case home
    case canvas(DocumentName)
    case file
    case health
    case readiness
    case list
    case document(DocumentName)
    case export(DocumentName, DocumentFormat)
    case snapshot(DocumentName)
    case history(DocumentName)
    case edits(DocumentName)
    case background(DocumentName)
    case image(DocumentName, digest: String)

    init?(_ path: String) {
        switch path {
        case "/": self = .home
        case "/healthz": self = .health
        case "/readyz": self = .readiness
        case "/documents": self = .list
        default:
            if path.hasPrefix("/web/") || path.hasPrefix("/sdk/") {
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

    private static func inDocument(_ rest: Substring) -> Route? {
        if let name = DocumentName(String(rest)) { return .document(name) }
        let parts = rest.split(separator: "/", omittingEmptySubsequences: false)
        if parts.count > 1 {
            guard let name = DocumentName(String(parts[0])) else { return nil }
            if parts.count == 2, parts[1] == "history" { return .history(name) }
            if parts.count == 2, parts[1] == "edits" { return .edits(name) }
            guard parts[1] == "background" else { return nil }
            if parts.count == 2 { return .background(name) }
            guard parts.count == 3, let url = BackgroundURL(digest: String(parts[2])),
                let digest = url.digest
            else { return nil }
            return .image(name, digest: digest)
        }
        guard let point = rest.lastIndex(of: "."),
            let name = DocumentName(String(rest[..<point]))
        else { return nil }
        let ending = String(rest[rest.index(after: point)...])
        if ending == "snapshot" { return .snapshot(name) }
        return DocumentFormat(rawValue: ending).map { .export(name, $0) }
    }

    private static func name(in path: String, after prefix: String) -> DocumentName? {
        path.hasPrefix(prefix) ? DocumentName(String(path.dropFirst(prefix.count))) : nil
    }

    /// The document that a WebSocket at this path joins.
    var socket: DocumentName? {
        if case .document(let name) = self { name } else { nil }
    }

    var document: DocumentName? {
        switch self {
        case .document(let name), .export(let name, _), .background(let name), .image(let name, _),
            .snapshot(let name), .history(let name), .edits(let name):
            name
        case .home, .canvas, .file, .health, .readiness, .list: nil
        }
    }

    /// The role that a method needs where tokens are asked for; nil for what is open to everybody.
    func least(for method: HTTPRequest.Method) -> Role? {
        switch self {
        case .home, .canvas, .file, .health, .readiness: nil
        case .list, .export, .image, .snapshot, .history, .edits: .viewer
        case .background: .editor
        case .document: method == .get || method == .head ? .viewer : .owner
        }
    }

    var methods: [HTTPRequest.Method] {
        switch self {
        case .background: [.put]
        case .document: [.get, .head, .post, .delete]
        default: Self.readingMethods
        }
    }

    /// The methods of most paths, and of those that do not exist.
    package static let readingMethods: [HTTPRequest.Method] = [.get, .head]
}
