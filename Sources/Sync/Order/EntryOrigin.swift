/// How an entry got its place in an order that nodes share.
public struct EntryOrigin: Equatable, Sendable {
    /// The number of the node that put it there.
    public let node: UInt64
    /// Its place.
    public let place: Int
    /// The last place that the node had applied when it sent the entry.
    public let base: Int

    /// That of an entry where the order is made here.
    public static let here = EntryOrigin(node: 0, place: 0, base: 0)

    /// Makes an origin of its parts.
    public init(node: UInt64, place: Int, base: Int) {
        self.node = node
        self.place = place
        self.base = base
    }
}

extension Sequencer.Delivery {
    /// How its entries got their place.
    package var origin: EntryOrigin {
        EntryOrigin(node: batch.node, place: sequence, base: batch.base.sequence)
    }
}
