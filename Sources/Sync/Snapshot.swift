package import EmojiArt
package import Wire

/// A state whose snapshot is to be written, by any thread.
public struct SnapshotDraft: Sendable {
    let document: Document
    let position: Position

    /// Asks for the snapshot of a document that stands at a position.
    package init(document: Document, position: Position) {
        self.document = document
        self.position = position
    }

    /// Writes the snapshot.
    ///
    /// - Complexity: O(n log n) of the emojis.
    public func written() -> Snapshot {
        Snapshot(
            position: position,
            parts: ServerMessage.SnapshotPart.parts(of: document, at: position)
        )
    }
}

/// The messages of a state.
public struct Snapshot: Sendable {
    /// The messages, in order, each of about `Limits.snapshotPartBytes`.
    public let parts: [[UInt8]]
    /// The last edit in it.
    public var revision: Int { position.revision }
    let position: Position
    let byteCount: Int

    init(position: Position, parts: [[UInt8]]) {
        self.position = position
        self.parts = parts
        byteCount = parts.reduce(0) { $0 + $1.count }
    }
}

extension ServerMessage.SnapshotPart {
    /// The messages of a document's snapshot, each of about `Limits.snapshotPartBytes`.
    ///
    /// - Complexity: O(n log n) of the emojis.
    static func parts(of document: Document, at position: Position) -> [[UInt8]] {
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
