/// All that is needed to open a document: a state, the edits after it, and who was answered what.
package struct StoredDocument: Sendable {
    /// The number under which entries name the document.
    package let document: Int64
    /// The name it was loaded by.
    package let name: String
    /// The id of its history.
    package let epoch: UInt64
    /// The newest snapshot.
    package let snapshot: (revision: Int64, body: [UInt8], chain: UInt64)?
    /// The edits after the snapshot and at least the tail that the store is asked to bring, as far
    /// as they are stored; ascending, without gaps.
    ///
    /// So some may be older than the snapshot.
    package let edits: [StoredEdit]
    /// The digests of its images.
    package let images: [String]
    /// The clients by ascending number, each with its 16-byte key.
    package let clients: [(number: Int64, key: [UInt8])]
    /// Refused edits within each client's last seqs, those of the answer window; ascending.
    package let refusals: [(client: Int64, seq: Int64, code: String)]
    /// Accepted edits within each client's last seqs, those of the answer window; ascending.
    package let answers: [(client: Int64, seq: Int64, revision: Int64)]
    /// The last seq that each client used up, over all history, by client number.
    ///
    /// A client that never sent an edit is absent.
    package let lastSeq: [Int64: Int64]

    /// A document of these parts.
    package init(
        document: Int64,
        name: String,
        epoch: UInt64,
        snapshot: (revision: Int64, body: [UInt8], chain: UInt64)?,
        edits: [StoredEdit],
        images: [String],
        clients: [(number: Int64, key: [UInt8])],
        refusals: [(client: Int64, seq: Int64, code: String)],
        answers: [(client: Int64, seq: Int64, revision: Int64)],
        lastSeq: [Int64: Int64]
    ) {
        self.document = document
        self.name = name
        self.epoch = epoch
        self.snapshot = snapshot
        self.edits = edits
        self.images = images
        self.clients = clients
        self.refusals = refusals
        self.answers = answers
        self.lastSeq = lastSeq
    }

    /// The revision of the last edit, or of the snapshot that the log goes on from; 0 when new.
    package var revision: Int64 {
        edits.last?.revision ?? snapshot?.revision ?? 0
    }
}
