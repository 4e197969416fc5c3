internal import EmojiArt
public import Wire

/// The answers to a client's latest edits, which are found by the marks of the edits.
///
/// A client has at most `Limits.unansweredEditsMax` edits without an answer, so what a member may
/// have missed on its connection is here. Earlier answers are in the store.
public struct AnswerWindow: Sendable {
    /// The server's word on an edit.
    public enum Answer: Equatable, Sendable {
        /// It is the edit at the revision; `counter` is that of the first emoji that was asked to
        /// be added, 0 for none.
        case accepted(revision: Int, counter: Int)
        /// It is refused, with the code.
        case refused(code: RefusalCode)
    }

    /// The last seq that was answered; 0 for none.
    ///
    /// All before it were answered too.
    public private(set) var lastSeq: Int
    /// The answers, and the marks of their edits; once they are full the oldest is at `next`.
    private var answers: [Answer] = []
    private var marks: [UInt64] = []
    /// The lower half of each mark: four are compared at once.
    private var halves: [UInt32] = []
    private var next = 0

    /// Makes the window of a client whose edits up to `lastSeq` were answered.
    public init(lastSeq: Int = 0) { self.lastSeq = lastSeq }

    /// The number of answers.
    public var count: Int { answers.count }

    /// The answer to the edit of a mark; nil when it is none of the latest.
    ///
    /// - Complexity: O(`count`), without a branch for each.
    public subscript(mark: UInt64) -> Answer? {
        let half = UInt32(truncatingIfNeeded: mark)
        var found: UInt32 = 0
        for other in halves { found |= other == half ? 1 : 0 }
        guard found != 0, mark != 0, let index = marks.firstIndex(of: mark) else { return nil }
        return answers[index]
    }

    /// The answers with the marks of their edits, the oldest first.
    var entries: [(mark: UInt64, answer: Answer)] {
        Array(zip(marks[next...], answers[next...])) + Array(zip(marks[..<next], answers[..<next]))
    }

    /// True if all edits of the client after a revision are here.
    func reaches(_ revision: Int) -> Bool {
        count == lastSeq
            || answers.contains { answer in
                if case .accepted(let accepted, _) = answer { accepted <= revision } else { false }
            }
    }

    /// Answers the next edit.
    public mutating func append(_ answer: Answer, to mark: UInt64) {
        lastSeq += 1
        guard count == Limits.unansweredEditsMax else {
            answers.append(answer)
            halves.append(UInt32(truncatingIfNeeded: mark))
            return marks.append(mark)
        }
        (answers[next], marks[next]) = (answer, mark)
        halves[next] = UInt32(truncatingIfNeeded: mark)
        next = (next + 1) % count
    }
}

extension AnswerWindow: Equatable {
    /// Returns true if two windows give the same answers, wherever they begin.
    public static func == (one: AnswerWindow, other: AnswerWindow) -> Bool {
        one.lastSeq == other.lastSeq && one.entries.elementsEqual(other.entries) { $0 == $1 }
    }
}

extension ServerMessage.Answer {
    /// The answer as a client of this number gets it.
    init(mark: UInt64, _ answer: AnswerWindow.Answer, of client: Int) {
        switch answer {
        case .accepted(let revision, let counter):
            let id = counter > 0 ? EmojiID(client: client, counter: counter) : nil
            self.init(mark: mark, .accepted(revision: revision, id: id))
        case .refused(let code): self.init(mark: mark, .refused(code: code.rawValue))
        }
    }
}
