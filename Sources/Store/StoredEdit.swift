/// An accepted edit as it is stored.
package struct StoredEdit: Sendable, Equatable {
    /// Its position in the document: 1, 2, 3, without gaps.
    package let revision: Int64
    /// The number of the client that made it.
    package let client: Int64
    /// Its position among that client's edits.
    package let seq: Int64
    /// Its identity, by which its client asks for the answer; 0 when it is not known.
    package let mark: UInt64
    /// The counter of the first emoji that was asked to be added; 0 for none.
    package let counter: Int64
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
        mark: UInt64,
        counter: Int64 = 0,
        time: Int64,
        body: [UInt8],
        chain: UInt64
    ) {
        self.revision = revision
        self.client = client
        self.seq = seq
        self.mark = mark
        self.counter = counter
        self.time = time
        self.body = body
        self.chain = chain
    }
}

/// How a client's edit was answered.
package struct StoredAnswer: Equatable, Sendable {
    /// The client's number.
    package let client: Int64
    /// The edit's position among that client's edits.
    package let seq: Int64
    /// The edit's identity; 0 when it is not known.
    package let mark: UInt64
    /// The server's word.
    package let verdict: Verdict

    /// The server's word on an edit.
    package enum Verdict: Equatable, Sendable {
        /// It is in the log; `counter` is that of the first emoji that was asked to be added, 0 for
        /// none.
        case accepted(revision: Int64, counter: Int64)
        /// It is refused for good.
        case refused(code: String)
    }

    /// An answer of these parts.
    package init(client: Int64, seq: Int64, mark: UInt64, _ verdict: Verdict) {
        self.client = client
        self.seq = seq
        self.mark = mark
        self.verdict = verdict
    }
}

/// Some of the answers to a client's edits.
package struct StoredAnswers: Sendable {
    /// The answers to accepted edits, the latest first.
    package var answers: [StoredAnswer] = []
    /// What there is before them.
    package var rest = Rest.none

    /// The edits before those that were read.
    package enum Rest: Equatable, Sendable {
        /// None that was asked for.
        case none
        /// Those before this seq can be read.
        case more(before: Int64)
        /// Some were trimmed, and are not known.
        case trimmed
    }

    /// No answers, and none before them.
    package init() {}
}

extension UInt64 {
    /// The mark of an edit that was made before edits had marks.
    ///
    /// Clients and stores give it to such edits by themselves.
    package static func formerMark(client: Int64, seq: Int64) -> UInt64 {
        UInt64(truncatingIfNeeded: client << 32 | seq)
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
