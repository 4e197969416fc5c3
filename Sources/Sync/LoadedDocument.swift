public import EmojiArt
public import Wire

/// What the journal gives back of a document, before it is checked.
public struct LoadedDocument: Sendable {
    /// The document's name.
    public var name: DocumentName
    /// The id of its history.
    public var epoch: UInt64
    /// The newest stored state; nil when none was stored yet.
    public var state: StoredState?
    /// The latest edits, ascending without a gap: at least those after the state.
    public var edits: [StoredEdit]
    /// The keys of the clients that edited, by number.
    public var keys: [Int: ClientKey]
    /// The answers to each client's latest edits, by client number.
    public var answers: [Int: AnswerWindow]

    /// An edit as it was stored.
    public struct StoredEdit: Sendable {
        /// Its revision.
        public var revision: Int
        /// The bytes of its `edit` message.
        public var message: [UInt8]
        /// The chain after it.
        public var chain: Checksum

        /// Makes a stored edit.
        public init(revision: Int, message: [UInt8], chain: Checksum) {
            self.revision = revision
            self.message = message
            self.chain = chain
        }
    }

    /// Makes the record of a document.
    public init(
        name: DocumentName,
        epoch: UInt64,
        state: StoredState? = nil,
        edits: [StoredEdit] = [],
        keys: [Int: ClientKey] = [:],
        answers: [Int: AnswerWindow] = [:]
    ) {
        self.name = name
        self.epoch = epoch
        self.state = state
        self.edits = edits
        self.keys = keys
        self.answers = answers
    }
}

/// Why a document cannot be opened: what the journal holds does not fit together.
public enum LoadError: Error, Equatable, Sendable, CustomStringConvertible {
    case brokenChain(revision: Int)
    case gap(revision: Int)
    case unreadable(revision: Int, String)
    case otherState(revision: Int)

    /// What is wrong, in one sentence.
    public var description: String {
        switch self {
        case .brokenChain(let revision): "edit \(revision) was changed after it was stored"
        case .gap(let revision): "edits are missing before edit \(revision)"
        case .unreadable(let revision, let text):
            "cannot read edit \(revision) (\(text)): was it made by a newer version?"
        case .otherState(let revision):
            "edit \(revision) leads to another state than when it was made"
        }
    }
}
