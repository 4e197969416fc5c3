internal import EmojiArt
internal import WebSockets

/// What the operator of a simulated server decided.
struct ServerOptions {
    var listen = ListenAddress()
    var data = "data"
    var host: [String] = []
    var origin: [String] = []
    var existingOnly = false
    var idleSeconds = 2

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
