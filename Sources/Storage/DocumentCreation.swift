/// How a document is made that does not exist.
package struct DocumentCreation: Sendable {
    /// The id of its history.
    package let epoch: UInt64
    /// None is made when there are as many documents.
    package let countMax: Int

    /// A creation with that id, beside at most `countMax - 1` others.
    package init(epoch: UInt64, countMax: Int = .max) {
        self.epoch = epoch
        self.countMax = countMax
    }
}
