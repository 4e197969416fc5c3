internal import EmojiArt

/// What a path of this server means.
enum Route: Equatable {
    case home
    case canvas(DocumentName)
    case file
    case health
    case list
    case document(DocumentName)
    case export(DocumentName, DocumentFormat)

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
            guard path.hasPrefix(prefix) else { return nil }
            let rest = path.dropFirst(prefix.count)
            if let name = DocumentName(String(rest)) {
                self = .document(name)
                return
            }
            guard let point = rest.lastIndex(of: "."),
                let name = DocumentName(String(rest[..<point])),
                let format = DocumentFormat(rawValue: String(rest[rest.index(after: point)...]))
            else { return nil }
            self = .export(name, format)
        }
    }

    private static func name(in path: String, after prefix: String) -> DocumentName? {
        path.hasPrefix(prefix) ? DocumentName(String(path.dropFirst(prefix.count))) : nil
    }

    /// The document that a WebSocket at this path joins.
    var socket: DocumentName? {
        if case .document(let name) = self { name } else { nil }
    }
}
