public import EmojiArt
public import Wire

/// What a `Replica` asks of the world, or tells it.
///
/// In order.
public enum ReplicaEffect: Equatable, Sendable {
    /// Send the message to the server.
    case send([UInt8])
    /// Append the line to the transcript, before anything that comes after this is sent.
    ///
    /// Only of a replica that keeps one. The line has no end of line.
    case keep([UInt8])
    /// Put the lines in place of the whole transcript, and force them to the disk, before anything
    /// that comes after this is sent: edits that were made without a connection have their final
    /// seqs now.
    case keepAnew([[UInt8]])
    /// The server let the replica in; its state is current from now on (SY34).
    case joined
    /// The server's next edit was applied; `isOwn` when this client made it.
    case edited(ServerMessage.Edit, isOwn: Bool)
    /// An own edit is durable: it is the edit at the revision.
    ///
    /// `ids` are those of the emojis that it added. They may differ from the ones that it was made
    /// with: a welcome can give the client another number (SY29).
    case acknowledged(seq: Int, ref: Int, revision: Int, ids: [EmojiID])
    /// An own edit is refused for good, and its effect is taken back.
    case refused(seq: Int, ref: Int, code: String)
    /// What the next undo and redo would take changed: see `undoName` and `redoName`.
    case history
    /// Members came, left, or changed.
    case presence
    /// The state was replaced by a snapshot.
    case replaced
    /// The server's state differed from this one; a snapshot was asked for.
    ///
    /// Must never be seen.
    case diverged(revision: Int)
    /// The history was replaced by another one: edits that were seen may be gone.
    ///
    /// Pending edits are kept.
    case historyReplaced
    /// The answer to a ping of that number.
    case pong(Int)
    /// What this client may do is known, or is something else now: see `access`.
    case access
    /// Call `wake(now:)` at this time, in milliseconds of the monotonic clock.
    case wake(at: UInt64)
    /// The server does not speak this protocol: close the connection.
    case violated(String)
}
