internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Hosting
internal import Operations
internal import Store

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Restore a backup, or one of its documents, into a stopped server's directory.",
        discussion: """
            The backup is verified first. When clients reconnect, they learn that the history was \
            replaced; they keep their unacknowledged edits and resend them.

            emojiart-server restore backup.sqlite --data data
            emojiart-server restore backup.sqlite --data data --replace --at 2026-11-22T06:00:00Z
            emojiart-server restore backup.sqlite --data data --document valley --at 120
            """
    )

    @Argument(help: "Backup file.")
    var backup: String

    @Option(help: "Directory of the journal; created if missing.")
    var data = "data"

    @Option(help: "Restore only this document; others in the directory stay as they are.")
    var document: String?

    @Option(
        help: "Last revision or time to keep, such as 120 or 2026-11-22T06:00:00Z.",
        transform: RestoreCommand.point
    )
    var at = RestorePoint.end

    @Flag(help: "Replace the existing journal, which is kept under another name.")
    var replace = false

    func validate() throws {
        if case .revision = at, document == nil {
            throw ValidationError("a revision belongs to one document: add --document NAME")
        }
        if let document, DocumentName(document) == nil {
            throw ValidationError("'\(document)' is not a document name: use a-z 0-9 - _")
        }
    }

    func run() throws {
        try OperatorExit.ifFailing {
            var restoration = Restoration(backup: backup, directory: data)
            restoration.document = document
            restoration.point = at
            restoration.replaces = replace
            try restoration.run { print($0) }
        }
    }

    private static func point(_ text: String) throws -> RestorePoint {
        guard let point = RestorePoint(text) else {
            throw ValidationError(
                "--at takes a revision, or a time with its offset such as 2026-11-22T06:00:00Z"
            )
        }
        return point
    }
}
