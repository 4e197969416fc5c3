/// An accepted edit as it is stored.
package struct StoredEdit: Sendable, Equatable {
    /// Its position in the document: 1, 2, 3, without gaps.
    package let revision: Int64
    /// The number of the client that made it.
    package let client: Int64
    /// Its position among that client's edits.
    package let seq: Int64
    /// When it entered the order, in milliseconds since 1970.
    package let time: Int64
    /// Its bytes.
    package let body: [UInt8]
    /// The checksum of the history up to and with this edit.
    package let chain: UInt64

    /// An edit of these parts.
    package init(
        revision: Int64,
        client: Int64,
        seq: Int64,
        time: Int64,
        body: [UInt8],
        chain: UInt64
    ) {
        self.revision = revision
        self.client = client
        self.seq = seq
        self.time = time
        self.body = body
        self.chain = chain
    }
}

/// The state of a document at a revision.
package struct StoredSnapshot: Sendable {
    /// The revision; the edits up to it are in the log, or were cut off.
    package let revision: Int64
    /// Its bytes.
    package let body: [UInt8]
    /// The checksum of the history up to it.
    package let chain: UInt64

    /// A state of these parts.
    package init(revision: Int64, body: [UInt8], chain: UInt64) {
        self.revision = revision
        self.body = body
        self.chain = chain
    }
}

/// An image that a document's background may name.
package struct StoredImage: Equatable, Sendable {
    /// The image's name: 64 characters.
    package let digest: String
    /// Its media type, such as `image/png`.
    package let type: String
    /// Its bytes.
    package let body: [UInt8]

    /// An image of these parts.
    package init(digest: String, type: String, body: [UInt8]) {
        self.digest = digest
        self.type = type
        self.body = body
    }
}
