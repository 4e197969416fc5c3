internal import Hosting

/// How much of everything there may be.
extension Setting {
    /// The limits, all of which a running server takes anew.
    static let limits = [
        Setting(
            "connections",
            \.connections,
            flag: \.limits.connections,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "connections-per-address",
            \.connectionsPerAddress,
            flag: \.limits.connectionsPerAddress,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "opens-per-address",
            \.opensPerAddress,
            flag: \.limits.opensPerAddress,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "connections-per-user",
            \.connectionsPerUser,
            flag: \.limits.connectionsPerUser,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "connections-silent",
            \.connectionsSilent,
            flag: \.limits.connectionsSilent,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "members",
            \.members,
            flag: \.limits.members,
            in: 1...100_000,
            isReloadable: true
        ),
        Setting(
            "documents",
            \.documents,
            flag: \.limits.documents,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "documents-per-user",
            \.documentsPerUser,
            flag: \.limits.documentsPerUser,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "document-mebibytes",
            \.documentMebibytes,
            flag: \.limits.documentMebibytes,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "user-mebibytes",
            \.userMebibytes,
            flag: \.limits.userMebibytes,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "disk-reserve-mebibytes",
            \.diskReserveMebibytes,
            flag: \.limits.diskReserveMebibytes,
            in: 0...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "messages-per-second",
            \.messagesPerSecond,
            flag: \.limits.messagesPerSecond,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "edits-per-second",
            \.editsPerSecond,
            flag: \.limits.editsPerSecond,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "presence-per-second",
            \.presencePerSecond,
            flag: \.limits.presencePerSecond,
            in: 1...1_000_000_000,
            isReloadable: true
        ),
        Setting(
            "kibibytes-per-second",
            \.kibibytesPerSecond,
            flag: \.limits.kibibytesPerSecond,
            in: 1...1_000_000,
            isReloadable: true
        ),
        Setting(
            "ping-seconds",
            \.pingSeconds,
            flag: \.limits.pingSeconds,
            in: 1...3_600,
            isReloadable: true
        ),
        Setting(
            "stall-seconds",
            \.stallSeconds,
            flag: \.limits.stallSeconds,
            in: 1...3_600,
            isReloadable: true
        ),
        Setting(
            "queued-mebibytes",
            \.queuedMebibytes,
            flag: \.limits.queuedMebibytes,
            in: 1...1_000_000,
            isReloadable: true
        ),
        Setting(
            "outbound-mebibytes",
            \.outboundMebibytes,
            flag: \.limits.outboundMebibytes,
            in: 1...1_000_000,
            isReloadable: true
        ),
    ]
}
