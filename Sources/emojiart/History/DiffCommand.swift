internal import ArgumentParser
internal import EmojiArt
internal import Wire

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Print the differences between two moments of a document.",
        discussion:
            "A line begins with + for an added emoji, - for a removed one, ~ for a change."
    )

    @OptionGroup var options: PastOptions
    @Argument(help: "The earlier moment: \(MomentArgument.help).") var from: MomentArgument
    @Argument(help: "The later moment, in the same form; default: now.") var to: MomentArgument?
    @Flag(help: "Print JSON, one object a line.") var json = false

    func run() throws {
        let past = try options.past()
        let old = try past.state(at: from.moment)
        let new = try past.state(at: to?.moment)
        let difference = DocumentDifference(from: old.document, to: new.document)
        if json {
            for line in difference.json { Output.line(line) }
        } else {
            for line in difference.lines { Output.text(line) }
        }
    }
}
