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

/// The messages of a state, each of about `Limits.snapshotPartBytes`.
public struct Snapshot: Sendable {
    /// The messages as a viewer gets them, in order.
    package let parts: [[UInt8]]
    /// The last edit in it.
    public var revision: Int { position.revision }
    let position: Position
    let byteCount: Int

    init(position: Position, parts: [[UInt8]]) {
        self.position = position
        self.parts = parts
        byteCount = parts.reduce(0) { $0 + $1.count }
    }

    /// The first message, which tells a client which of its edits the state has (SY33).
    ///
    /// - Parameter seq: the client's last edit in it; nil for a viewer.
    /// - Returns: the message, without an end of line.
    public func first(seq: Int?) -> [UInt8] {
        guard let seq else { return parts[0] }
        return parts[0].dropLast() + Array(",\"seq\":\(seq)}".utf8)
    }

    /// The messages after the first: the same for all members.
    public var rest: ArraySlice<[UInt8]> { parts.dropFirst() }
}

extension ServerMessage.SnapshotPart {
    /// The messages of a document's snapshot, each of about `Limits.snapshotPartBytes`.
    ///
    /// - Parameters:
    ///   - document: the state.
    ///   - position: where in the history it stands.
    ///   - seq: the last edit of the receiving client in it; nil for a viewer.
    /// - Returns: the messages, in order.
    /// - Complexity: O(n log n) of the emojis.
    static func parts(
        of document: Document,
        at position: Position,
        seq: Int? = nil
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
                header: parts.isEmpty ? Header(of: document, at: position, seq: seq) : nil,
                emojis: Array(order[start..<end])
            )
            parts.append(ServerMessage.snapshot(part).encoded)
            start = end
        } while start < order.count
        return parts
    }
}
