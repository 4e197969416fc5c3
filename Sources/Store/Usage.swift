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

/// How many documents there are, and what they take of the disk.
package struct Tally: Sendable, Equatable {
    /// Documents with edits: one counts from its first edit or picture on.
    package private(set) var documents = 0
    /// Bytes of edits and images, in steps of 16 KiB.
    package private(set) var bytes: Int64 = 0

    /// What one document counts, or none.
    package init(_ summary: DocumentSummary? = nil) {
        guard let summary else { return }
        documents = summary.revision > 0 || summary.bytes > 0 ? 1 : 0
        bytes = summary.bytes
    }

    /// Counts a document otherwise than before.
    package mutating func replace(_ former: Tally, by present: Tally) {
        documents += present.documents - former.documents
        bytes += present.bytes - former.bytes
    }
}

/// How much there is, from the point of view of one document.
package struct Usage: Sendable {
    /// Of all documents.
    package let all: Tally
    /// Of those that the same user made; nil for a document of nobody.
    package let user: Tally?
    /// Of the document.
    package let document: Tally

    /// How much there is of each.
    package init(all: Tally, user: Tally?, document: Tally) {
        self.all = all
        self.user = user
        self.document = document
    }
}
