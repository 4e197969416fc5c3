internal import ArgumentParser
internal import EmojiArt
internal import Wire

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Print the edits of a document, newest first.",
        discussion: """
            A line has the revision, the time, the client's number and the operation. Names are \
            shared only while members are connected, and never stored.
            """
    )

    @OptionGroup var options: PastOptions
    @Flag(help: "Print each edit as in the protocol.") var json = false
    @Option(name: .customShort("n"), help: "Print at most this number of edits.") var count: Int?
    @Option(help: "Only edits after \(MomentArgument.help).") var after: MomentArgument?
    @Option(help: "Only edits up to this moment, in the same form.") var until: MomentArgument?
    @Option(help: "Only edits of the client with this number.") var client: Int?

    func validate() throws {
        guard count ?? 1 > 0 else { throw ValidationError("-n takes 1 or more.") }
    }

    func run() throws {
        let past = try options.past()
        let kept = try past.kept()
        let (first, last) = (lowest(kept), highest(kept))
        var rest = count ?? .max
        var end = last
        // From the end: the newest come first, and no more is fetched than is printed.
        while end > first, rest > 0 {
            let begin = max(first, end - 500)
            var edits: [ServerMessage.Edit] = []
            try past.edits(after: begin, upTo: end) {
                edits += $0
                return true
            }
            for edit in edits.reversed() where rest > 0 {
                if isBefore(edit) { return }
                guard matches(edit) else { continue }
                rest -= 1
                if json {
                    Output.line(ServerMessage.edit(edit).encoded)
                } else {
                    Output.text(EditText.line(edit))
                }
            }
            end = begin
        }
    }

    private func lowest(_ kept: PastFetch.Kept) -> Int {
        guard case .revision(let revision)? = after?.moment else { return kept.first }
        return max(kept.first, revision)
    }

    private func highest(_ kept: PastFetch.Kept) -> Int {
        guard case .revision(let revision)? = until?.moment else { return kept.revision }
        return min(kept.revision, revision)
    }

    /// Whether the edit, and so all before it, is older than what is asked for.
    private func isBefore(_ edit: ServerMessage.Edit) -> Bool {
        if case .time(let time)? = after?.moment { edit.time <= time } else { false }
    }

    private func matches(_ edit: ServerMessage.Edit) -> Bool {
        if let client, edit.client != client { return false }
        if case .time(let time)? = until?.moment, edit.time > time { return false }
        return true
    }
}
