public import EmojiArt

/// A place in a document's history, for resuming: which history, how far, and what it was so far.
public struct Position: Equatable, Sendable {
    /// The random id of the document's history: it changes when a backup is restored.
    public var epoch: UInt64
    /// The last revision known.
    public var revision: Whole
    /// The chain at that revision: the digest over all edits up to it.
    ///
    /// It tells two histories apart that an unnoticed copy of files gave the same epoch.
    public var chain: Checksum

    /// Makes a position.
    public init(epoch: UInt64, revision: Whole, chain: Checksum) {
        self.epoch = epoch
        self.revision = revision
        self.chain = chain
    }

    /// The start of a history.
    public static func start(of epoch: UInt64) -> Position {
        Position(epoch: epoch, revision: 0, chain: .zero)
    }

    /// The chain after one more edit: the digest of the chain before it and the bytes of the edit's
    /// message, as sent and as stored.
    public static func extend(_ chain: Checksum, by message: Span<UInt8>) -> Checksum {
        var digest = Digest()
        digest.combine(chain.high)
        digest.combine(chain.low)
        digest.combine(bytes: message)
        return digest.value
    }
}
