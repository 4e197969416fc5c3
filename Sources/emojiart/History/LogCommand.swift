internal import ArgumentParser
internal import EmojiArt
internal import Wire

struct Log: ParsableCommand {
    static let configuration = CommandConfiguration(
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
        let past = try options.request.past(of: options.url)
        let kept = try past.kept()
        let first = max(kept.first, after?.moment.revision ?? 0)
        var end = min(kept.revision, until?.moment.revision ?? .max)
        var rest = count ?? .max
        // From the end: the newest come first, and no more is fetched than is printed.
        while end > first, rest > 0 {
            let begin = max(first, end - 500)
            var edits: [ServerMessage.Edit] = []
            try past.edits(after: begin, upTo: end) {
                edits += $0
                return true
            }
            for edit in edits.reversed() where rest > 0 {
                // All before it are older, too.
                if let time = after?.moment.time, edit.time <= time { return }
                if let client, edit.client != client { continue }
                if let time = until?.moment.time, edit.time > time { continue }
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
}

enum EditText {
    /// The edit as a line of a log: revision, time, client, what.
    static func line(_ edit: ServerMessage.Edit) -> String {
        "\(edit.revision)  \(Moment.time(edit.time).text)  client \(edit.client)  \(what(edit))"
    }

    static func what(_ edit: ServerMessage.Edit) -> String {
        let operation = what(edit.operation)
        if let walk = edit.walk {
            return "\(walk.direction.rawValue) of \(walk.revision): \(operation)"
        }
        if let revision = edit.revert { return "restore of \(revision): \(operation)" }
        return operation
    }

    private static func what(_ operation: Operation) -> String {
        switch operation {
        case .add(let new):
            "add " + list(new.map { "\($0.id) \($0.text.string) at \($0.x),\($0.y)" })
        case .move(let ids, let dx, let dy): "move \(list(ids)) by \(dx),\(dy)"
        case .scale(let ids, let factor):
            "scale \(list(ids)) by \(Double(factor.numerator) / Double(factor.denominator))"
        case .delete(let ids): "delete \(list(ids))"
        case .arrange(let ids, let place): "arrange \(list(ids)) to \(place.rawValue)"
        case .background(.blank): "background none"
        case .background(.url(let url)): "background \(url.string.prefix(60))"
        case .canvas(nil): "bounds none"
        case .canvas(let canvas?): "bounds \(canvas.width) x \(canvas.height)"
        case .restore(let emojis): "bring back " + list(emojis.map { "\($0.id) \($0.text.string)" })
        case .resize(let items): "resize " + list(items.map { "\($0.id) to \($0.value)" })
        case .restack(let items): "arrange \(list(items.map(\.id)))"
        case .replace(let replacement):
            "remove \(replacement.ids.count), set \(replacement.emojis.count)"
        case .none: "nothing"
        }
    }

    private static func list(_ ids: [EmojiID]) -> String { list(ids.map(\.description)) }

    private static func list(_ items: [String]) -> String {
        let shown = items.prefix(3).joined(separator: ", ")
        return items.count > 3 ? "\(shown) and \(items.count - 3) more" : shown
    }
}
