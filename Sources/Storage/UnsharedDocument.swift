/// A document of a journal that others do not know by its name.
package struct UnsharedDocument: Equatable, Sendable {
    /// The name.
    package let name: String
    /// The id of its history.
    package let epoch: UInt64
    /// When it was made, in milliseconds since 1970.
    package let created: Int64
}
