internal import ArgumentParser

/// The limits, as the command line gives them; nil where it does not.
struct LimitFlags: ParsableArguments {
    @Option(help: .setting("Connections at once", \.connections))
    var connections: Int?

    @Option(help: .setting("Connections from one address at once", \.connectionsPerAddress))
    var connectionsPerAddress: Int?

    @Option(
        help: .setting(
            "Connections that one address may open in a second; twice as many at once",
            \.opensPerAddress
        )
    )
    var opensPerAddress: Int?

    @Option(
        help: .setting("Connections of one user at once, by their tokens", \.connectionsPerUser)
    )
    var connectionsPerUser: Int?

    @Option(help: .setting("Connections at once that have not said hello", \.connectionsSilent))
    var connectionsSilent: Int?

    @Option(help: .setting("Members of one document", \.members))
    var members: Int?

    @Option(help: .setting("Documents that there may be before no more are made", \.documents))
    var documents: Int?

    @Option(
        help: .setting(
            "Messages per second that are read of one connection; beyond, it waits",
            \.messagesPerSecond
        )
    )
    var messagesPerSecond: Int?

    @Option(help: .setting("Edits per second that are read of one connection", \.editsPerSecond))
    var editsPerSecond: Int?

    @Option(
        help: .setting(
            "Presence messages per second that are read of one connection",
            \.presencePerSecond
        )
    )
    var presencePerSecond: Int?

    @Option(
        help: .setting("Kibibytes per second that are read of one connection", \.kibibytesPerSecond)
    )
    var kibibytesPerSecond: Int?

    @Option(
        help: .setting(
            "Seconds of silence after which a client is pinged; cut after half as many again",
            \.pingSeconds
        )
    )
    var pingSeconds: Int?

    @Option(
        help: .setting("Seconds that output may wait for a client to read", \.stallSeconds)
    )
    var stallSeconds: Int?

    @Option(
        help: .setting("Mebibytes of edits that may wait in memory for the disk", \.queuedMebibytes)
    )
    var queuedMebibytes: Int?

    @Option(
        help: .setting(
            "Mebibytes that may wait for all clients together to read",
            \.outboundMebibytes
        )
    )
    var outboundMebibytes: Int?
}
