internal import Storage

/// A document as operators see it; the same for the server that writes it and the command that
/// reads it.
struct DocumentReport: Codable, Equatable, Sendable {
    let name: String
    let revision: Int
    /// When it was last edited, or made, in milliseconds since 1970; absent while it is open.
    var time: Int?
    /// Whether its edits are not taken.
    let isFrozen: Bool
    /// What is in memory of it; absent while it is not open.
    var open: Open?

    /// What an open document has.
    struct Open: Codable, Equatable, Sendable {
        /// The id of its history.
        let epoch: String
        let emojis: Int
        let memberCount: Int
        /// About how many bytes it takes in memory.
        let memoryBytes: Int
        /// Bytes that its members have yet to read.
        let backlogBytes: Int
        /// Who is there; absent in lists.
        var members: [Member]?
    }

    /// One member.
    struct Member: Codable, Equatable, Sendable {
        let number: Int
        /// The client's number in the document; absent for a viewer.
        let client: Int?
        /// What it calls itself: anything.
        let name: String
        /// Who it is by its token; absent where no tokens are asked for.
        let user: String?
        /// What it may do by its token: viewer, editor or owner.
        let role: String?
        let address: String
        /// When it came, in milliseconds since 1970.
        let since: Int
        /// Bytes that it has yet to read.
        let backlogBytes: Int
    }
}

extension DocumentReport {
    /// What is stored of a document that is not open.
    init(stored summary: DocumentSummary, isFrozen: Bool) {
        self.init(
            name: summary.name,
            revision: Int(summary.revision),
            time: Int(summary.time),
            isFrozen: isFrozen
        )
    }
}

/// The answer to who ends the server.
struct DrainReport: Codable, Sendable {
    /// The process that is about to end.
    let process: Int32
}
