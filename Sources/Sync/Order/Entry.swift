public import EmojiArt
public import Wire

/// What enters the one order of a document.
///
/// An entry holds all that its effect depends on besides the document's state: no clock, no chance,
/// no question of who is connected. So every node that applies the same entries in the same order
/// gives the same answers.
public enum Entry: Equatable, Sendable {
    /// A client's edit, undo or redo; also one that will be refused, so that its seq is used up.
    ///
    /// `time` is when it entered the order, in milliseconds since 1970. A revert enters the order
    /// as what the document differed from its past by then, which `revert` names by its revision:
    /// what others do in between stays.
    ///
    /// One that comes by a node to which its client is not connected any more does nothing, unless
    /// it is offered again from a node's record: its client sends it again where it is, or has gone
    /// on without it.
    case edit(
        client: Int,
        seq: Int,
        request: ClientMessage.Request,
        time: Int,
        revert: Int? = nil,
        isOffered: Bool = false
    )
    /// A client is connected to the entry's node from now on; a new one's key is given the next
    /// client number.
    case enrolment(ClientKey)
}

/// What the journal stores of an applied entry.
///
/// One transaction holds all that belongs together.
public enum Record: Equatable, Sendable {
    /// An edit: `message` is its `edit` message, byte for byte as every member gets it; `chain` is
    /// the digest over the chain before it and these bytes.
    case edit(
        revision: Int,
        client: Int,
        seq: Int,
        time: Int,
        message: [UInt8],
        chain: Checksum
    )
    /// A refusal: the seq is used up for good, and a resend is refused the same way.
    case refusal(client: Int, seq: Int, code: RefusalCode)
    /// An enrolment.
    case client(number: Int, key: ClientKey)
    /// The node whose edits of a client count from now on.
    case home(client: Int, node: UInt64)
}
