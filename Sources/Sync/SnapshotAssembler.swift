package import EmojiArt
package import Wire

/// Puts the parts of a snapshot together.
package struct SnapshotAssembler {
    private var header: ServerMessage.SnapshotPart.Header?
    private var emojis: [Emoji] = []
    private var parts = 0

    /// Makes an assembler that waits for the first part.
    package init() {}

    /// Takes the next part; false when it is not the next one or names an emoji twice.
    package mutating func append(_ part: ServerMessage.SnapshotPart) -> Bool {
        guard part.part == parts, (part.part == 0) == (part.header != nil),
            emojis.count + part.emojis.count <= Limits.emojisMax
        else { return false }
        header = part.header ?? header
        emojis += part.emojis
        parts += 1
        return true
    }

    /// The document, once the last part was taken; nil when it names an emoji twice.
    package mutating func take() -> (Document, ServerMessage.SnapshotPart.Header)? {
        defer { self = SnapshotAssembler() }
        guard let header, Set(emojis.map(\.id)).count == emojis.count else { return nil }
        let document = Document(
            emojis: emojis,
            background: header.background,
            canvas: header.canvas,
            stackTop: header.stackTop,
            stackBottom: header.stackBottom
        )
        return (document, header)
    }
}
