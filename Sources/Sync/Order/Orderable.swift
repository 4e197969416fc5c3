package import EmojiArt
package import Wire

/// What can have a place in an order that several nodes share: all that its effect depends on, as
/// JSON.
package protocol Orderable: Equatable, Sendable {
    /// How many of them a batch may carry.
    static var countMax: Int { get }

    /// Writes it as one JSON value.
    func encode(to writer: inout JSONWriter)

    /// Reads it from the value at a node.
    ///
    /// - Throws: `DecodeError`: another version's, or nobody's.
    init(
        decoding object: Int,
        of reader: borrowing JSONReader,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError)
}
