internal import ArgumentParser
internal import EmojiArt
internal import Sync
internal import Wire

struct BlameCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "blame",
        abstract: "Print who added each emoji, and who last moved, scaled and arranged it.",
        discussion: """
            Emojis are in drawing order, the lowest first. Clients are shown by number. A change \
            from before the kept history has no client.
            """
    )

    @OptionGroup var options: PastOptions
    @Argument(help: "Ids of the emojis; default: all.", transform: EmojiID.read)
    var ids: [EmojiID] = []
    @Option(help: "The moment: \(MomentArgument.help).") var at: MomentArgument?
    @Flag(help: "Print JSON, one object a line.") var json = false

    func run() throws {
        let past = try options.request.past(of: options.url)
        let kept = try past.kept()
        var last = kept.revision
        if let at { last = try past.state(at: at.moment).revision }
        var blame = Blame(from: try past.state(at: .revision(kept.first)))
        try past.edits(after: kept.first, upTo: last) { (page) throws(ExitStatus) in
            for edit in page where !blame.take(edit) {
                throw .noConnection("edit \(edit.revision) does not apply: history replaced")
            }
            return true
        }
        let document = blame.moment.document
        let missing = ids.filter { document.emojis[$0] == nil }
        guard missing.isEmpty else {
            let names = missing.map(\.description).joined(separator: ", ")
            throw ExitStatus.usage("the document has no emoji \(names) at revision \(last)")
        }
        let wanted = Set(ids)
        for emoji in document.drawingOrder where wanted.isEmpty || wanted.contains(emoji.id) {
            tell(emoji, blame[emoji.id])
        }
    }

    private func tell(_ emoji: Emoji, _ marks: Blame.Marks) {
        let all = [
            ("added", marks.added), ("position", marks.position), ("size", marks.size),
            ("order", marks.order),
        ]
        guard json else {
            Output.text("\(emoji.id) \(emoji.text.string)")
            for (what, mark) in all {
                Output.text("    \(what): \(mark?.text ?? "before the kept history")")
            }
            return
        }
        var writer = JSONWriter()
        writer.raw("{\"id\":")
        writer.emojiID(emoji.id)
        writer.member("text", emoji.text.string)
        for (what, mark) in all {
            writer.name(what)
            writer.raw(mark?.json ?? "null")
        }
        writer.raw("}")
        Output.line(writer.bytes)
    }
}

/// Who made each emoji what it is: found by applying all edits that are kept, one after another.
struct Blame {
    struct Mark {
        let revision: Int
        let client: Int
        let time: Int

        var text: String { "\(revision)  \(Moment.time(time).text)  client \(client)" }
        var json: String { "{\"revision\":\(revision),\"client\":\(client),\"time\":\(time)}" }
    }

    /// The edits that made an emoji what it is; nil for one that is not kept.
    struct Marks {
        var added: Mark?
        var position: Mark?
        var size: Mark?
        var order: Mark?
    }

    private(set) var moment: PastMoment
    private var marks: [EmojiID: Marks] = [:]

    /// Begins with what the document was before the edits that are kept.
    init(from start: PastMoment) { moment = start }

    /// Takes the next edit; false when it does not fit, as it is of another history.
    mutating func take(_ edit: ServerMessage.Edit) -> Bool {
        guard let applied = moment.apply(edit) else { return false }
        let mark = Mark(revision: edit.revision, client: edit.client, time: edit.time)
        switch applied.step {
        // Those that come back under their ids are who they were.
        case .added(let ids):
            guard case .add = edit.operation else { break }
            for id in ids where marks[id] == nil {
                marks[id] = Marks(added: mark, position: mark, size: mark, order: mark)
            }
        case .moved(let ids, _, _): for id in ids { marks[id, default: Marks()].position = mark }
        case .resized(let changes, _):
            for change in changes { marks[change.id, default: Marks()].size = mark }
        case .restacked(let changes):
            for change in changes { marks[change.id, default: Marks()].order = mark }
        case .replaced(let replaced):
            for change in replaced.changed { take(change, mark) }
        case .deleted, .background, .canvas, nil: break
        }
        return true
    }

    subscript(id: EmojiID) -> Marks { marks[id] ?? Marks() }

    private mutating func take(_ change: Replaced.Change, _ mark: Mark) {
        var own = self[change.after.id]
        if change.isMoved { own.position = mark }
        if change.isScaled { own.size = mark }
        if change.isArranged { own.order = mark }
        marks[change.after.id] = own
    }
}
