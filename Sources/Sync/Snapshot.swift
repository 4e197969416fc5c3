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
    /// The messages as a viewer gets them, in order.
    package let parts: [[UInt8]]
    /// The last edit in it.
    public var revision: Whole { position.revision }
    let position: Position
    let byteCount: Int

    init(position: Position, parts: [[UInt8]]) {
        self.position = position
        self.parts = parts
        byteCount = parts.reduce(0) { $0 + $1.count }
    }

    /// The first message, which tells a client which of its edits the state has (SY33).
    ///
    /// `seq` is the client's last edit in it; nil for a viewer.
    public func first(seq: Whole?) -> [UInt8] {
        guard let seq else { return parts[0] }
        return parts[0].dropLast() + Array(",\"seq\":\(seq)}".utf8)
    }

    /// The messages after the first: the same for all members.
    public var rest: ArraySlice<[UInt8]> { parts.dropFirst() }
}
