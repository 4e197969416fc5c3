internal import DequeModule
internal import EmojiArt

/// The answers to a client's latest edits, so that an edit that is sent again gets its first one.
///
/// A client has at most `Limits.unansweredEditsMax` edits without an answer, so it never asks about
/// an older one.
public struct AnswerWindow: Equatable, Sendable {
    /// How an edit was answered.
    public enum Answer: Equatable, Sendable {
        /// It is the edit at the revision.
        case accepted(revision: Int)
        /// It is refused, with the code.
        case refused(code: String)
    }

    /// The last seq that was answered; 0 for none.
    ///
    /// All before it were answered too.
    public private(set) var lastSeq: Int
    private var answers: Deque<Answer> = []

    /// Makes the window of a client whose edits up to `lastSeq` were answered.
    public init(lastSeq: Int = 0) { self.lastSeq = lastSeq }

    /// The answer to an edit; nil when it is not answered yet, or too old.
    public subscript(seq: Int) -> Answer? {
        let index = answers.count - 1 - (lastSeq - seq)
        return answers.indices.contains(index) ? answers[index] : nil
    }

    /// The seq before that of the first edit after a revision, of those that are kept; `lastSeq`
    /// where there is none.
    func lastSeq(at revision: Int) -> Int {
        var last = lastSeq
        for (age, answer) in answers.reversed().enumerated() {
            guard case .accepted(let accepted) = answer else { continue }
            guard accepted > revision else { break }
            last = lastSeq - age - 1
        }
        return last
    }

    /// Answers the next edit.
    public mutating func append(_ answer: Answer) {
        if answers.count == Limits.unansweredEditsMax { answers.removeFirst() }
        answers.append(answer)
        lastSeq += 1
    }
}
