internal import ArgumentParser
internal import EmojiArt
internal import Foundation
internal import Storage

/// `emojiart-server restore`: puts a backup in place.
struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore",
        abstract: "Put a backup, or one document of it, into the directory of a stopped server.",
        discussion: """
            The backup is verified first. Clients learn that the history was replaced: what they \
            had sent and was not answered they keep and send again.

            emojiart-server restore backup.sqlite --data data
            emojiart-server restore backup.sqlite --data data --replace --at 2026-11-22T06:00:00Z
            emojiart-server restore backup.sqlite --data data --document valley --at 120
            """
    )

    @Argument(help: "The backup.")
    var backup: String

    @Option(help: "Directory of the journal; made when it does not exist.")
    var data = "data"

    @Option(help: "Restore this document alone, into the journal that is there.")
    var document: String?

    @Option(
        help: """
            A revision of the document, or a time such as 2026-11-22T06:00:00Z: what came after \
            it is left out.
            """,
        transform: RestoreCommand.point
    )
    var at = RestorePoint.end

    @Flag(help: "Replace the journal that is there, which is kept under another name.")
    var replace = false

    func validate() throws {
        if case .revision = at, document == nil {
            throw ValidationError("A revision is one document's: say --document NAME as well.")
        }
        if let document, DocumentName(document) == nil {
            throw ValidationError("\(document) is no name of a document; a name is a-z 0-9 - _.")
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
                "--at takes a revision, or a time with its offset such as 2026-11-22T06:00:00Z."
            )
        }
        return point
    }
}
