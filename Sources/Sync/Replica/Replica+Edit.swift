public import EmojiArt
public import Wire

extension Replica {
    /// Makes an edit: shows it at once, and sends it when it can.
    ///
    /// - Returns: the edit's `ref`, by which its answer is told.
    /// - Precondition: the replica has a key.
    @discardableResult
    public mutating func edit(_ request: ClientMessage.Request) -> Int {
        precondition(key != nil, "A viewer does not edit.")
        let ref = nextRef
        append(request, seq: lastSeq + 1)
        keepEdit()
        sendPending()
        return ref
    }

    /// Puts an own edit on top of the others.
    ///
    /// It has its seq before it is sent, so that a copy of it that outlives this process is the
    /// same edit. Nobody else has used the seq: the client's key is this process's alone.
    mutating func append(_ request: ClientMessage.Request, seq: Whole) {
        pending.append(PendingEdit(seq: seq, ref: nextRef, request: request))
        nextRef += 1
        lastSeq = max(lastSeq, seq)
        keptEditsVersion += 1
        if isWelcomed { settledCount = pending.count }
        guard case .operation(let operation) = request else { return }
        for emoji in pending[pending.count - 1].added where emoji.id.client == client {
            counter = max(counter, emoji.id.counter)
        }
        if overlay != nil { _ = try? overlay?.apply(operation) }
    }

    /// Mints the id of a new emoji; nil before the first welcome, which tells the client's number.
    public mutating func mintID() -> EmojiID? {
        guard let client, counter < Limits.identifierMax else { return nil }
        counter += 1
        return EmojiID(client: client, counter: counter)
    }

    /// Mints ids for the emojis of a file, the file's own where they can be kept; nil before the
    /// first welcome, and when the client would run out of counters.
    public mutating func mint(_ file: ImportedDocument) -> [NewEmoji]? {
        guard let client, let new = file.newEmojis(client: client, after: counter) else {
            return nil
        }
        counter = new.last?.id.counter ?? counter
        return new
    }

    /// Sends pending edits, as far as the server would still know its answer to the oldest.
    ///
    /// Refusals overtake edits: counting what is unanswered would not do.
    mutating func sendPending() {
        guard connection == .live, let oldest = pending.first else { return }
        let before = sentCount
        while sentCount < pending.count {
            let edit = pending[sentCount]
            guard edit.seq - oldest.seq < Whole(Limits.unansweredEditsMax) else { break }
            // Sent now it would be refused for good; one that was answered before is only told.
            guard !isHeldBack || edit.seq <= answeredSeq else { break }
            send(.edit(seq: edit.seq, edit.request))
            sentCount += 1
            resumeSelection(of: edit.added)
        }
        if sentCount > before { resumeGesture() }
    }

    /// Whether edits wait for the permission to edit: those that outlive this run.
    private var isHeldBack: Bool { keeping != .nothing && !mayEdit }

    /// Removes a pending edit that was answered; nil when it is not there.
    ///
    /// It is shown when the confirmed state has now just what it did to the state before.
    mutating func takePending(seq: Whole, isShown: Bool = false) -> PendingEdit? {
        guard let index = pending.prefix(sentCount).firstIndex(where: { $0.seq == seq }) else {
            return nil
        }
        sentCount -= 1
        settledCount -= 1
        keptEditsVersion += 1
        let edit = pending.remove(at: index)
        // With nothing pending no edit keeps it up to date.
        if !isShown || pending.isEmpty { overlay = nil }
        return edit
    }
}
