internal import EmojiArt
internal import Store
internal import Sync
internal import Transport
internal import WebSockets

/// What goes on when work on other threads is done, by a number of each.
struct Continuations {
    private var waiting: [Int: Any] = [:]
    private var last = 0

    fileprivate mutating func add<Value>(_ then: @escaping (Value) -> Void) -> Int {
        last += 1
        waiting[last] = then
        return last
    }

    fileprivate mutating func take<Value>(_ number: Int) -> ((Value) -> Void)? {
        waiting.removeValue(forKey: number) as? (Value) -> Void
    }
}

// The one way off the loop and back, and what documents ask for by it.
extension Server {
    /// Begins work on other threads, and goes on with its result in a turn of this loop.
    ///
    /// - Parameters:
    ///   - begin: begins it, and has `done` called once, from any thread.
    ///   - then: goes on with the result; never when the loop ends before.
    package func perform<Value: Sendable>(
        _ begin: (_ done: @escaping @Sendable (Value) -> Void) -> Void,
        then: @escaping (Value) -> Void
    ) {
        let number = continuations.add(then)
        let mailbox = mailbox
        begin { value in
            mailbox.post { $0.continuations.take(number)?(value) }
        }
    }

    /// Does work on another thread, and goes on with its result in a turn of this loop.
    package func offload<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value,
        then: @escaping (Value) -> Void
    ) {
        perform({ done in Offload.run { done(work()) } }, then: then)
    }

    /// The same for a document: nothing goes on if it was closed meanwhile, also if it was opened
    /// again.
    func offload<Value: Sendable>(
        for document: OpenDocument,
        _ work: @escaping @Sendable () -> Value,
        then: @escaping (OpenDocument, Value) -> Void
    ) {
        let (name, opening) = (document.name, document.opening)
        offload(work) { [unowned self] value in
            if let document = documents.find(name, opening: opening) { then(document, value) }
        }
    }

    /// Hands entries to the journal behind all that was handed to it in this turn, and goes on when
    /// they are durable.
    func submit(_ entries: [JournalEntry], then: @escaping () -> Void) {
        turn.submit()
        perform { (done: @escaping @Sendable (Bool) -> Void) in
            journal.submit(entries) { done(true) }
        } then: { _ in
            then()
        }
    }

    /// Stores a state.
    ///
    /// Encoding a large one takes milliseconds, so it is done on another thread. It reaches the
    /// journal after all the edits that it covers, which are submitted before.
    func store(_ state: StoredState, of document: OpenDocument) {
        let id = document.id
        offload(for: document) {
            JournalEntry.snapshot(document: id, state.stored)
        } then: { [unowned self] (document, snapshot: JournalEntry) in
            let (name, opening) = (document.name, document.opening)
            submit([snapshot]) { [unowned self] in
                documents.find(name, opening: opening)?.stored()
            }
        }
    }

    func write(_ draft: SnapshotDraft, of document: OpenDocument) {
        offload(for: document) {
            let snapshot = draft.written()
            return (snapshot, snapshot.parts.map { Frame(text: $0) })
        } then: { (document, written: (Snapshot, [Frame])) in
            document.written(written.0, written.1)
        }
    }

    func keep(
        _ image: StoredImage,
        of document: OpenDocument,
        kept: String?,
        _ exchange: HTTPExchange
    ) {
        if holds.isDiskLow { return exchange.respond(.diskLow) }
        guard !isBeyondQuota(document, adding: image.body.count) else {
            return exchange.respond(.quotaExceeded)
        }
        document.room -= image.body.count
        document.images.insert(image.digest)
        let answer = HTTPResponse.kept(image, of: document.name)
        let entry = JournalEntry.image(document: document.id, image: image, kept: kept)
        submit([entry]) { exchange.respond(answer) }
    }

    /// Renders a document for an HTTP client, off the loop, with the image that it names.
    func render(
        _ document: Document,
        name: DocumentName,
        as format: DocumentFormat,
        of key: SharedAnswers.Key,
        to exchange: HTTPExchange
    ) {
        answers.answer(key, exchange) { completion in
            guard case .url(let url) = document.background, let digest = url.digest else {
                return Offload.run { completion(format.response(document, name: name)) }
            }
            journal.image(digest, of: name.string) { result in
                Offload.run {
                    let stored = (try? result.get()).flatMap { $0 }
                    let image = stored.flatMap { BackgroundImage(type: $0.type, bytes: $0.body) }
                    completion(format.response(document, name: name, image: image))
                }
            }
        }
    }
}
