internal import ArgumentParser
internal import EmojiArt
internal import WebSockets

/// The address of a document: `ws://HOST:PORT/documents/NAME`, or that of its page in a browser,
/// `http://HOST:PORT/canvas/NAME`.
struct DocumentURL: ExpressibleByArgument, Sendable {
    let text: String
    let socket: WebSocketURL
    let name: DocumentName

    init?(argument: String) {
        let argument = Self.socketAddress(of: argument) ?? argument
        let prefix = "/documents/"
        guard let socket = try? WebSocketURL(argument), socket.path.hasPrefix(prefix),
            let name = DocumentName(String(socket.path.dropFirst(prefix.count)))
        else { return nil }
        text = argument
        self.socket = socket
        self.name = name
    }

    /// The WebSocket's address for the page's; nil for any other.
    private static func socketAddress(of page: String) -> String? {
        let parts = page.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[1].isEmpty, parts[3] == "canvas" else { return nil }
        switch parts[0] {
        case "http:": return "ws://\(parts[2])/documents/\(parts[4])"
        case "https:": return "wss://\(parts[2])/documents/\(parts[4])"
        default: return nil
        }
    }

    /// The address of a document of another name on the same server.
    func renamed(to new: DocumentName) -> DocumentURL? {
        DocumentURL(argument: text.dropLast(name.string.count) + new.string)
    }
}

extension WebSocketURL {
    /// The HTTP address of the same server for a path.
    func http(_ path: String) -> String {
        "\(scheme == .ws ? "http" : "https")://\(hostHeader)\(path)"
    }
}
