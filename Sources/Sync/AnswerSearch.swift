public import Wire

/// A search for the answers to marks of a hello, among edits that only the store has.
public struct AnswerSearch: Sendable {
    /// The client whose edits are searched.
    public let client: Int
    /// The seq of the first edit that is not searched: its answer is in memory.
    public var before: Int
    /// The last revision that is not searched: an edit that was pending there comes later.
    public var after: Int
    /// The position that the client had; nil where it is known to be in this history.
    ///
    /// If the log does not have it, all of the client's edits are searched.
    public let unverified: Position?
    /// The marks that are looked for.
    public let marks: Set<UInt64>

    /// Makes a search.
    public init(
        client: Int,
        before: Int,
        after: Int,
        unverified: Position? = nil,
        marks: Set<UInt64>
    ) {
        self.client = client
        self.before = before
        self.after = after
        self.unverified = unverified
        self.marks = marks
    }

    /// The answers that a store found, of edits before `before`.
    public struct Found: Sendable {
        /// The answers to some of the marks.
        public var answers: [ServerMessage.Answer] = []
        /// True if the store no longer has all edits among which the marks may be.
        public var isTrimmed = false

        /// Nothing was found, and nothing was trimmed.
        public init() {}
    }
}

extension Ledger {
    /// The clients whose edits a hello asks about: its own number, and the one that it had.
    private func clients(of newcomer: Roster.Newcomer) -> [Int] {
        guard let client = newcomer.client else { return [] }
        guard let former = newcomer.hello.client, former != client else { return [client] }
        return [client, former]
    }

    /// The answers in memory to the marks of a hello, in the order of the marks.
    func answers(to newcomer: Roster.Newcomer) -> [ServerMessage.Answer] {
        let windows = clients(of: newcomer).compactMap { client in
            answers[client].map { (client: client, window: $0) }
        }
        guard !windows.isEmpty else { return [] }
        return newcomer.hello.marks.compactMap { mark in
            for (client, window) in windows {
                if let answer = window[mark] { return .init(mark: mark, answer, of: client) }
            }
            return nil
        }
    }

    /// The searches that tell the rest of the answers to a hello: none for most, as a client's
    /// latest edits are in memory.
    ///
    /// The edits were pending at `revision` of this history, which is 0 when none is known. The
    /// position `unverified` may be in this history, and then is that.
    func searches(
        for newcomer: Roster.Newcomer,
        after revision: Int,
        unverified: Position?
    ) -> [AnswerSearch] {
        let marks = Set(newcomer.hello.marks)
            .subtracting(answers(to: newcomer).map(\.mark))
        guard !marks.isEmpty else { return [] }
        return clients(of: newcomer).compactMap { client in
            guard let window = answers[client],
                !window.reaches(unverified == nil ? revision : 0)
            else { return nil }
            return AnswerSearch(
                client: client,
                before: window.lastSeq - window.count + 1,
                after: revision,
                unverified: unverified,
                marks: marks
            )
        }
    }
}
