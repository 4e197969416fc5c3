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
    let marks: [UInt64]
    let requests: [ClientMessage.Request]
    let undecided: [UInt64]
    /// The counter of the emoji that was made last.
    let counter: Int

    init(_ replica: inout Replica, withView hasView: Bool) {
        confirmed = replica.confirmed
        view = hasView ? replica.view : nil
        position = replica.position
        client = replica.client
        names = [replica.undoName, replica.redoName]
        marks = replica.pendingEdits.map(\.mark)
        requests = replica.pendingEdits.map(\.request)
        undecided = replica.undecidedEdits.map(\.mark)
        counter = replica.counter
    }
}
