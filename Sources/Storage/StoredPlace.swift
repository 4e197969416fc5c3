/// How far a document's shared order has come in this journal.
package struct StoredPlace: Equatable, Sendable {
    /// The place of the last batch; 0 for a document that is this journal's own.
    package let sequence: Int64
    /// By what that batch is known again; 0 where it is not known.
    package let digest: UInt64

    /// A place of these parts.
    package init(sequence: Int64, digest: UInt64) {
        self.sequence = sequence
        self.digest = digest
    }

    /// Which stream has the order of a document, counted from 0.
    package static func stream(of epoch: UInt64, among count: Int) -> Int {
        Int(epoch % UInt64(count))
    }
}
