internal import DequeModule
internal import EmojiArt
internal import Wire

extension DocumentSession {
    /// A snapshot to begin with, and to go on from by the edits since (SY18).
    ///
    /// The last one is given again while the edits since are few: where many join a large document
    /// that is being edited, it would else be written anew for each of them. Who joins has joined
    /// with the last of those edits (SY34), its own answered ones among them.
    ///
    /// - Returns: One of the present revision, or of one shortly before.
    /// - Complexity: O(edits since), or O(n log n) of the emojis.
    mutating func snapshotToJoin() -> Snapshot {
        if let snapshot, mayGoOn(from: snapshot) { return snapshot }
        return makeSnapshot()
    }

    /// A snapshot of the present revision, for a member that is told of the presence already.
    ///
    /// What it heard of gestures is newer than the edits since an older snapshot would be: those
    /// would end gestures at it that are under way (PR15 is for who was just welcomed).
    ///
    /// - Returns: One of the present revision.
    /// - Complexity: O(1), or O(n log n) of the emojis when the last one is older.
    mutating func makeSnapshot() -> Snapshot {
        if let snapshot, snapshot.revision == state.revision { return snapshot }
        let parts = ServerMessage.SnapshotPart.parts(of: state.document, at: position)
        let made = Snapshot(
            revision: state.revision,
            parts: parts,
            byteCount: parts.reduce(0) { $0 + $1.count }
        )
        snapshot = made
        return made
    }

    private func mayGoOn(from snapshot: Snapshot) -> Bool {
        let count = state.revision - snapshot.revision
        guard count > 0 else { return true }
        guard count <= min(Self.editsSinceMax, kept.count) else { return false }
        let bytes = kept.suffix(count).reduce(0) { $0 + $1.bytes }
        return bytes <= snapshot.byteCount / Self.shareOfEdits
    }

    /// Edits that a snapshot may lack: the other half of those that are kept may come while a
    /// client reads it, which would else be too far behind at once.
    private static let editsSinceMax = Limits.keptEditsMax / 2
    /// What a snapshot and the edits since take together is at most a quarter more.
    private static let shareOfEdits = 4
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
