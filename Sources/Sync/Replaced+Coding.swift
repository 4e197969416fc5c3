internal import EmojiArt
internal import Wire

// What a replacement changed, as it stands in a stored state.
extension JSONWriter {
    /// Appends the fields, with a comma before each.
    mutating func replaced(_ replaced: Replaced) {
        raw(",\"removed\":")
        array(replaced.removed) { writer, emoji in writer.emoji(emoji) }
        raw(",\"added\":")
        array(replaced.added) { writer, emoji in writer.emoji(emoji) }
        raw(",\"before\":")
        array(replaced.changed) { writer, change in writer.emoji(change.before) }
        raw(",\"after\":")
        array(replaced.changed) { writer, change in writer.emoji(change.after) }
        if let change = replaced.background {
            raw(",\"backgroundBefore\":")
            background(change.before)
            raw(",\"backgroundAfter\":")
            background(change.after)
        }
        if let change = replaced.canvas {
            raw(",\"canvasBefore\":")
            canvas(change.before)
            raw(",\"canvasAfter\":")
            canvas(change.after)
        }
    }
}

extension JSONReader {
    func replaced(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> Replaced {
        func emojis(_ key: JSONKey) throws(DecodeError) -> [Emoji] {
            try self.emojis(key, of: object, max: Limits.emojisMax, bytes)
        }
        let (before, after) = (try emojis("before"), try emojis("after"))
        guard before.map(\.id) == after.map(\.id) else { throw .wrong("after") }
        var replaced = Replaced(
            removed: try emojis("removed"),
            added: try emojis("added"),
            changed: zip(before, after).map { Replaced.Change(before: $0, after: $1) }
        )
        if member("backgroundBefore", of: object) != nil {
            replaced.background = Replaced.BackgroundChange(
                before: try background("backgroundBefore", of: object, bytes),
                after: try background("backgroundAfter", of: object, bytes)
            )
        }
        if member("canvasBefore", of: object) != nil {
            replaced.canvas = Replaced.CanvasChange(
                before: try optionalCanvas("canvasBefore", of: object),
                after: try optionalCanvas("canvasAfter", of: object)
            )
        }
        return replaced
    }
}
