package import EmojiArt
package import Wire

/// The entries that a node puts in an order in one piece.
///
/// The order is of batches; the entries within one keep theirs. A batch without entries does
/// nothing: its node learns from it how far the order has come.
package struct EntryBatch<Item: Orderable>: Equatable, Sendable {
    /// The number that the node drew when it began to follow the order.
    package let node: UInt64
    /// The node's own count of its batches: 1, 2, 3 ...
    package let number: Int
    /// The last batch that the node had applied when it sent this one, and the chain after it: who
    /// has another there has gone another way.
    package let base: (sequence: Int, chain: Checksum)
    /// Whether its node makes a checkpoint of what is after it: what comes before it may be gone
    /// some day.
    package let isCheckpoint: Bool
    /// The entries, in the order of the node.
    package let entries: [Item]

    /// Reads a batch.
    ///
    /// - Throws: `DecodeError`: a newer version sent it, or something else did.
    package init(decoding bytes: [UInt8]) throws(DecodeError) {
        var reader = JSONReader()
        do { try reader.read(bytes.span, within: .batch) } catch { throw DecodeError(error) }
        guard reader.nodes[0].kind == .object else { throw .noType }
        node = try reader.word("node", of: 0, bytes.span)
        number = try reader.integer("number", of: 0, in: 1...Limits.stackMax)
        base = (
            try reader.integer("sequence", of: 0, in: 0...Limits.stackMax),
            Checksum(try reader.word("chain", of: 0, bytes.span))
        )
        isCheckpoint = reader.member("checkpoint", of: 0) != nil
        let count = try reader.array("entries", of: 0, max: Limits.messageBytesMax).count
        var entries: [Item] = []
        entries.reserveCapacity(count)
        var index = try reader.need("entries", of: 0) + 1
        for _ in 0..<count {
            entries.append(try Item(decoding: index, of: reader, bytes.span))
            index = reader.nodes[index].next
        }
        self.entries = entries
    }

    /// The bytes of a batch.
    ///
    /// - Parameters:
    ///   - node: the sender's number.
    ///   - number: the batch's.
    ///   - base: what the sender had applied last.
    ///   - isCheckpoint: whether a checkpoint is to be made after it.
    ///   - entries: as `encode(_:)` wrote them.
    /// - Returns: its JSON.
    package static func encoded(
        node: UInt64,
        number: Int,
        base: (sequence: Int, chain: Checksum),
        isCheckpoint: Bool = false,
        entries: [[UInt8]]
    ) -> [UInt8] {
        var writer = JSONWriter(capacity: 160 + entries.reduce(0) { $0 + $1.count + 1 })
        writer.raw("{\"node\":")
        writer.word(node)
        writer.raw(",\"number\":")
        writer.integer(number)
        writer.raw(",\"sequence\":")
        writer.integer(base.sequence)
        writer.raw(",\"chain\":")
        writer.word(base.chain.bits)
        if isCheckpoint { writer.raw(",\"checkpoint\":true") }
        writer.raw(",\"entries\":")
        writer.array(entries) { writer, entry in writer.raw(entry) }
        writer.raw("}")
        return writer.bytes
    }

    /// The bytes of an entry within a batch.
    package static func encode(_ entry: Item) -> [UInt8] {
        var writer = JSONWriter(capacity: 256)
        entry.encode(to: &writer)
        return writer.bytes
    }

    /// Whether all of it is the same.
    package static func == (one: EntryBatch, other: EntryBatch) -> Bool {
        one.node == other.node && one.number == other.number && one.base == other.base
            && one.isCheckpoint == other.isCheckpoint && one.entries == other.entries
    }
}

extension JSONReader.Bounds {
    /// The bounds of a batch: as of a server's message, two levels deeper.
    fileprivate static var batch: Self {
        var bounds = serverMessage
        bounds.depthMax += 2
        bounds.itemsMax = Limits.messageBytesMax
        return bounds
    }
}
