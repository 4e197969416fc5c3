public import EmojiArt
public import Wire

/// What a `DocumentSession` asks of the world.
///
/// Effects are carried out in order.
public enum SessionEffect: Sendable {
    /// Make the record durable; answer with `committed(_:)` when it is.
    case commit(Record)
    /// Append the next edit's message to the log that all following members read.
    case append(message: [UInt8], revision: Int)
    /// Edits up to and including the revision need not be kept any longer.
    case forget(upTo: Int)
    /// Send a message to one member, reliably and in order.
    case send(to: Int, message: [UInt8])
    /// Send a snapshot to one member.
    ///
    /// Equal revisions have equal messages: encode their frames once.
    case sendSnapshot(to: Int, Snapshot)
    /// Send one member everybody's presence, as it was at some time.
    ///
    /// Equal versions have equal messages: encode their frames once.
    case sendEverybody(to: Int, messages: [[UInt8]], version: Int)
    /// Search the store for answers that a hello asks for; answer with `searched(_:_:)`.
    case search(member: Int, [AnswerSearch])
    /// Have a snapshot written, on another thread; answer with `written(_:)`.
    indirect case write(SnapshotDraft)
    /// Call `drained(_:)` if the member has been sent all that there is for it; else that call
    /// comes later, or this is asked again.
    case probe(member: Int)
    /// Let a member read the log from the edit after the revision on.
    case follow(member: Int, after: Int)
    /// Send presence to the members.
    ///
    /// One that cannot take it now is reported by `missed(_:_:)`, with the number.
    case sendPresence(to: [Int], message: [UInt8], number: Int)
    /// Close a member's connection.
    ///
    /// The session has forgotten the member already.
    case close(member: Int, CloseCode, reason: String)
    /// Call `wake(now:)` at this time, in milliseconds of the monotonic clock.
    case wake(at: UInt64)
    /// Store the state: the edits before it need not be replayed any more.
    ///
    /// Call `stored()` once it is durable; until then there is no other.
    indirect case store(StoredState)
    /// The state asked for by `read(_:)`, durable.
    indirect case state(token: Int, Document, revision: Int)
}

/// What the journal stores of what a document session did.
///
/// One transaction holds all that belongs together.
public enum Record: Equatable, Sendable {
    /// An edit: `message` is its `edit` message, byte for byte as every member gets it; `chain` is
    /// the digest over the chain before it and these bytes.
    ///
    /// `mark` is the edit's identity, and `counter` that of the first emoji that it was to add, 0
    /// for none: clients ask for them in their hello.
    case edit(
        revision: Int,
        client: Int,
        seq: Int,
        mark: UInt64,
        counter: Int,
        time: Int,
        message: [UInt8],
        chain: Checksum
    )
    /// A refusal: the seq is used up for good.
    case refusal(client: Int, seq: Int, mark: UInt64, code: RefusalCode)
    /// The key of a client, with its first edit.
    case client(number: Int, key: ClientKey)
}
