internal import ArgumentParser
internal import Foundation

/// `emojiart`: edits and reads documents of an EmojiArt Sync server, for people and for scripts.
@main
struct EmojiArtCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emojiart",
        abstract: "Edit and read documents of an EmojiArt Sync server.",
        discussion: """
            URL is ws://HOST:PORT/documents/NAME. `open` is the editor. `log`, `diff`, `blame` and \
            `play` print text unless --json is given. All other commands write only JSON, one \
            object a line, or the requested file to standard output, and everything else to \
            standard error.

            Exit codes: 0 done, 2 usage, 3 no connection or no such document, 4 an edit was \
            refused, 5 timeout, 6 an edit may be in the document or not, 130 interrupted.
            """,
        version: "0.2.0",
        subcommands: [
            Open.self, Watch.self, Edit.self, Add.self, Move.self, Scale.self, Delete.self,
            Arrange.self, BackgroundCommand.self, Undo.self, Redo.self, Import.self, Export.self,
            List.self, Log.self, Diff.self, BlameCommand.self, Checkout.self, Restore.self,
            Play.self, Reset.self,
        ]
    )

    /// Like `ParsableCommand.main`, but wrong usage exits with 2.
    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch let status as ExitStatus {
            if let text = status.text { Output.explain(text) }
            Foundation.exit(status.code)
        } catch {
            guard exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Output.explain(fullMessage(for: error))
            Foundation.exit(ExitStatus.usage("").code)
        }
    }
}
