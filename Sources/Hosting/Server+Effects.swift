internal import EmojiArt
internal import Store
internal import Sync
internal import Transport
internal import WebSockets
internal import Wire

// What documents ask for.
extension Server {
    /// Stores a state.
    ///
    /// Encoding a large one takes milliseconds, so it is done on another thread. It reaches the
    /// journal after all the edits that it covers, which are submitted before.
    func store(_ state: StoredState, of document: OpenDocument) {
        let id = document.id
        perform(on: document) { done in
            Offload.run {
                done(JournalEntry.snapshot(document: id, state.stored))
            }
        } then: { [unowned self] (document, snapshot: JournalEntry) in
            submit([snapshot], of: document) { $0.stored() }
        }
    }

    /// Writes the snapshot of a large document.
    func write(_ draft: SnapshotDraft, of document: OpenDocument) {
        perform(on: document) { done in
            Offload.run {
                let snapshot = draft.written()
                done((snapshot, snapshot.rest.map { Frame(text: $0) }))
            }
        } then: { (document, written: (Snapshot, [Frame])) in
            document.written(written.0, written.1)
        }
    }

    /// Stores an image for a document, and then says so.
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
