internal import EmojiArt
package import Hosting
package import Logging
package import WebSockets
internal import Wire

/// What an operator decides: the effective values, wherever each came from.
///
/// A row of `Setting.all` names each of them and says how it is given; `Configuration` puts them
/// together.
@dynamicMemberLookup
package struct ServerOptions: Sendable, Equatable {
    /// What concerns documents and their members.
    package var hosting = HostingOptions()
    /// Directory of the journal.
    package var data = "data"
    package var logLevel = Logger.Level.info
    package var logFormat = LogFormat.text
    /// PEM file of the certificate for TLS, and those behind it; empty without TLS.
    var tlsCertificate = ""
    /// PEM file of the certificate's key.
    var tlsKey = ""
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
    /// Connections at once.
    var connections = 10_000
    /// Connections that one address may open in a second; twice as many at once.
    var opensPerAddress = 1_000
    /// Mebibytes of the disk that stay free: with less, edits wait; 0 for none.
    var diskReserveMebibytes = 512
    /// Seconds of silence after which a client is pinged; it is cut after half as many again.
    var pingSeconds = 20
    /// Seconds that output may wait for a client that reads nothing of it.
    var stallSeconds = 10
    /// Mebibytes that may wait for all clients together to read.
    var outboundMebibytes = 512
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
    package var loop = Loop.libev
    /// How many event loops share the documents, each on a thread of its own.
    package var loops = 1

    package subscript<Value>(dynamicMember path: WritableKeyPath<HostingOptions, Value>) -> Value {
        get { hosting[keyPath: path] }
        set { hosting[keyPath: path] = newValue }
    }

    /// The event loops there are.
    package enum Loop: String, CaseIterable, Sendable {
        case libev
        case poll
    }

    /// Mebibytes of edits that may wait in memory for the disk.
    var queuedMebibytes: Int {
        get { hosting.queuedBytesMax >> 20 }
        set { hosting.queuedBytesMax = newValue << 20 }
    }

    /// Where backups go; nil for nowhere.
    package var backupFolder: BackupFolder? {
        backupDirectory.isEmpty ? nil : BackupFolder(path: backupDirectory)
    }

    package var connectionLimits: ConnectionLimits {
        var limits = ConnectionLimits()
        limits.connectionsMax = connections
        limits.connectionsPerAddressMax = hosting.connectionsPerAddress
        limits.acceptsPerAddressPerSecond = opensPerAddress
        // Who expects more from one address expects more work of it as well.
        let usual = ServerOptions().connectionsPerAddress
        let factor = min(max(1, hosting.connectionsPerAddress / usual), 1_000)
        limits.sharedWorkPerSecond *= factor
        limits.sharedWorkBurst *= factor
        limits.sharedOutputPerSecond *= factor
        limits.sharedOutputBurst *= factor
        limits.sharedUploadPerSecond *= factor
        limits.queuedBytesTotalMax = (outboundMebibytes << 20) / loops
        limits.pingIntervalSeconds = pingSeconds
        limits.idleTimeoutSeconds = pingSeconds + max(1, pingSeconds / 2)
        limits.stallTimeoutSeconds = stallSeconds
        limits.inboundBytesPerSecond = hosting.kibibytesPerSecond << 10
        limits.inboundBytesBurst = 4 * limits.inboundBytesPerSecond
        limits.inboundMessagesPerSecond = hosting.messagesPerSecond
        limits.inboundMessagesBurst = 2 * hosting.messagesPerSecond
        return limits
    }
}
