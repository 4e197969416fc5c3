/// How many documents there are, and what they take of the disk.
package struct Tally: Sendable, Equatable {
    /// Documents with edits: one counts from its first edit or picture on.
    package private(set) var documents = 0
    /// Bytes of edits and images, in steps of 16 KiB.
    package private(set) var bytes: Int64 = 0

    /// None.
    package init() {}
}

extension Tally {
    /// What one document counts, or none.
    package init(_ summary: DocumentSummary?) {
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
