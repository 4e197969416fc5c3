internal import ArgumentParser
internal import Hosting

/// The limits, as the command line gives them; nil where it does not.
struct LimitFlags: ParsableArguments {
    @Option(help: .setting("Open connections", \.connections))
    var connections: Int?

    @Option(help: .setting("Open connections from one address", \.connectionsPerAddress))
    var connectionsPerAddress: Int?

    @Option(
        help: .setting(
            "New connections per second from one address; twice as many in a burst",
            \.opensPerAddress
        )
    )
    var opensPerAddress: Int?

    @Option(
        help: .setting("Open connections of one user, identified by token", \.connectionsPerUser)
    )
    var connectionsPerUser: Int?

    @Option(help: .setting("Open connections that have not sent hello", \.connectionsSilent))
    var connectionsSilent: Int?

    @Option(help: .setting("Members of one document", \.members))
    var members: Int?

    @Option(
        help: .setting("Documents in all; at this number, joining creates no more", \.documents)
    )
    var documents: Int?

    @Option(help: .setting("Documents that one user of tokens may create", \.documentsPerUser))
    var documentsPerUser: Int?

    @Option(
        help: .setting(
            "Mebibytes of one document on the disk, with its history and images",
            \.documentMebibytes
        )
    )
    var documentMebibytes: Int?

    @Option(
        help: .setting("Mebibytes of all documents of one user of tokens", \.userMebibytes)
    )
    var userMebibytes: Int?

    @Option(
        help: .setting(
            "Mebibytes of the disk kept free; with less, edits wait; 0 keeps none",
            \.diskReserveMebibytes
        )
    )
    var diskReserveMebibytes: Int?

    @Option(
        help: .setting(
            "Messages per second read from one connection; more are read later",
            \.messagesPerSecond
        )
    )
    var messagesPerSecond: Int?

    @Option(help: .setting("Edits per second read from one connection", \.editsPerSecond))
    var editsPerSecond: Int?

    @Option(
        help: .setting(
            "Presence messages per second read from one connection",
            \.presencePerSecond
        )
    )
    var presencePerSecond: Int?

    @Option(
        help: .setting("Kibibytes per second read from one connection", \.kibibytesPerSecond)
    )
    var kibibytesPerSecond: Int?

    @Option(
        help: .setting(
            "Seconds of silence before a ping; disconnect after half as many more",
            \.pingSeconds
        )
    )
    var pingSeconds: Int?

    @Option(
        help: .setting("Seconds that output may wait for a client to read it", \.stallSeconds)
    )
    var stallSeconds: Int?

    @Option(
        help: .setting("Mebibytes of edits that may queue for the disk", \.queuedMebibytes)
    )
    var queuedMebibytes: Int?

    @Option(
        help: .setting(
            "Mebibytes of output that may queue for all clients together",
            \.outboundMebibytes
        )
    )
    var outboundMebibytes: Int?
}
