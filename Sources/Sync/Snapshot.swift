public import EmojiArt
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

/// The messages of a state, each of about `Limits.snapshotPartBytes`.
public struct Snapshot: Sendable {
    /// The messages, in order.
    public let parts: [[UInt8]]
    /// The last edit in it.
    public var revision: Whole { position.revision }
    let position: Position
    let byteCount: Int

    init(position: Position, parts: [[UInt8]]) {
        self.position = position
        self.parts = parts
        byteCount = parts.reduce(0) { $0 + $1.count }
    }
}
