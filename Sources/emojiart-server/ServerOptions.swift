internal import EmojiArt
internal import Logging
internal import WebSockets
internal import Wire

/// What an operator decides: the effective values, wherever each came from.
///
/// A row of `Setting.all` names each of them and says how it is given; `Configuration` puts them
/// together.
struct ServerOptions: Sendable, Equatable {
    /// Address and port to listen on; port 0 takes any free one.
    var listen = ListenAddress(host: "127.0.0.1", port: 8080)
    /// Directory of the journal.
    var data = "data"
    var logLevel = Logger.Level.info
    var logFormat = LogFormat.text
    /// Host names that clients use for this server, besides the address.
    var host: [String] = []
    /// Origins whose pages may connect, besides the server's own.
    var origin: [String] = []
    /// PEM file of the certificate for TLS, and those behind it; empty without TLS.
    var tlsCertificate = ""
    /// PEM file of the certificate's key.
    var tlsKey = ""
    /// Whether a proxy in front brings TLS.
    var behindProxy = false
    /// Proxies, or ranges of them, that are believed who their clients are.
    var trustedProxy: [String] = []
    /// File of the secret by which tokens are signed (HS256); empty for none.
    var tokenSecret = ""
    /// File of the JSON Web Key Set by whose keys tokens are signed; empty for none.
    var tokenKeys = ""
    /// What a token's `aud` has to name; empty when it is not looked at.
    var tokenAudience = ""
    /// Whether everybody who can reach the server may read and edit all documents.
    var everyoneMayEdit = false
    /// Who is told what happens to documents; empty for nobody.
    var webhook = ""
    /// Seconds between what is told of one document.
    var webhookSeconds = 10
    /// Who is asked about each edit; empty for nobody.
    var ruleHook = ""
    /// Milliseconds that an answer about an edit may take.
    var ruleHookMilliseconds = 1_000
    /// What happens to an edit when there is no answer about it.
    var ruleHookFailure = RuleHook.Failure.later
    /// File of the secret by which what is sent to hooks is signed; empty for none.
    var hookSecret = ""
    /// File of the locks of documents; empty for none.
    var locks = ""
    /// Whether a join makes no new document.
    var existingOnly = false
    /// Whether documents keep their names, by which a proxy finds their server.
    var fixedNames = false
    /// Seconds after which a document without members is unloaded.
    var idleSeconds = 60
    /// Connections at once.
    var connections = 10_000
    /// Connections from one address at once.
    var connectionsPerAddress = 512
    /// Connections that one address may open in a second; twice as many at once.
    var opensPerAddress = 1_000
    /// Connections of one user at once, by their tokens.
    var connectionsPerUser = 64
    /// Connections at once that have not said hello.
    var connectionsSilent = 1_000
    /// Members of one document.
    var members = Limits.membersMax
    /// Documents that there may be before no more are made.
    var documents = 100_000
    /// Documents that one user may have made, by the tokens.
    var documentsPerUser = 1_000
    /// Mebibytes that one document may take of the disk, with its past and its pictures.
    var documentMebibytes = 1_024
    /// Mebibytes that all documents may take together that one user made.
    var userMebibytes = 4_096
    /// Mebibytes of the disk that stay free: with less, edits wait; 0 for none.
    var diskReserveMebibytes = 512
    /// Messages per second that are read of one connection; beyond, it waits.
    var messagesPerSecond = 1_000
    /// Edits per second that are read of one connection.
    var editsPerSecond = 1_000
    /// Presence messages per second that are read of one connection.
    var presencePerSecond = 120
    /// Kibibytes per second that are read of one connection.
    var kibibytesPerSecond = 1_024
    /// Seconds of silence after which a client is pinged; it is cut after half as many again.
    var pingSeconds = 20
    /// Seconds that output may wait for a client that reads nothing of it.
    var stallSeconds = 10
    /// Mebibytes that may wait for all clients together to read.
    var outboundMebibytes = 512
    /// Mebibytes of edits that may wait in memory for the disk.
    var queuedMebibytes = Limits.queuedBytesMax >> 20
    /// Directory of backups; empty for none.
    var backupDirectory = ""
    /// Minutes between two backups; 0 for none by themselves.
    var backupMinutes = 15
    /// How many of the newest backups stay, besides those of past hours and days.
    var backupKeep = 8
    /// Path of the operators' socket, relative to the data directory; empty for none.
    var adminSocket = "admin.sock"
    /// Address and port of figures for Prometheus; empty for none.
    var metricsListen = ""
    /// Edits of each document whose past is kept, counted from the last; 0 for all.
    var historyEdits = 0
    /// Days for which the past of documents is kept; 0 for ever.
    var historyDays = 0
    var loop = Loop.libev
    /// How many event loops share the documents, each on a thread of its own.
    var loops = 1

    /// The event loops there are.
    enum Loop: String, CaseIterable, Sendable {
        case libev
        case poll
    }

    /// Where backups go; nil for nowhere.
    var backupFolder: BackupFolder? {
        backupDirectory.isEmpty ? nil : BackupFolder(path: backupDirectory)
    }

    /// Bytes of edits that may wait in memory for the disk.
    var queuedBytesMax: Int { queuedMebibytes << 20 }

    /// What a client is told of them.
    var told: ServerLimits {
        ServerLimits(
            members: members,
            messages: messagesPerSecond,
            edits: editsPerSecond,
            presence: presencePerSecond,
            bytes: kibibytesPerSecond << 10
        )
    }

    var connectionLimits: ConnectionLimits {
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
