internal import EmojiArt
package import Hosting
package import Logging
package import WebSockets
internal import Wire

/// What an operator decides: the table of settings, each with its default and all there is to say
/// of it.
///
/// `EffectiveConfiguration` reads their values.
package struct ServerOptions: Sendable, Equatable, Codable {
    /// Where clients come.
    @Setting("Address and port to listen on; port 0 picks a free port", reloads: false)
    package var listen = ListenAddress(host: "127.0.0.1", port: 8080)
    /// The data directory.
    @Setting("Directory of the journal; created if missing", .data, reloads: false)
    package var data = "data"
    /// What the log leaves out.
    @Setting("Least severe level to log: \(Logger.Level.expected)")
    package var logLevel = Logger.Level.info
    /// How a line of the log is written.
    @Setting("Format of the log: text, or json with one object per line", reloads: false)
    package var logFormat = LogFormat.text
    @Setting("Further host name by which clients may reach this server; repeatable", .hosts)
    var host: [String] = []
    @Setting("Origin whose pages may connect, such as https://example.org; repeatable", .origins)
    var origin: [String] = []
    @Setting("PEM file with the TLS certificate, then the intermediate ones", .file)
    var tlsCertificate = ""
    @Setting("PEM file with the certificate's key; it must not be readable by everybody", .file)
    var tlsKey = ""
    @Setting("Accept other machines without TLS, as a proxy in front provides it", reloads: false)
    var behindProxy = false
    @Setting(
        """
        Proxy whose forwarded client addresses are trusted, such as 10.0.0.0/8; repeatable \
        (default: this machine, with --behind-proxy)
        """,
        .proxies
    )
    var trustedProxy: [String] = []
    @Setting("File with the shared secret that signs tokens (HS256)", .file)
    var tokenSecret = ""
    @Setting("JSON Web Key Set file that verifies tokens (EdDSA, ES256, RS256)", .file)
    var tokenKeys = ""
    @Setting("Audience that a token's aud must name; not checked if absent")
    var tokenAudience = ""
    @Setting(
        "Let everybody who can reach the server read and edit all documents without tokens",
        reloads: false
    )
    var everyoneMayEdit = false
    @Setting(
        "URL to notify when a document is created, changed, or left by its last member",
        .url,
        reloads: false
    )
    var webhook = ""
    @Setting(
        "Seconds between two notifications about one document",
        .number(0...86_400),
        reloads: false
    )
    var webhookSeconds = 10
    @Setting("URL to ask about each edit before it is applied", .url, reloads: false)
    var ruleHook = ""
    @Setting(
        "Milliseconds to wait for the rule hook's answer",
        .number(1...60_000),
        reloads: false
    )
    var ruleHookMilliseconds = 1_000
    @Setting(
        "If there is no answer: later (the sender reconnects and resends) or accept",
        reloads: false
    )
    var ruleHookFailure = RuleHook.Failure.later
    @Setting("File with the secret that signs requests to hooks", .file, reloads: false)
    var hookSecret = ""
    @Setting("JSON file of regions and emojis that only owners may change", .file)
    var locks = ""
    @Setting("Serve only existing documents: joining creates none")
    var existingOnly = false
    @Setting("Refuse renames: a proxy finds a document's server by its name")
    var fixedNames = false
    @Setting(
        "Seconds after which a document without members is unloaded",
        .number(1...1_000_000_000)
    )
    var idleSeconds = 60
    @Setting("Open connections", .limit())
    var connections = 10_000
    @Setting("Open connections from one address", .limit())
    var connectionsPerAddress = 512
    @Setting("New connections per second from one address; twice as many in a burst", .limit())
    var opensPerAddress = 1_000
    @Setting("Open connections of one user, identified by token", .limit())
    var connectionsPerUser = 64
    @Setting("Open connections that have not sent hello", .limit())
    var connectionsSilent = 1_000
    @Setting("Members of one document", .limit(1...100_000))
    var members = Limits.membersMax
    @Setting("Documents in all; at this number, joining creates no more", .limit())
    var documents = 100_000
    @Setting("Documents that one user of tokens may create", .limit())
    var documentsPerUser = 1_000
    @Setting("Mebibytes of one document on the disk, with its history and images", .limit())
    var documentMebibytes = 1_024
    @Setting("Mebibytes of all documents of one user of tokens", .limit())
    var userMebibytes = 4_096
    @Setting(
        "Mebibytes of the disk kept free; with less, edits wait; 0 keeps none",
        .limit(0...1_000_000_000)
    )
    var diskReserveMebibytes = 512
    @Setting("Messages per second read from one connection; more are read later", .limit())
    var messagesPerSecond = 1_000
    @Setting("Edits per second read from one connection", .limit())
    var editsPerSecond = 1_000
    @Setting("Presence messages per second read from one connection", .limit())
    var presencePerSecond = 120
    @Setting("Kibibytes per second read from one connection", .limit(1...1_000_000))
    var kibibytesPerSecond = 1_024
    @Setting(
        "Seconds of silence before a ping; disconnect after half as many more",
        .limit(1...3_600)
    )
    var pingSeconds = 20
    @Setting("Seconds that output may wait for a client to read it", .limit(1...3_600))
    var stallSeconds = 10
    @Setting("Mebibytes of edits that may queue for the disk", .limit(1...1_000_000))
    var queuedMebibytes = Limits.queuedBytesMax >> 20
    @Setting(
        "Mebibytes of output that may queue for all clients together",
        .limit(1...1_000_000)
    )
    var outboundMebibytes = 512
    @Setting(
        "Directory of scheduled backups, created if missing (default: no backups)",
        .directory
    )
    var backupDirectory = ""
    @Setting("Minutes between two scheduled backups; 0 for none", .number(0...525_600))
    var backupMinutes = 15
    @Setting(
        "Newest backups to keep, plus one per hour for a day and one per day for thirty days",
        .number(1...100_000)
    )
    var backupKeep = 8
    @Setting(
        "Path of the operator socket, relative to the data directory; empty for none",
        .path,
        reloads: false
    )
    var adminSocket = "admin.sock"
    @Setting(
        "Address and port of the Prometheus metrics, without access checks or TLS",
        .address,
        reloads: false
    )
    var metricsListen = ""
    @Setting(
        "Latest edits of each document to keep in its history; 0 for all",
        .number(0...1_000_000_000)
    )
    var historyEdits = 0
    @Setting("Days of history to keep; 0 for ever", .number(0...1_000_000))
    var historyDays = 0
    /// What waits for sockets.
    @Setting("Event loop: libev, or poll where libev is not available", reloads: false)
    package var loop = Loop.libev
    /// How many loops there are.
    @Setting(
        "Event loops that share the documents, one CPU core each",
        .number(1...64),
        reloads: false
    )
    package var loops = 1

    /// The event loops there are.
    package enum Loop: String, CaseIterable, Sendable {
        case libev
        case poll
    }

    /// Where backups go; nil for nowhere.
    package var backupFolder: BackupFolder? {
        backupDirectory.isEmpty ? nil : BackupFolder(path: backupDirectory)
    }

    /// What concerns documents and their members.
    package var hosting: HostingOptions {
        var hosting = HostingOptions()
        hosting.listen = listen
        hosting.host = host
        hosting.origin = origin
        hosting.existingOnly = existingOnly
        hosting.fixedNames = fixedNames
        hosting.idleSeconds = idleSeconds
        hosting.connectionsPerAddress = connectionsPerAddress
        hosting.connectionsPerUser = connectionsPerUser
        hosting.connectionsSilent = connectionsSilent
        hosting.members = members
        hosting.documents = documents
        hosting.documentsPerUser = documentsPerUser
        hosting.documentMebibytes = documentMebibytes
        hosting.userMebibytes = userMebibytes
        hosting.messagesPerSecond = messagesPerSecond
        hosting.editsPerSecond = editsPerSecond
        hosting.presencePerSecond = presencePerSecond
        hosting.kibibytesPerSecond = kibibytesPerSecond
        hosting.trustedProxies = trustedProxies
        hosting.queuedBytesMax = queuedMebibytes << 20
        return hosting
    }

    /// What concerns connections.
    package var connectionLimits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.connectionsMax = connections
        limits.connectionsPerAddressMax = connectionsPerAddress
        limits.acceptsPerAddressPerSecond = opensPerAddress
        // Who expects more from one address expects more work of it as well.
        let usual = ServerOptions().connectionsPerAddress
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
