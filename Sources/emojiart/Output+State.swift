internal import EmojiArt
internal import Wire

extension Output {
    /// Writes a line that tells a whole document.
    static func state(_ document: Document, revision: Int) {
        var writer = JSONWriter(capacity: 4_096)
        writer.raw("{\"type\":\"state\",\"revision\":")
        writer.integer(revision)
        writer.raw(",\"checksum\":")
        writer.word(document.checksum.bits)
        writer.raw(",\"background\":")
        writer.background(document.background)
        writer.raw(",\"canvas\":")
        writer.canvas(document.canvas)
        writer.raw(",\"emojis\":")
        writer.array(document.drawingOrder) { writer, emoji in writer.emoji(emoji) }
        writer.raw("}")
        Output.line(writer.bytes)
    }
}
