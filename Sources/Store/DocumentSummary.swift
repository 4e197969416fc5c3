/// One line of the list of documents.
package struct DocumentSummary: Sendable, Equatable {
    /// The document's name.
    package var name: String
    /// The revision of its last edit; 0 when it has none.
    package var revision: Int64
    /// When it was last edited, or else created, in milliseconds since 1970.
    package var time: Int64
    /// The user who created it, from the token; empty without one.
    package var user = ""
    /// What its edits and images take of the disk, in steps of 16 KiB.
    package var bytes: Int64 = 0

    /// A document of these parts.
    package init(name: String, revision: Int64, time: Int64, user: String = "", bytes: Int64 = 0) {
        self.name = name
        self.revision = revision
        self.time = time
        self.user = user
        self.bytes = bytes
    }
}
