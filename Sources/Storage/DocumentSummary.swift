/// One line of the list of documents.
package struct DocumentSummary: Sendable, Equatable {
    /// The document's name.
    package let name: String
    /// The revision of its last edit; 0 when it has none.
    package let revision: Int64
    /// When it was last edited, or else created, in milliseconds since 1970.
    package let time: Int64
}
