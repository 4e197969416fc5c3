internal import ArgumentParser
internal import EmojiArt
internal import WebSockets

/// The address of a document: `ws://HOST:PORT/documents/NAME`.
struct DocumentURL: ExpressibleByArgument {
    let text: String
    let socket: WebSocketURL
    let name: DocumentName

    init?(argument: String) {
        let prefix = "/documents/"
        guard let socket = try? WebSocketURL(argument), socket.path.hasPrefix(prefix),
            let name = DocumentName(String(socket.path.dropFirst(prefix.count)))
        else { return nil }
        text = argument
        self.socket = socket
        self.name = name
    }

    /// The address of a document of another name on the same server.
    func renamed(to new: DocumentName) -> DocumentURL? {
        DocumentURL(argument: text.dropLast(name.string.count) + new.string)
    }

    /// The server's HTTP address for a path.
    func http(_ path: String) -> String { socket.http(path) }
}

extension WebSocketURL {
    /// The HTTP address of the same server for a path.
    func http(_ path: String) -> String {
        "\(scheme == .ws ? "http" : "https")://\(hostHeader)\(path)"
    }
}
