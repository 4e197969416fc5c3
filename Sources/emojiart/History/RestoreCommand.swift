internal import ArgumentParser
internal import Sync
internal import Wire

struct Restore: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Restore a document as it was at a moment, as a new edit.",
        discussion: """
            Nothing is lost: later edits stay in the history, and one `undo` reverts the restore. \
            Edits that other members make meanwhile come before or after it, as with any edit.
            """
    )

    @OptionGroup var options: ClientOptions
    @Option(help: "The moment: \(MomentArgument.help).") var at: MomentArgument

    func run() throws {
        let moment = at.moment
        let revision =
            try moment.revision
            ?? options.request.past(of: options.url).state(at: moment).revision
        try options.edit(.revert(to: revision))
    }
}
