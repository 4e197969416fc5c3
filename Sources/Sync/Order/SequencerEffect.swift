/// What a `Sequencer` asks of the world; carried out in order.
package enum SequencerEffect: Equatable, Sendable {
    /// Put a batch in the document's order; answer with `published(_:as:)`.
    ///
    /// The same number has the same bytes: where one of it is in the order already, another one
    /// does no harm, and need not be let in.
    case publish(number: Int, message: [UInt8])
    /// Read the first batch after a place in the order, or as many as come at once where more is
    /// expected; answer with `read(_:)`.
    case read(after: Int, expectsMore: Bool = false)
    /// Read the first batch from a place on, from the broker that puts batches in order; answer
    /// with `verified(_:)`.
    case verify(from: Int)
    /// See whether batches between the last place and this checkpoint are gone: answer with
    /// `confirmed()`, or go on from that checkpoint with another sequencer.
    case question(checkpoint: Int)
    /// All that was in the order when the node came, or came back, has been applied.
    case current
    /// The order is not the one that was applied so far: the document must not be served.
    case broken(SequencerFault)
}

/// Why a document's order cannot be followed.
package enum SequencerFault: Error, Equatable, Sendable, CustomStringConvertible {
    /// A place in the order that was taken is given to another batch.
    case rolledBack(sequence: Int)
    /// Another node has another history after the same batch.
    case diverged(sequence: Int)
    /// A batch that this version cannot read.
    case unreadable(sequence: Int)

    /// What is wrong, in one sentence.
    package var description: String {
        switch self {
        case .rolledBack(let sequence):
            "The order was rolled back: place \(sequence) was another's before."
        case .diverged(let sequence):
            "Another node has another history after place \(sequence) of the order."
        case .unreadable(let sequence):
            "This version cannot read what is at place \(sequence) of the order."
        }
    }
}
