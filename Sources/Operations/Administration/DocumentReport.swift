internal import EmojiArt
internal import Foundation
internal import Hosting
internal import Store
internal import Sync
internal import Tokens
internal import WebSockets
internal import Wire

/// A document as operators see it; the same for the server that writes it and the command that
/// reads it.
package struct DocumentReport: Codable, Equatable, Sendable {
    /// The document's name.
    package let name: String
    /// The last edit, durable or not.
    package let revision: Int
    /// When it was last edited, or made, in milliseconds since 1970; absent while it is open.
    package var time: Int?
    /// Whether its edits are not taken.
    package let isFrozen: Bool
    /// What is in memory of it; absent while it is not open.
    package var open: Open?

    /// What an open document has.
    package struct Open: Codable, Equatable, Sendable {
        /// The id of its history.
        package let epoch: String
        /// How many there are.
        package let emojis: Int
        /// How many there are.
        package let memberCount: Int
        /// About how many bytes it takes in memory.
        package let memoryBytes: Int
        /// Bytes that its members have yet to read.
        package let backlogBytes: Int
        /// Who is there; absent in lists.
        package var members: [Member]?
    }

    /// One member.
    package struct Member: Codable, Equatable, Sendable {
        /// By which operators name it.
        package let number: Int
        /// The client's number in the document; absent for a viewer.
        package let client: Int?
        /// What it calls itself: anything.
        package let name: String
        /// Who it is by its token; absent where no tokens are asked for.
        package let user: String?
        /// What it may do by its token: viewer, editor or owner.
        package let role: String?
        /// The address that it comes from.
        package let address: String
        /// When it came, in milliseconds since 1970.
        package let since: Int
        /// Bytes that it has yet to read.
        package let backlogBytes: Int
    }
}

extension DocumentReport {
    /// What is stored of a document that is not open.
    init(stored summary: DocumentSummary, isFrozen: Bool) {
        self.init(
            name: summary.name,
            revision: Int(summary.revision),
            time: Int(summary.time),
            isFrozen: isFrozen
        )
    }
}

/// The answer to who ends the server.
package struct DrainReport: Codable, Sendable {
    /// The process that is about to end.
    package let process: Int32
}

/// A word about tokens that are refused, for an operator.
package struct RevocationReport: Codable, Equatable {
    /// `id` or `user`.
    package let kind: String
    /// The token's id, or the user.
    package let subject: String
    /// When it was said, in milliseconds since 1970: a user's later tokens count.
    package let time: Int
}

extension Revocations {
    var reports: [RevocationReport] {
        [StoredRevocation.Kind.id, .user].flatMap { kind in
            (times[kind] ?? [:]).sorted { $0.key < $1.key }.map {
                RevocationReport(kind: kind.rawValue, subject: $0.key, time: $0.value)
            }
        }
    }
}

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

    private func report(members: [DocumentReport.Member]?) -> DocumentReport {
        DocumentReport(
            name: name.string,
            revision: session.revision,
            isFrozen: isFrozen,
            open: DocumentReport.Open(
                epoch: session.epoch.digits,
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

/// JSON for operators: keys in the order of the alphabet, and slashes as they are.
package enum OperatorJSON {
    /// Writes a value.
    ///
    /// - Throws: when it cannot be written, as a number that is none.
    package static func bytes(of value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Array(try encoder.encode(value))
    }

    /// Prints a value on a line.
    package static func print(_ value: some Encodable) throws {
        Swift.print(String(decoding: try bytes(of: value), as: UTF8.self))
    }
}
