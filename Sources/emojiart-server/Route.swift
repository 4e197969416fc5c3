internal import EmojiArt

/// What a path of this server means.
enum Route: Equatable {
    case home
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

    /// The document that a WebSocket at this path joins.
    var socket: DocumentName? {
        if case .document(let name) = self { name } else { nil }
    }
}
