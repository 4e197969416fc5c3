internal import EmojiArt
internal import WebSockets
internal import Wire

/// What the operator of a simulated server decided.
struct ServerOptions {
    var listen = ListenAddress()
    var data = "data"
    var host: [String] = []
    var origin: [String] = []
    var existingOnly = false
    var fixedNames = false
    var idleSeconds = 2
    var connectionsPerUser = 64
    var connectionsSilent = 1_000
    var connectionsPerAddress = 512
    var members = Limits.membersMax
    var documents = 100_000
    var documentsPerUser = 1_000
    var documentMebibytes = 1_024
    var userMebibytes = 4_096
    var diskReserveMebibytes = 0
    var editsPerSecond = 1_000
    var presencePerSecond = 120
    var backupFolder: BackupFolder? { nil }
    var backupMinutes = 0
    var backupKeep = 1
    var historyEdits = 0
    var historyDays = 0

    var trustedProxies: [AddressRange] { [] }

    var told: ServerLimits {
        ServerLimits(members: members, messages: 1_000, edits: 1_000, presence: 120, bytes: 1 << 20)
    }

    var queuedBytesMax: Int { Limits.queuedBytesMax }

    var connectionLimits: ConnectionLimits {
        var limits = ConnectionLimits()
        // Work is measured in true time, which must not decide anything here.
        limits.inboundWorkPerSecond = 1_000_000_000
        limits.inboundWorkBurst = 1_000_000_000
        limits.queuedBytesMax = 65_536
        return limits
    }
}
