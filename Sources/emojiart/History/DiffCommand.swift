internal import ArgumentParser
internal import EmojiArt
internal import Sync
internal import Wire

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Print the differences between two moments of a document.",
        discussion:
            "A line begins with + for an added emoji, - for a removed one, ~ for a change."
    )

    @OptionGroup var options: PastOptions
    @Argument(help: "The earlier moment: \(MomentArgument.help).") var from: MomentArgument
    @Argument(help: "The later moment, in the same form; default: now.") var to: MomentArgument?
    @Flag(help: "Print JSON, one object a line.") var json = false

    func run() throws {
        let past = try options.request.past(of: options.url)
        let old = try past.state(at: from.moment)
        let new = try past.state(at: to?.moment)
        let difference = Replaced(from: old.document, to: new.document)
        if json {
            for line in difference.json { Output.line(line) }
        } else {
            for line in difference.lines { Output.text(line) }
        }
    }
}

extension Replaced.Changed<Emoji> {
    var isMoved: Bool { before.x != after.x || before.y != after.y }
    var isScaled: Bool { before.size != after.size }
    var isArranged: Bool { before.z != after.z }
}

extension Replaced {
    /// What differs between two moments of a document.
    fileprivate init(from old: Document, to new: Document) {
        var document = old
        let applied = try? document.apply(.replace(old.replacement(towards: new)))
        if case .replaced(let replaced)? = applied?.step {
            self = replaced
        } else {
            self.init()
        }
    }

    fileprivate var lines: [String] {
        var lines = removed.map { "- \(Self.text($0))" } + added.map { "+ \(Self.text($0))" }
        for change in changed {
            let (before, after) = (change.before, change.after)
            var parts: [String] = []
            if change.isMoved {
                parts.append("moved \(before.x),\(before.y) to \(after.x),\(after.y)")
            }
            if change.isScaled { parts.append("scaled \(before.size) to \(after.size)") }
            if change.isArranged { parts.append("arranged \(before.z) to \(after.z)") }
            lines.append("~ \(after.id) \(after.text.string) \(parts.joined(separator: ", "))")
        }
        if let background {
            lines.append(
                "~ background \(Self.text(background.before)) to \(Self.text(background.after))"
            )
        }
        if let canvas {
            lines.append("~ bounds \(Self.text(canvas.before)) to \(Self.text(canvas.after))")
        }
        return lines
    }

    fileprivate var json: [[UInt8]] {
        var lines = [("removed", removed), ("added", added)].flatMap { type, emojis in
            emojis.map { emoji in
                JSONWriter.object(type) { writer in
                    writer.name("emoji")
                    writer.emoji(emoji)
                }
            }
        }
        for change in changed {
            lines.append(
                JSONWriter.object("changed") { writer in
                    writer.raw(",\"moved\":\(change.isMoved),\"scaled\":\(change.isScaled)")
                    writer.raw(",\"arranged\":\(change.isArranged)")
                    writer.write(change.before, change.after) { $0.emoji($1) }
                }
            )
        }
        if let background {
            lines.append(
                JSONWriter.object("background") { writer in
                    writer.write(background.before, background.after) { $0.background($1) }
                }
            )
        }
        if let canvas {
            lines.append(
                JSONWriter.object("canvas") { writer in
                    writer.write(canvas.before, canvas.after) { $0.canvas($1) }
                }
            )
        }
        return lines
    }

    private static func text(_ emoji: Emoji) -> String {
        "\(emoji.id) \(emoji.text.string) at \(emoji.x),\(emoji.y) size \(emoji.size)"
    }

    private static func text(_ background: Background) -> String {
        if case .url(let url) = background { String(url.string.prefix(60)) } else { "none" }
    }

    private static func text(_ canvas: Canvas?) -> String {
        canvas.map { "\($0.width) x \($0.height)" } ?? "none"
    }
}

extension JSONWriter {
    fileprivate mutating func write<Value>(
        _ before: Value,
        _ after: Value,
        _ write: (inout JSONWriter, Value) -> Void
    ) {
        name("before")
        write(&self, before)
        name("after")
        write(&self, after)
    }
}
