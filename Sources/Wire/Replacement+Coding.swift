internal import EmojiArt

// What takes a document to another state, as an edit tells it.
extension JSONReader {
    func replacement(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> Replacement {
        var replacement = Replacement(
            ids: try ids("ids", of: object, max: Limits.itemsMax, bytes),
            emojis: try emojis("emojis", of: object, max: Limits.itemsMax, bytes)
        )
        if member("url", of: object) != nil {
            replacement.background = try background("url", of: object, bytes)
        }
        if member("width", of: object) != nil {
            replacement.canvas = .some(try canvas(object))
        }
        return replacement
    }

    /// The revision that a client wants to go back to.
    func revert(_ object: Int) throws(DecodeError) -> ClientMessage.Request {
        .revert(to: try integer("revision", of: object, in: 0...Limits.stackMax))
    }

    static let revertKeys: [JSONKey] = ["type", "revision"]
}

extension JSONWriter {
    /// Appends the fields of a replacement, with a comma before each.
    mutating func replacement(_ replacement: Replacement) {
        ids(replacement.ids)
        raw(",\"emojis\":")
        array(replacement.emojis) { writer, emoji in writer.emoji(emoji) }
        if let background = replacement.background {
            raw(",\"url\":")
            self.background(background)
        }
        if let canvas = replacement.canvas { sides(canvas) }
    }
}
