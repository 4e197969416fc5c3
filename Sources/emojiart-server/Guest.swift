internal import EmojiArt
internal import WebSockets
internal import Wire

/// A connection and how far it has come.
final class Guest {
    /// The life of a connection on this server.
    enum Phase {
        /// No hello has come yet.
        case silent
        /// The document is being loaded.
        case waiting(ClientMessage.Hello)
        /// A member of the document, or about to become one.
        case member(OpenDocument)
        /// Closed by us or by the peer.
        case gone
    }

    let connection: Connection
    let name: DocumentName
    var phase = Phase.silent

    /// The number by which the document knows this connection.
    var number: Int { Int(connection.number) }

    init(_ connection: Connection, name: DocumentName) {
        self.connection = connection
        self.name = name
    }

    func close(_ code: CloseCode, _ reason: String) {
        phase = .gone
        connection.close(code.rawValue, reason)
    }
}
