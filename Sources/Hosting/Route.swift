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
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
                .map(String.init)
            guard parts.count > 2, parts[0].isEmpty else { return nil }
            switch parts[1] {
            case "web", "sdk": self = .file
            case "canvas":
                guard parts.count == 3, let name = DocumentName(parts[2]) else { return nil }
                self = .canvas(name)
            case "documents":
                guard let route = Self.inDocument(parts[2], Array(parts[3...])) else { return nil }
                self = route
            default: return nil
            }
        }
    }

    private static func inDocument(_ first: String, _ rest: [String]) -> Route? {
        if let name = DocumentName(first) {
            switch rest {
            case []: return .document(name)
            case ["history"]: return .history(name)
            case ["edits"]: return .edits(name)
            case ["background"]: return .background(name)
            default:
                guard rest.count == 2, rest[0] == "background",
                    let digest = BackgroundURL(digest: rest[1])?.digest
                else { return nil }
                return .image(name, digest: digest)
            }
        }
        guard rest.isEmpty, let point = first.lastIndex(of: "."),
            let name = DocumentName(String(first[..<point]))
        else { return nil }
        let ending = String(first[first.index(after: point)...])
        if ending == "snapshot" { return .snapshot(name) }
        return DocumentFormat(rawValue: ending).map { .export(name, $0) }
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
