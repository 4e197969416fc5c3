package import EmojiArt
package import Wire

extension ServerMessage.SnapshotPart {
    /// The messages of a document's snapshot, each of about `Limits.snapshotPartBytes`.
    static func parts(
        of document: Document,
        at position: Position
    ) -> [[UInt8]] {
        // An emoji takes 60 to 160 bytes; a part is cut by count, before it is encoded.
        let emojisPerPart = Limits.snapshotPartBytes / 128
        let order = document.drawingOrder
        var parts: [[UInt8]] = []
        var start = 0
        repeat {
            let end = min(start + emojisPerPart, order.count)
            let part = ServerMessage.SnapshotPart(
                part: parts.count,
                isLast: end == order.count,
                header: parts.isEmpty ? Header(of: document, at: position) : nil,
                emojis: Array(order[start..<end])
            )
            parts.append(ServerMessage.snapshot(part).encoded)
            start = end
        } while start < order.count
        return parts
    }
}

/// Puts the parts of a snapshot together.
package struct SnapshotAssembler {
    private var header: ServerMessage.SnapshotPart.Header?
    private var document = Document()
    private var parts = 0

    /// Makes an assembler that waits for the first part.
    package init() {}

    /// Takes the next part; false when it is not the next one, or names an emoji that was there.
    package mutating func append(_ part: ServerMessage.SnapshotPart) -> Bool {
        guard part.part == parts, (part.part == 0) == (part.header != nil),
            document.emojis.count + part.emojis.count <= Limits.emojisMax
        else { return false }
        if let header = part.header {
            self.header = header
            document = Document(
                emojis: [],
                background: header.background,
                canvas: header.canvas,
                stackTop: header.stackTop,
                stackBottom: header.stackBottom
            )
        }
        parts += 1
        return document.take(part.emojis)
    }

    /// The document, once the last part was taken.
    package mutating func take() -> (Document, ServerMessage.SnapshotPart.Header)? {
        defer { self = SnapshotAssembler() }
        return header.map { (document, $0) }
    }
}
