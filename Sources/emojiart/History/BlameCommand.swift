internal import ArgumentParser
internal import EmojiArt
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
        let past = try options.past()
        let kept = try past.kept()
        var last = kept.revision
        if let at { last = try past.state(at: at.moment).revision }
        var blame = Blame(try past.state(at: .revision(kept.first)).document)
        try past.edits(after: kept.first, upTo: last) { (page) throws(ExitStatus) in
            for edit in page where !blame.take(edit) {
                throw .noConnection("edit \(edit.revision) does not apply: history replaced")
            }
            return true
        }
        let missing = ids.filter { blame.document.emojis[$0] == nil }
        guard missing.isEmpty else {
            let names = missing.map(\.description).joined(separator: ", ")
            throw ExitStatus.usage("the document has no emoji \(names) at revision \(last)")
        }
        let wanted = Set(ids)
        for emoji in blame.document.drawingOrder where wanted.isEmpty || wanted.contains(emoji.id) {
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
            for (what, mark) in all { Output.text("    \(what): \(Self.text(mark))") }
            return
        }
        var writer = JSONWriter()
        writer.raw("{\"id\":")
        writer.emojiID(emoji.id)
        writer.raw(",\"text\":")
        writer.string(emoji.text.string)
        for (what, mark) in all {
            writer.raw(",\"\(what)\":")
            writer.mark(mark)
        }
        writer.raw("}")
        Output.line(writer.bytes)
    }

    private static func text(_ mark: Blame.Mark?) -> String {
        guard let mark else { return "before the kept history" }
        return "\(mark.revision)  \(Moment.time(mark.time).text)  client \(mark.client)"
    }
}

extension JSONWriter {
    fileprivate mutating func mark(_ mark: Blame.Mark?) {
        guard let mark else { return raw("null") }
        raw("{\"revision\":")
        integer(mark.revision)
        raw(",\"client\":")
        integer(mark.client)
        raw(",\"time\":")
        integer(mark.time)
        raw("}")
    }
}
