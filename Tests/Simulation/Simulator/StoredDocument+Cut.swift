import EmojiArt
import Storage

// A log that goes on from a checkpoint of another node's.
extension StoredDocument {
    /// The revision of its first edit, or of the one to come.
    var firstRevision: Int { Int(edits.first?.revision ?? (snapshot?.revision ?? 0) + 1) }

    /// Whether what was before is elsewhere.
    var isCut: Bool { firstRevision > 1 }

    /// Whether the answer to an edit may be gone, as nobody can ask for it any more.
    func hasForgotten(_ seq: Int, of client: Int64) -> Bool {
        Int64(seq) <= (lastSeq[client] ?? 0) - Int64(Limits.unansweredEditsMax)
    }
}
