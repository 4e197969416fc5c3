public import EmojiArt
public import Wire

/// What a `DocumentSession` asks of the world.
///
/// Effects are carried out in order.
public enum SessionEffect: Sendable {
    /// Give the entry its place in the order; answer with `apply(_:from:)`, also for others.
    ///
    /// Only of a session that is ordered elsewhere.
    case order(Entry)
    /// Make the record durable; answer with `committed(_:)` when it is.
    case commit(Record)
    /// Append the next edit's message to the log that all following members read.
    case append(message: [UInt8], revision: Int)
    /// Edits up to and including the revision need not be kept any longer.
    case forget(upTo: Int)
    /// Send a message to one member, reliably and in order.
    case send(to: Int, message: [UInt8])
    /// Send a snapshot to one member, of whose edits it has those up to `seq`.
    ///
    /// Equal revisions have an equal rest: encode its frames once.
    case sendSnapshot(to: Int, Snapshot, seq: Int?)
    /// Send one member everybody's presence, as it was at some time.
    ///
    /// Equal versions have equal messages: encode their frames once.
    case sendEverybody(to: Int, messages: [[UInt8]], version: Int)
    /// Have a snapshot written, on another thread; answer with `written(_:)`.
    case write(SnapshotDraft)
    /// Call `drained(_:)` if the member has been sent all that there is for it; else that call
    /// comes later, or this is asked again.
    case probe(member: Int)
    /// Let a member read the log from the edit after the revision on.
    case follow(member: Int, after: Int)
    /// Send presence to the members.
    ///
    /// One that cannot take it now is reported by `missed(_:)`.
    case sendPresence(to: [Int], message: [UInt8])
    /// Tell the other nodes of the document of members here, in this order.
    ///
    /// Only of a session that is shared.
    case share(messages: [[UInt8]])
    /// Close a member's connection, here or at the node to which it is connected.
    ///
    /// The session has forgotten the member already.
    case close(member: Int, CloseCode, reason: String)
    /// Call `wake(now:)` at this time, in milliseconds of the monotonic clock.
    case wake(at: UInt64)
    /// Store the state: the edits before it need not be replayed any more.
    ///
    /// Call `stored()` once it is durable; until then there is no other.
    case store(StoredState)
    /// The state asked for by `read(_:)`, durable.
    case state(token: Int, Document, revision: Int)
}
