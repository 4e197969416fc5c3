internal import ArgumentParser
internal import EmojiArt
internal import Logging
internal import WebSockets

/// What an operator decides.
struct ServerOptions: ParsableArguments {
    @Option(help: "Address and port to listen on; port 0 takes any free one.")
    var listen = ListenAddress(host: "127.0.0.1", port: 8080)

    @Option(help: "Directory of the journal; made when it does not exist.")
    var data = "data"

    @Option(
        help: "trace, debug, info, notice, warning, error or critical.",
        transform: ServerOptions.readLevel
    )
    var logLevel: Logger.Level = .info

    @Option(
        help: "A host name that clients use for this server, besides the address; may be repeated."
    )
    var host: [String] = []

    @Option(
        help: "An origin whose pages may connect, such as https://example.org; may be repeated."
    )
    var origin: [String] = []

    @Flag(help: "Allow an address beyond this machine: a proxy in front brings TLS.")
    var behindProxy = false

    @Flag(help: "Serve only documents that exist: a join makes no new one.")
    var existingOnly = false

    @Option(help: "Seconds after which a document without members is unloaded.")
    var idleSeconds = 60

    @Option(help: "Connections from one address.")
    var connectionsPerAddress = 64

    @Option(help: "Messages per second that are read of one connection; beyond, it waits.")
    var messagesPerSecond = 1_000

    @Option(help: "Mebibytes of edits that may wait in memory for the disk.")
    var queuedMebibytes = Limits.queuedBytesMax >> 20

    @Option(help: "Event loop: libev, or poll where libev is not to be had.")
    var loop = Loop.libev

    enum Loop: String, ExpressibleByArgument, CaseIterable {
        case libev
        case poll
    }

    /// Bytes of edits that may wait in memory for the disk.
    var queuedBytesMax: Int { queuedMebibytes << 20 }

    var connectionLimits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.connectionsPerAddressMax = connectionsPerAddress
        limits.inboundMessagesPerSecond = messagesPerSecond
        limits.inboundMessagesBurst = 2 * messagesPerSecond
        return limits
    }

    private static func readLevel(_ name: String) throws -> Logger.Level {
        guard let level = Logger.Level(rawValue: name) else {
            throw ValidationError("There is no log level \(name).")
        }
        return level
    }

    func validateTogether() throws {
        guard listen.isLoopback || behindProxy else {
            throw ValidationError(
                "\(listen) is reachable from other machines, and this server speaks no TLS. "
                    + "Put a proxy with TLS in front and say --behind-proxy, "
                    + "or listen on 127.0.0.1."
            )
        }
        let numbers = 1...1_000_000_000
        guard numbers.contains(idleSeconds), numbers.contains(connectionsPerAddress),
            numbers.contains(messagesPerSecond), (1...1_000_000).contains(queuedMebibytes)
        else {
            throw ValidationError(
                "Seconds, connections and messages are 1 to 1000000000, mebibytes 1 to 1000000."
            )
        }
    }
}
