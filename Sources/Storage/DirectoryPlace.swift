/// How far the changes of an order have come that this journal shares with others.
package struct DirectoryPlace: Hashable, Sendable {
    /// Which order it is.
    package let stream: String
    /// The place of the last change.
    package let sequence: Int64
    /// A digest over all changes so far.
    package let chain: UInt64
    /// By what what is there is known again.
    package let digest: UInt64

    /// A place of these parts.
    package init(stream: String, sequence: Int64, chain: UInt64, digest: UInt64) {
        self.stream = stream
        self.sequence = sequence
        self.chain = chain
        self.digest = digest
    }
}
