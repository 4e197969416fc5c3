internal import EmojiArt
internal import Sync
internal import Wire

/// What a replica that goes on from a file has to have in common with the one that wrote it.
struct ReplicaState: Equatable {
    let confirmed: Document
    /// What is shown; nil for not compared.
    let view: Document?
    let position: Position?
    let client: Int?
    let names: [String?]
    let seqs: [Int]
    let requests: [ClientMessage.Request]
    /// After which the next edit and the next emoji are called.
    let lastSeq: Int
    let counter: Int

    init(_ replica: inout Replica, withView hasView: Bool) {
        confirmed = replica.confirmed
        view = hasView ? replica.view : nil
        position = replica.position
        client = replica.client
        names = [replica.undoName, replica.redoName]
        seqs = replica.pendingEdits.map(\.seq)
        requests = replica.pendingEdits.map(\.request)
        lastSeq = replica.lastSeq
        counter = replica.counter
    }
}
