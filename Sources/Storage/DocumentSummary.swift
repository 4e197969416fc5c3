/// One line of the list of documents.
package struct DocumentSummary: Sendable, Equatable {
    /// The document's name.
    package internal(set) var name: String
    /// The revision of its last edit; 0 when it has none.
    package internal(set) var revision: Int64
    /// When it was last edited, or else created, in milliseconds since 1970.
    package internal(set) var time: Int64
}
