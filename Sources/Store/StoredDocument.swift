/// All that is needed to open a document: a state, the edits after it, and each client's answers.
package struct StoredDocument: Sendable {
    /// The number under which entries name the document.
    package let document: Int64
    /// The name it was loaded by.
    package let name: String
    /// The id of its history.
    package let epoch: UInt64
    /// True if it takes no edits, by an operator's word.
    package var isFrozen = false
    /// The newest snapshot.
    package var snapshot: StoredSnapshot?
    /// The edits after the snapshot and at least the tail that the store is asked to bring, as far
    /// as they are stored; ascending, without gaps.
    ///
    /// So some may be older than the snapshot.
    package var edits: [StoredEdit] = []
    /// The digests of its images.
    package var images: [String] = []
    /// The clients by ascending number, each with its 16-byte key.
    package var clients: [(number: Int64, key: [UInt8])] = []
    /// The answers to each client's last seqs, those of the answer window: refusals of a client
    /// first, each kind ascending.
    package var answers: [StoredAnswer] = []
    /// The last seq that each client used up, over all history, by client number.
    ///
    /// A client that never sent an edit is absent.
    package var lastSeq: [Int64: Int64] = [:]

    /// A document that nothing else is stored of.
    package init(document: Int64, name: String, epoch: UInt64) {
        self.document = document
        self.name = name
        self.epoch = epoch
    }

    /// The revision of the last edit, or of the snapshot that the log goes on from; 0 when new.
    package var revision: Int64 {
        edits.last?.revision ?? snapshot?.revision ?? 0
    }
}

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
