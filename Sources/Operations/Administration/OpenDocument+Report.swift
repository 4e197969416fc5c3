internal import EmojiArt
internal import Hosting
internal import Sync
internal import Tokens
internal import WebSockets
internal import Wire

extension OpenDocument {
    /// About how many bytes an emoji takes: its row of the table, its text, its part in undo.
    private static let emojiBytes = 192
    /// About how many bytes a member takes: its connection here and in libwebsockets.
    private static let memberBytes = 4_500

    var report: DocumentReport { report(members: nil) }

    var detailedReport: DocumentReport {
        let members = guests.values.sorted { $0.number < $1.number }.map { guest in
            let identity = session.identity(of: guest.number)
            return DocumentReport.Member(
                number: guest.number,
                client: identity?.client,
                name: identity?.name ?? "",
                user: guest.grant?.user,
                role: guest.grant?.role.rawValue,
                address: guest.connection.peerAddress,
                since: guest.since,
                backlogBytes: guest.connection.backlogBytes
            )
        }
        return report(members: members)
    }

    /// 64 bits as the protocol writes them.
    private static func digits(of epoch: UInt64) -> String {
        let digits = String(epoch, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private func report(members: [DocumentReport.Member]?) -> DocumentReport {
        DocumentReport(
            name: name.string,
            revision: session.revision,
            isFrozen: isFrozen,
            open: DocumentReport.Open(
                epoch: Self.digits(of: session.epoch),
                emojis: session.emojiCount,
                memberCount: guests.count,
                memoryBytes: log.byteCount + Self.emojiBytes * session.emojiCount
                    + Self.memberBytes * guests.count,
                backlogBytes: guests.values.reduce(0) { $0 + $1.connection.backlogBytes },
                members: members
            )
        )
    }
}
