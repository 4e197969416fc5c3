internal import EmojiArt
internal import Sync
internal import Wire

/// A fixed list of edits, made one after another: the body of the commands for single edits and of
/// import.
///
/// Ends when all are answered.
final class SingleEdits: SessionBody {
    /// Makes the edits once the client's number is known.
    typealias Maker = (inout Replica) throws(ExitStatus) -> [ClientMessage.Request]

    private let make: Maker
    /// Whether each answer is a line; else only refusals are, and the end.
    private let printsAnswers: Bool
    private let finished: (_ revision: Int) -> Void
    private var unanswered: [Int: [EmojiID]] = [:]
    private var refusals = 0
    private var revision = 0

    init(
        printsAnswers: Bool = true,
        finished: @escaping (_ revision: Int) -> Void = { _ in },
        make: @escaping Maker
    ) {
        self.make = make
        self.printsAnswers = printsAnswers
        self.finished = finished
    }

    func started(_ session: Session) {
        do throws(ExitStatus) {
            let requests = try session.client.update(make)
            for request in requests {
                let ref = session.client.update { $0.edit(request) }
                unanswered[ref] = request.addedIDs
            }
        } catch {
            return session.finish(error)
        }
        endIfDone(session)
    }

    func heard(_ effect: ReplicaEffect, _ session: Session) {
        switch effect {
        case .acknowledged(let seq, let ref, let revision):
            guard let ids = unanswered.removeValue(forKey: ref) else { return }
            self.revision = max(self.revision, revision)
            if printsAnswers {
                Output.line(Answer.acknowledged(seq: seq, revision: revision, ids: ids).line())
            }
        case .refused(let seq, let ref, let code):
            guard unanswered.removeValue(forKey: ref) != nil else { return }
            refusals += 1
            Output.line(Answer.refused(seq: seq, code: code).line())
        case .send, .keep, .keepAnew, .joined, .edited, .history, .presence, .replaced, .diverged,
            .historyReplaced, .pong, .access, .wake, .violated:
            return
        }
        endIfDone(session)
    }

    private func endIfDone(_ session: Session) {
        guard unanswered.isEmpty else { return }
        if refusals == 0 { finished(revision) }
        session.finish(refusals == 0 ? nil : .refused)
    }
}

extension ClientMessage.Request {
    /// The ids of the emojis that the request adds.
    var addedIDs: [EmojiID] {
        if case .operation(.add(let emojis)) = self { emojis.map(\.id) } else { [] }
    }
}
