package import EmojiArt

/// How far an order was applied.
package struct OrderPosition: Equatable, Sendable {
    /// The place of the last batch; 0 for none.
    package let sequence: Int
    /// The chain of what the order is of, after it.
    package let chain: Checksum
    /// The digest of that batch's bytes, by which it is known again; zero where it is not known.
    package let digest: Checksum

    /// The beginning of every order.
    package static let start = OrderPosition(sequence: 0, chain: .zero, digest: .zero)

    /// A position of these parts.
    package init(sequence: Int, chain: Checksum, digest: Checksum) {
        self.sequence = sequence
        self.chain = chain
        self.digest = digest
    }
}
