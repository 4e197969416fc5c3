/// One line of the list of documents.
package struct DocumentSummary: Sendable, Equatable {
    /// The document's name.
    package internal(set) var name: String
    /// The revision of its last edit; 0 when it has none.
    package internal(set) var revision: Int64
    /// When it was last edited, or else created, in milliseconds since 1970.
    package internal(set) var time: Int64
    /// The user who created it, from the token; empty without one.
    package internal(set) var user = ""
    /// What its edits and images take of the disk, in steps of 16 KiB.
    package internal(set) var bytes: Int64 = 0
}
