/// A document that had a name once, and has another now, or was deleted.
package struct FormerDocument: Equatable, Sendable {
    /// The id of its history.
    package let epoch: UInt64
    /// The name it has now; nil when it was deleted.
    package let name: String?

    /// A document of this history and name.
    package init(epoch: UInt64, name: String?) {
        self.epoch = epoch
        self.name = name
    }
}
