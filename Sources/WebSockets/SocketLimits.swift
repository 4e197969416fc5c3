/// The limits that both ends of a WebSocket have, in the loop's unit: milliseconds.
struct SocketLimits {
    let messageBytesMax: Int
    let fragmentsMax: Int
    let pingInterval: UInt64
    let idleTimeout: UInt64
    let stallTimeout: UInt64
    let closeTimeout: UInt64
    let queuedBytesMax: Int

    init(_ limits: ConnectionLimits) {
        messageBytesMax = limits.messageBytesMax
        fragmentsMax = limits.fragmentsMax
        pingInterval = UInt64(limits.pingIntervalSeconds) * 1_000
        idleTimeout = UInt64(limits.idleTimeoutSeconds) * 1_000
        stallTimeout = UInt64(limits.stallTimeoutSeconds) * 1_000
        closeTimeout = UInt64(limits.closeTimeoutSeconds) * 1_000
        queuedBytesMax = limits.queuedBytesMax
    }

    init(_ limits: ClientLimits) {
        messageBytesMax = limits.messageBytesMax
        fragmentsMax = limits.fragmentsMax
        pingInterval = UInt64(limits.pingIntervalSeconds) * 1_000
        idleTimeout = UInt64(limits.idleTimeoutSeconds) * 1_000
        stallTimeout = UInt64(limits.stallTimeoutSeconds) * 1_000
        closeTimeout = UInt64(limits.closeTimeoutSeconds) * 1_000
        queuedBytesMax = limits.queuedBytesMax
    }
}
