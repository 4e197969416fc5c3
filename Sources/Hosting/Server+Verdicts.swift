internal import EmojiArt
internal import Logging
internal import Sync
internal import Tokens
internal import Transport
internal import WebSockets
internal import Wire

// What others are asked and told.
extension Server {
    /// Holds an edit back to ask about it; false when it goes on at once.
    func holds(_ message: ClientMessage, of guest: Guest, in document: OpenDocument) -> Bool {
        guard let judge = hooks.judge, case .edit(let seq, let request) = message else {
            return false
        }
        let isRefused = if case .invalid = request { true } else { false }
        let isFree = isRefused || guest.grant?.role == .viewer
        // What needs no verdict still stays behind what waits for one.
        if isFree && guest.unjudged.isEmpty { return false }
        guard guest.unjudged.count < Limits.unansweredEditsMax else {
            part(guest)
            guest.close(
                .tooManyUnanswered,
                "too_many_unanswered: at most \(Limits.unansweredEditsMax) at once"
            )
            return true
        }
        guest.unjudged.hold(seq: seq, request)
        if isFree {
            guest.unjudged.settle(seq: seq, .accept)
        } else {
            judge.ask(request, seq: seq, of: guest, revision: document.session.revision)
        }
        return true
    }

    /// A verdict came: lets on what waited for it.
    package func take(_ answer: Verdict) {
        guard let guest = documents.guest(answer.guest), let document = guest.admission.document
        else { return }
        guard let verdict = answer.verdict else {
            part(guest)
            let wait = Chance.number(in: 1_000...5_000)
            return guest.close(.overloaded, "overloaded: no rule verdict, retry_after=\(wait)")
        }
        if takesNoEdits(document) { return hold(guest) }
        guest.unjudged.settle(seq: answer.seq, verdict)
        letOn(guest, in: document)
    }

    /// Lets on the edits that have a verdict, as far as none of them waits for a state of the past.
    func letOn(_ guest: Guest, in document: OpenDocument) {
        while case .member = guest.admission, let (seq, request) = guest.unjudged.takeSettled() {
            let message = ClientMessage.edit(seq: seq, request)
            if let revision = document.session.pastNeeded(for: message, from: guest.number) {
                goBack(to: revision, message, from: guest, in: document)
            } else {
                document.receive(message, from: guest)
            }
        }
    }
}
