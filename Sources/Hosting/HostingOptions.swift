internal import EmojiArt
package import Settings
package import WebSockets
package import Wire

/// The settings of documents, their members and their connections.
package struct HostingOptions: Sendable, Equatable, Codable {
    @Setting("Address and port to listen on; port 0 picks a free port", reloads: false)
    package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
    @Setting("Further host name by which clients may reach this server; repeatable", .hosts)
    package var host: [String] = []
    @Setting("Origin whose pages may connect, such as https://example.org; repeatable", .origins)
    package var origin: [String] = []
    @Setting("Accept other machines without TLS, as a proxy in front provides it", reloads: false)
    package var behindProxy = false
    @Setting(
        """
        Proxy whose forwarded client addresses are trusted, such as 10.0.0.0/8; repeatable \
        (default: this machine, with --behind-proxy)
        """,
        .proxies
    )
    package var trustedProxy: [String] = []
    @Setting(
        "URL at which other servers of the store reach this one (default: it is the only server)",
        .node,
        reloads: false
    )
    package var node = ""
    @Setting("Serve only existing documents: joining creates none")
    package var existingOnly = false
    @Setting("Refuse renames: a proxy finds a document's server by its name")
    package var fixedNames = false
    @Setting(
        "Seconds after which a document without members is unloaded",
        .number(1...1_000_000_000)
    )
    package var idleSeconds = 60
    @Setting("Open connections", .limit())
    package var connections = 10_000
    @Setting("Open connections from one address", .limit())
    package var connectionsPerAddress = 512
    @Setting("New connections per second from one address; twice as many in a burst", .limit())
    package var opensPerAddress = 1_000
    @Setting("Open connections of one user, identified by token", .limit())
    package var connectionsPerUser = 64
    @Setting("Open connections that have not sent hello", .limit())
    package var connectionsSilent = 1_000
    @Setting("Members of one document", .limit(1...100_000))
    package var members = Limits.membersMax
    @Setting("Documents in all; at this number, joining creates no more", .limit())
    package var documents = 100_000
    @Setting("Documents that one user of tokens may create", .limit())
    package var documentsPerUser = 1_000
    @Setting("Mebibytes of one document on the disk, with its history and images", .limit())
    package var documentMebibytes = 1_024
    @Setting("Mebibytes of all documents of one user of tokens", .limit())
    package var userMebibytes = 4_096
    @Setting("Messages per second read from one connection; more are read later", .limit())
    package var messagesPerSecond = 1_000
    @Setting("Edits per second read from one connection", .limit())
    package var editsPerSecond = 1_000
    @Setting("Presence messages per second read from one connection", .limit())
    package var presencePerSecond = 120
    @Setting("Kibibytes per second read from one connection", .limit(1...1_000_000))
    package var kibibytesPerSecond = 1_024
    @Setting(
        "Seconds of silence before a ping; disconnect after half as many more",
        .limit(1...3_600)
    )
    package var pingSeconds = 20
    @Setting("Seconds that output may wait for a client to read it", .limit(1...3_600))
    package var stallSeconds = 10
    @Setting("Mebibytes of edits that may queue for the disk", .limit(1...1_000_000))
    package var queuedMebibytes = Limits.queuedBytesMax >> 20
    @Setting(
        "Mebibytes of output that may queue for all clients together",
        .limit(1...1_000_000)
    )
    package var outboundMebibytes = 512
    @Setting(
        "Event loops that share the documents, one CPU core each",
        .number(1...64),
        reloads: false
    )
    package var loops = 1

    /// Makes the defaults.
    package init() {}

    /// The proxies whose forwarded client addresses count; with `behindProxy` at least this
    /// machine.
    var trustedProxies: [AddressRange] {
        let named = trustedProxy.compactMap(AddressRange.init)
        return named.isEmpty && behindProxy ? AddressRange.loopback : named
    }

    /// Bytes of edits that may wait in memory for the disk.
    var queuedBytesMax: Int {
        // The simulation's limit is less than a mebibyte.
        #if SIMULATION
        Limits.queuedBytesMax
        #else
        queuedMebibytes << 20
        #endif
    }

    /// The limits that clients get in their welcome.
    package var told: ServerLimits {
        ServerLimits(
            members: members,
            messages: messagesPerSecond,
            edits: editsPerSecond,
            presence: presencePerSecond,
            bytes: kibibytesPerSecond << 10
        )
    }

    /// The limits of one loop's connections.
    package var connectionLimits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.connectionsMax = connections
        limits.connectionsPerAddressMax = connectionsPerAddress
        limits.acceptsPerAddressPerSecond = opensPerAddress
        // An operator that allows an address more connections allows it more work, too.
        let usual = HostingOptions().connectionsPerAddress
        let factor = min(max(1, connectionsPerAddress / usual), 1_000)
        limits.sharedWorkPerSecond *= factor
        limits.sharedWorkBurst *= factor
        limits.sharedOutputPerSecond *= factor
        limits.sharedOutputBurst *= factor
        limits.sharedUploadPerSecond *= factor
        limits.queuedBytesTotalMax = (outboundMebibytes << 20) / loops
        limits.pingIntervalSeconds = pingSeconds
        limits.idleTimeoutSeconds = pingSeconds + max(1, pingSeconds / 2)
        limits.stallTimeoutSeconds = stallSeconds
        limits.inboundBytesPerSecond = kibibytesPerSecond << 10
        limits.inboundBytesBurst = 4 * limits.inboundBytesPerSecond
        limits.inboundMessagesPerSecond = messagesPerSecond
        limits.inboundMessagesBurst = 2 * messagesPerSecond
        return limits
    }
}

extension SettingForm<String> {
    fileprivate static let node = Self(
        expected: "a URL such as https://art1.example.org:8443, with nothing after the port",
        accepts: { $0.isEmpty || $0.contains(/^https?:\/\/[A-Za-z0-9.:\[\]-]+$/) }
    )
}

extension SettingForm<[String]> {
    fileprivate static let hosts = each("a host such as art.example.org or art.example.org:8443") {
        !$0.contains("/")
    }
    fileprivate static let origins = each("an origin such as https://art.example.org") {
        $0.contains(/^https?:\/\/[^\/]+$/)
    }
    fileprivate static let proxies = each("an address such as 192.0.2.7 or 10.0.0.0/8") {
        AddressRange($0) != nil
    }
}
