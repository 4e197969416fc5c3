internal import ArgumentParser
internal import EmojiArt
internal import Sync
internal import WebSockets
internal import Wire

struct Edit: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Read operations as JSON lines from standard input; answer each with a line.",
        discussion: """
            An operation is written as in the protocol, such as \
            {"type":"move","ids":["1.1"],"dx":5,"dy":0,"ref":"a"}; its answer repeats the ref. A \
            new emoji without an id gets one, which the answer contains. At the end of the input \
            the command waits for all answers, at most --timeout seconds. The answer "unknown" \
            says that the edit may be in the document: look, and send it again or not.
            """
    )

    @OptionGroup var options: ClientOptions
    @Flag(help: "Read JSON lines (required).") var json = false

    func validate() throws {
        guard json else {
            throw ValidationError("--json is required: operations are read as JSON lines.")
        }
    }

    func run() throws {
        try Session(options, body: LineEditor()).run()
    }
}

final class LineEditor: SessionBody {
    private let reader = LineReader()
    private var decoder = MessageDecoder()
    private var unanswered: [Int: EditLine.Ref?] = [:]
    private var lineNumber = 0
    private var failure: ExitStatus?
    private var isAtEnd = false

    func started(_ session: Session) {
        session.stopTimeout()
        reader.start(
            postingTo: session.loop.makeMailbox { [unowned self, unowned session] event in
                take(event, session)
            }
        )
    }

    private func take(_ event: LineReader.Event, _ session: Session) {
        switch event {
        case .line(let bytes):
            lineNumber += 1
            if bytes.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) {
                edit(bytes, session)
            } else {
                reader.taken()
            }
        case .tooLong:
            lineNumber += 1
            answer(.error(line: lineNumber, .outOfRange("the line")), ref: nil)
        case .end:
            isAtEnd = true
            session.startTimeout()
            endIfDone(session)
        }
    }

    private func edit(_ bytes: [UInt8], _ session: Session) {
        guard session.client.update({ $0.client != nil || $0.mayEdit }) else {
            return answer(.notPermitted, ref: decoder.ref(ofLine: bytes.span))
        }
        do throws(DecodeError) {
            let line = try session.client.update { (replica) throws(DecodeError) in
                try decoder.editLine(bytes.span) { replica.mintID() }
            }
            let ref = session.client.update { $0.edit(line.request) }
            unanswered[ref] = .some(line.ref)
        } catch {
            answer(.error(line: lineNumber, error), ref: decoder.ref(ofLine: bytes.span))
        }
    }

    func heard(_ effect: ReplicaEffect, _ session: Session) {
        switch effect {
        case .acknowledged(let seq, let ref, let revision, let ids):
            guard let line = unanswered.removeValue(forKey: ref) else { return }
            answer(.acknowledged(seq: seq, revision: revision, ids: ids), ref: line)
        case .refused(let seq, let ref, let code):
            guard let line = unanswered.removeValue(forKey: ref) else { return }
            answer(.refused(seq: seq, code: code), ref: line)
        case .undecided(let ref):
            guard let line = unanswered.removeValue(forKey: ref) else { return }
            answer(.unknown, ref: line)
        case .historyReplaced:
            return Output.explain("history replaced: acknowledged edits may be lost")
        default: return
        }
        endIfDone(session)
    }

    func sentAway() -> Bool {
        for (_, line) in unanswered.sorted(by: { $0.key < $1.key }) {
            Output.line(Answer.unknown.line(ref: line))
        }
        return !unanswered.isEmpty
    }

    /// Prints an answer; another line may then be read.
    private func answer(_ answer: Answer, ref: EditLine.Ref?) {
        switch answer {
        case .acknowledged: break
        case .unknown: failure = .unknown
        case .refused, .error: failure = failure ?? .refused
        }
        Output.line(answer.line(ref: ref))
        reader.taken()
    }

    private func endIfDone(_ session: Session) {
        guard isAtEnd, unanswered.isEmpty else { return }
        session.finish(failure)
    }
}
