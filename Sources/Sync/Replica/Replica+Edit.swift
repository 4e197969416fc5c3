public import EmojiArt
public import Wire

extension Replica {
    /// Makes an edit: shows it at once, and sends it when it can.
    ///
    /// - Returns: the edit's `ref`, with which its answer comes.
    /// - Precondition: the replica has a key.
    @discardableResult
    public mutating func edit(_ request: ClientMessage.Request) -> Int {
        precondition(key != nil, "A viewer does not edit.")
        let ref = nextRef
        append(request, mark: draw(), seq: lastSeq + 1)
        keepEdit()
        sendPending()
        return ref
    }

    /// Puts an own edit on top of the others.
    mutating func append(_ request: ClientMessage.Request, mark: UInt64, seq: Whole) {
        pending.append(PendingEdit(mark: mark, seq: seq, ref: nextRef, request: request))
        nextRef += 1
        lastSeq = max(lastSeq, seq)
        keptEditsVersion += 1
        guard case .operation(let operation) = request else { return }
        for emoji in pending[pending.count - 1].added where emoji.id.client == client {
            counter = max(counter, emoji.id.counter)
        }
        if overlay != nil { _ = try? overlay?.apply(operation) }
    }

    /// Decides about the edits of which nobody can say whether they are in the document: makes them
    /// again, or drops them.
    public mutating func decide(adding: Bool) {
        let edits = undecidedEdits
        undecidedEdits = []
        keptEditsVersion += 1
        if adding {
            let names = mintNames(of: edits)
            for edit in edits {
                append(edit.request.renaming(names), mark: draw(), seq: lastSeq + 1)
            }
        }
        keepAnew()
        sendPending()
    }

    /// Takes over undecided edits of another replica of the document, whose program is gone.
    ///
    /// Those that it has already are left out. What they add gets ids of this client.
    ///
    /// - Returns: false before the first welcome, which tells the client's number.
    public mutating func takeOver(_ edits: [PendingEdit]) -> Bool {
        guard client != nil else { return false }
        let known = Set((pending + undecidedEdits).map { $0.mark })
        let new = edits.filter { !known.contains($0.mark) }
        guard !new.isEmpty else { return true }
        let names = mintNames(of: new)
        for edit in new {
            let request = edit.request.renaming(names)
            undecidedEdits.append(
                PendingEdit(mark: edit.mark, seq: edit.seq, ref: nextRef, request: request)
            )
            effects.append(.undecided(ref: nextRef))
            nextRef += 1
        }
        keptEditsVersion += 1
        keepAnew()
        return true
    }

    /// Goes on as the client of another key, with the state and the edits of before.
    ///
    /// The next hello names the former number: an edit that was sent under it counts once. The
    /// edits of `marks` are left out, since another replica of the former client sends them: two
    /// clients that send one edit apply it twice.
    ///
    /// - Precondition: the replica is not connected.
    public mutating func become(_ key: ClientKey, leaving marks: Set<UInt64>) {
        precondition(connection == .closed, "A connection has one client.")
        self.key = key
        pending.removeAll { marks.contains($0.mark) }
        undecidedEdits.removeAll { marks.contains($0.mark) }
        overlay = nil
        let emojis = view.emojis
        deselect { emojis[$0] == nil }
        keptEditsVersion += 1
        keepAnew()
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

    /// Sends pending edits, at most `Limits.unansweredEditsMax` from the oldest on.
    ///
    /// Refusals overtake edits: counting what is unanswered would not do.
    mutating func sendPending() {
        guard connection == .live, !isHeldBack,
            let oldest = pending.first(where: { $0.revision == nil })
        else { return }
        let before = sentCount
        while sentCount < pending.count {
            let edit = pending[sentCount]
            guard !edit.isUnasked else { break }
            if edit.revision == nil {
                guard edit.seq - oldest.seq < Whole(Limits.unansweredEditsMax) else { break }
                send(.edit(ClientMessage.Edit(seq: edit.seq, mark: edit.mark, edit.request)))
                resumeSelection(of: edit.added)
            }
            sentCount += 1
        }
        if sentCount > before { resumeGesture() }
        if oldest.isUnasked, !isReconnecting {
            isReconnecting = true
            effects.append(.reconnect)
        }
    }

    /// Whether edits wait for the permission to edit, without which they would be refused for good:
    /// those that outlive this run.
    private var isHeldBack: Bool { keeping != .nothing && !mayEdit }

    /// Removes a pending edit that was answered; nil when it is not there.
    ///
    /// It is shown when the confirmed state has now just what it did to the state before.
    mutating func takePending(
        isShown: Bool = false,
        where isIt: (PendingEdit) -> Bool
    ) -> PendingEdit? {
        guard let index = pending.firstIndex(where: isIt) else { return nil }
        if index < sentCount { sentCount -= 1 }
        keptEditsVersion += 1
        let edit = pending.remove(at: index)
        // With nothing pending no edit keeps it up to date.
        if !isShown || pending.isEmpty { overlay = nil }
        return edit
    }

    /// Removes the edit of this seq that was sent on this connection.
    mutating func takeSent(seq: Whole, isShown: Bool = false) -> PendingEdit? {
        guard pending.prefix(sentCount).contains(where: { $0.seq == seq && $0.revision == nil })
        else { return nil }
        answeredCount += 1
        return takePending(isShown: isShown) { $0.seq == seq && $0.revision == nil }
    }
}
