internal import EmojiArt
internal import Logging
internal import Store
internal import Sync
internal import Tokens
internal import Transport
internal import WebSockets
internal import Wire

// What was: over HTTP, and for edits that go back to it.
extension Server {
    /// Answers with a document as it was, in a form of an export.
    func export(
        _ name: DocumentName,
        as format: DocumentFormat,
        at moment: Moment,
        to exchange: HTTPExchange
    ) {
        let isTaken = answers.rebuild(name, at: moment) { [unowned self] answer in
            guard case .found(let past) = answer else { return exchange.respond(.past(answer)) }
            let key = SharedAnswers.Key.past(
                name,
                format,
                document: past.document,
                revision: past.state.revision
            )
            render(past.state.document, name: name, as: format, of: key, to: exchange)
        }
        if !isTaken { exchange.respond(.pastBusy) }
    }

    /// Answers with the messages of a snapshot, of now or of a moment of the past.
    func snapshot(_ name: DocumentName, _ request: HTTPRequest, to exchange: HTTPExchange) {
        let text = request.query.first { $0.name == "at" }?.value
        guard let moment = text.map({ Moment($0) }) ?? .now else {
            return exchange.respond(.badMoment)
        }
        let isTaken = answers.rebuild(name, at: moment) { [unowned self] answer in
            guard case .found(let past) = answer else { return exchange.respond(.past(answer)) }
            offload {
                HTTPResponse.snapshot(past)
            } then: {
                exchange.respond($0)
            }
        }
        if !isTaken { exchange.respond(.pastBusy) }
    }

    func tellHistory(of name: DocumentName, to exchange: HTTPExchange) {
        perform { done in
            journal.past(name.string, at: nil) { done(HTTPResponse.history($0)) }
        } then: {
            exchange.respond($0)
        }
    }

    /// Answers with edits, byte for byte as they are stored.
    func tellEdits(of name: DocumentName, _ request: HTTPRequest, to exchange: HTTPExchange) {
        guard let range = EditRange(request.query) else { return exchange.respond(.badRange) }
        perform { done in
            EditGathering(journal: journal, range: range, completion: done).start(name)
        } then: { (response: HTTPResponse) in
            exchange.respond(response)
        }
    }
}

// MARK: - Edits that wait

extension Server {
    /// A member goes back to an earlier revision: what it sends afterwards waits for that edit.
    func goBack(
        to revision: Int,
        _ message: ClientMessage,
        from guest: Guest,
        in document: OpenDocument
    ) {
        guest.admission = .held(document, .past(HeldMessages()))
        // What was ordered is in the journal's queue ahead of the reading.
        turn.submit()
        let isTaken = answers.rebuild(document.name, at: .revision(revision)) {
            [unowned self] answer in
            guard guest.admission.document === document else { return }
            let start = EventLoop.readNanoseconds()
            let held = guest.takeHeld()
            finish(message, with: answer, from: guest, in: document)
            if !takesNoEdits(document) { letOn(guest, in: document) }
            let microseconds = Int((EventLoop.readNanoseconds() - start) / 1_000)
            guest.connection.charge(microseconds: microseconds)
            // Once that is counted: a row of them would hold the others up.
            guest.connection.redeliver(held)
        }
        if !isTaken { turnAway(guest, because: "too many requests for past revisions") }
    }

    private func finish(
        _ message: ClientMessage,
        with answer: PastAnswer,
        from guest: Guest,
        in document: OpenDocument
    ) {
        if case .unreadable(let cause) = answer {
            log.error(
                "cannot revert",
                metadata: ["document": "\(document.name)", "cause": "\(cause)"]
            )
        }
        // Where the disk is full, who reads is answered ahead of what waits for room: the revision
        // is there, and not yet in the journal.
        if case .notYet = answer { return turnAway(guest) }
        // It is sent again when edits are taken; the edits among the rest wait as well.
        if takesNoEdits(document) { return hold(guest) }
        document.receive(message, from: guest, past: answer.past?.state.document)
    }

    /// Holds an edit back to ask about it; false when it goes on at once.
    func holds(_ message: ClientMessage, of guest: Guest, in document: OpenDocument) -> Bool {
        guard let judge = hooks.judge, case .edit(let edit) = message else {
            return false
        }
        let isRefused = if case .invalid = edit.request { true } else { false }
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
        guest.unjudged.hold(edit)
        if isFree {
            guest.unjudged.settle(seq: edit.seq, .accept)
            return true
        }
        let revision = document.session.revision
        perform { done in
            judge.ask(edit.request, seq: edit.seq, of: guest, revision: revision, completion: done)
        } then: { [unowned self] (verdict: EditVerdict?) in
            take(verdict, of: guest, seq: edit.seq)
        }
        return true
    }

    /// A verdict came, or none in time: lets on what waited for it.
    private func take(_ verdict: EditVerdict?, of guest: Guest, seq: Int) {
        guard let document = guest.admission.document else { return }
        guard let verdict else { return turnAway(guest, because: "no rule verdict") }
        if takesNoEdits(document) { return hold(guest) }
        guest.unjudged.settle(seq: seq, verdict)
        letOn(guest, in: document)
    }

    /// Lets on the edits that have a verdict, as far as none of them waits for a state of the past.
    func letOn(_ guest: Guest, in document: OpenDocument) {
        while case .member = guest.admission, let edit = guest.unjudged.takeSettled() {
            let message = ClientMessage.edit(edit)
            if let revision = document.session.pastNeeded(for: message, from: guest.number) {
                goBack(to: revision, message, from: guest, in: document)
            } else {
                document.receive(message, from: guest)
            }
        }
    }
}

extension Moment {
    /// The end of all times.
    static let now = Moment.time(Limits.stackMax)
}
