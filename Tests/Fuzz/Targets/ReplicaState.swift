internal import EmojiArt
internal import Sync
internal import Wire

/// What a replica that goes on from a file has to have in common with the one that wrote it.
struct ReplicaState: Equatable {
    private let confirmed: Document
    private let position: Position?
    private let client: Int?
    private let names: [String?]
    private let seqs: [Int]
    private let requests: [ClientMessage.Request]
    private let view: Document
    /// What the next edit would be called, and the next emoji.
    private let nextID: EmojiID?
    private let nextSeq: Int?

    init(_ replica: borrowing Replica) {
        confirmed = replica.confirmed
        position = replica.position
        client = replica.client
        names = [replica.undoName, replica.redoName]
        seqs = replica.pendingEdits.map(\.seq)
        requests = replica.pendingEdits.map(\.request)
        // Only a replica of its own tells without being changed.
        var copy = Replica(key: replica.key, name: replica.name, keepsTranscript: true)
        _ = copy.restore(replica.transcript())
        view = copy.view
        nextID = copy.mintID()
        copy.edit(.walk(.undo))
        nextSeq = copy.pendingEdits.last?.seq
    }
}
