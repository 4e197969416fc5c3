internal import EmojiArt
internal import Storage
internal import Sync
internal import WebSockets
internal import Wire

// What documents ask for.
extension Server {
    /// Has a document's presence and wakes looked after at the end of this turn.
    func touch(_ document: OpenDocument) {
        guard !document.isTouched else { return }
        document.isTouched = true
        touched.append(document)
    }

    /// Puts a record in this turn's batch.
    func commit(_ record: Record, of document: OpenDocument) {
        let entry = JournalEntry(record, of: document.id)
        document.room -= entry.byteCount
        batch.append(entry)
        metrics.ordered(record.outcome, receivedAt: loop.receivedAt)
        if batchCounts.last?.document === document {
            batchCounts[batchCounts.count - 1].count += 1
        } else {
            batchCounts.append((document, 1))
        }
    }

    func wake(at time: UInt64) { loop.setAlarm(at: time) }

    /// Stores a state.
    ///
    /// Encoding a large one takes milliseconds, so it is done elsewhere. It comes back as mail, and
    /// reaches the journal after all the edits that it covers, which are submitted before.
    func store(_ state: StoredState, of document: OpenDocument) {
        let mailbox = journalMailbox
        let (id, name, opening) = (document.id, document.name, document.opening)
        Offload.run {
            let snapshot = JournalEntry.snapshot(
                document: id,
                revision: Int64(state.revision),
                body: state.encoded(),
                chain: state.chain.bits
            )
            mailbox.post(.encoded(name, opening: opening, snapshot))
        }
    }

    /// Writes the snapshot of a large document.
    ///
    /// It comes back as mail; a document that was opened anew meanwhile does not want it.
    func write(_ draft: SnapshotDraft, of document: OpenDocument) {
        let mailbox = journalMailbox
        let (name, opening) = (document.name, document.opening)
        Offload.run {
            let snapshot = draft.written()
            let frames = snapshot.rest.map { Frame(text: $0) }
            mailbox.post(.written(name, opening: opening, snapshot, frames))
        }
    }

    /// Stores an image for a document, and then says so.
    func keep(
        _ image: StoredImage,
        of document: OpenDocument,
        kept: String?,
        _ exchange: HTTPExchange
    ) {
        if isDiskLow { return exchange.respond(.diskLow) }
        guard !isBeyondQuota(document, adding: image.body.count) else {
            return exchange.respond(.quotaExceeded)
        }
        document.room -= image.body.count
        document.images.insert(image.digest)
        let token = documents.hold(exchange)
        let mailbox = journalMailbox
        let answer = HTTPResponse.kept(image, of: document.name)
        // What this turn made durable so far comes first, as for a stored state.
        submitBatch()
        journal.submit([.image(document: document.id, image: image, kept: kept)]) {
            mailbox.post(.rendered(token, answer))
        }
    }

    /// Renders a document for an HTTP client, off the loop, with the image that it names.
    func render(
        _ document: Document,
        name: DocumentName,
        as format: DocumentFormat,
        of key: SharedAnswers.Key,
        to exchange: HTTPExchange
    ) {
        answer(key, exchange) { completion in
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
