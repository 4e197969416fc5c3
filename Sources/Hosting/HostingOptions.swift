internal import EmojiArt
package import WebSockets
package import Wire

/// What an operator decides about documents and their members.
package struct HostingOptions: Sendable, Equatable {
    /// Address and port to listen on; port 0 takes any free one.
    package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
    /// Host names that clients use for this server, besides the address.
    package var host: [String] = []
    /// Origins whose pages may connect, besides the server's own.
    package var origin: [String] = []
    /// Proxies that are believed who their clients are.
    package var trustedProxies: [AddressRange] = []
    /// Whether a join makes no new document.
    package var existingOnly = false
    /// Whether documents keep their names, by which a proxy finds their server.
    package var fixedNames = false
    /// Seconds after which a document without members is unloaded.
    package var idleSeconds = 60
    /// Connections from one address at once.
    package var connectionsPerAddress = 512
    /// Connections of one user at once, by their tokens.
    package var connectionsPerUser = 64
    /// Connections at once that have not said hello.
    package var connectionsSilent = 1_000
    /// Members of one document.
    package var members = Limits.membersMax
    /// Documents that there may be before no more are made.
    package var documents = 100_000
    /// Documents that one user may have made, by the tokens.
    package var documentsPerUser = 1_000
    /// Mebibytes that one document may take of the disk, with its past and its pictures.
    package var documentMebibytes = 1_024
    /// Mebibytes that all documents may take together that one user made.
    package var userMebibytes = 4_096
    /// Messages per second that are read of one connection; beyond, it waits.
    package var messagesPerSecond = 1_000
    /// Edits per second that are read of one connection.
    package var editsPerSecond = 1_000
    /// Presence messages per second that are read of one connection.
    package var presencePerSecond = 120
    /// Kibibytes per second that are read of one connection.
    package var kibibytesPerSecond = 1_024
    /// Bytes of edits that may wait in memory for the disk.
    package var queuedBytesMax = Limits.queuedBytesMax

    /// Makes the defaults.
    package init() {}

    /// What a client is told of them.
    package var told: ServerLimits {
        ServerLimits(
            members: members,
            messages: messagesPerSecond,
            edits: editsPerSecond,
            presence: presencePerSecond,
            bytes: kibibytesPerSecond << 10
        )
    }
}
