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
    private var unanswered: Set<Int> = []
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
                unanswered.insert(session.client.update { $0.edit(request) })
            }
        } catch {
            return session.finish(error)
        }
        endIfDone(session)
    }

    func heard(_ effect: ReplicaEffect, _ session: Session) {
        switch effect {
        case .edited(let edit, isOwn: true) where edit.operation == .none:
            Output.explain("no effect: the document has none of these emojis, or is so already")
            return
        case .acknowledged(let seq, let ref, let revision, let ids):
            guard unanswered.remove(ref) != nil else { return }
            self.revision = max(self.revision, revision)
            if printsAnswers {
                Output.line(Answer.acknowledged(seq: seq, revision: revision, ids: ids).line())
            }
        case .refused(let seq, let ref, let code):
            guard unanswered.remove(ref) != nil else { return }
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
