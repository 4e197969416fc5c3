internal import EmojiArt
internal import Wire

/// What is different between two states of a document.
struct DocumentDifference {
    /// An emoji that is in both, with other values.
    struct Change {
        let before: Emoji
        let after: Emoji

        var isMoved: Bool { before.x != after.x || before.y != after.y }
        var isScaled: Bool { before.size != after.size }
        var isArranged: Bool { before.z != after.z }
    }

    /// Emojis that came, by id.
    let added: [Emoji]
    /// Emojis that went, by id.
    let removed: [Emoji]
    /// Emojis that changed, by id.
    let changed: [Change]
    /// The backgrounds, if they differ.
    let background: (before: Background, after: Background)?
    /// The bounds, if they differ.
    let canvas: (before: Canvas?, after: Canvas?)?

    init(from old: Document, to new: Document) {
        added = new.emojis.values.filter { old.emojis[$0.id] == nil }.sorted { $0.id < $1.id }
        removed = old.emojis.values.filter { new.emojis[$0.id] == nil }.sorted { $0.id < $1.id }
        changed = new.emojis.values.compactMap { after in
            old.emojis[after.id].flatMap { $0 == after ? nil : Change(before: $0, after: after) }
        }
        .sorted { $0.after.id < $1.after.id }
        background =
            old.background == new.background ? nil : (old.background, new.background)
        canvas = old.canvas == new.canvas ? nil : (old.canvas, new.canvas)
    }

    /// Lines for a person.
    var lines: [String] {
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

    /// The same as lines of JSON.
    var json: [[UInt8]] {
        var lines = removed.map { Self.line("removed", $0) } + added.map { Self.line("added", $0) }
        for change in changed {
            var writer = JSONWriter()
            writer.raw("{\"type\":\"changed\",\"moved\":\(change.isMoved)")
            writer.raw(",\"scaled\":\(change.isScaled),\"arranged\":\(change.isArranged)")
            writer.raw(",\"before\":")
            writer.emoji(change.before)
            writer.raw(",\"after\":")
            writer.emoji(change.after)
            writer.raw("}")
            lines.append(writer.bytes)
        }
        if let background {
            lines.append(
                Self.line("background") {
                    $0.background(background.before)
                } after: {
                    $0.background(background.after)
                }
            )
        }
        if let canvas {
            lines.append(
                Self.line("canvas") {
                    $0.canvas(canvas.before)
                } after: {
                    $0.canvas(canvas.after)
                }
            )
        }
        return lines
    }

    private static func line(_ type: String, _ emoji: Emoji) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"type\":\"\(type)\",\"emoji\":")
        writer.emoji(emoji)
        writer.raw("}")
        return writer.bytes
    }

    private static func line(
        _ type: String,
        before: (inout JSONWriter) -> Void,
        after: (inout JSONWriter) -> Void
    ) -> [UInt8] {
        var writer = JSONWriter()
        writer.raw("{\"type\":\"\(type)\",\"before\":")
        before(&writer)
        writer.raw(",\"after\":")
        after(&writer)
        writer.raw("}")
        return writer.bytes
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
