internal import DequeModule
public import EmojiArt
public import Wire

extension Replica {
    /// Makes an edit: shows it at once, and sends it when it can.
    ///
    /// - Parameter request: an operation or a walk.
    /// - Returns: the edit's `ref`, by which its answer is told.
    /// - Precondition: the replica has a key.
    @discardableResult
    public mutating func edit(_ request: ClientMessage.Request) -> Int {
        precondition(key != nil, "A viewer does not edit.")
        let ref = nextRef
        nextRef += 1
        pending.append(PendingEdit(seq: nil, ref: ref, request: request))
        if case .operation(let operation) = request {
            if pending.count == 1 {
                overlay = nil
            } else if overlay != nil {
                _ = try? overlay?.apply(operation)
            }
        }
        sendPending()
        return ref
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

    /// Sends pending edits, as many as may be unanswered at a time.
    mutating func sendPending() {
        guard connection == .live else { return }
        let before = sentCount
        while sentCount < min(pending.count, Limits.unansweredEditsMax) {
            let seq = pending[sentCount].seq ?? lastSeq + 1
            lastSeq = max(lastSeq, seq)
            pending[sentCount].seq = seq
            send(.edit(seq: seq, pending[sentCount].request))
            sentCount += 1
        }
        if sentCount > before { resumeGesture() }
    }

    /// Removes a pending edit that was answered; nil when it is not there.
    mutating func takePending(seq: Int) -> PendingEdit? {
        guard let index = pending.prefix(sentCount).firstIndex(where: { $0.seq == seq }) else {
            return nil
        }
        sentCount -= 1
        overlay = nil
        return pending.remove(at: index)
    }

    /// Fits the pending edits to what a welcome says of this client.
    ///
    /// In a history that a backup was restored to, the client's seqs may stand lower and its number
    /// may be another one: edits that this history has not seen are numbered anew, and ids of
    /// emojis that were not added yet are minted anew.
    mutating func adopt(_ welcome: ServerMessage.Welcome) {
        guard let number = welcome.client else { return }
        if let client, client != number { renumberIDs(from: client, to: number, welcome.counter) }
        client = number
        counter = max(counter, welcome.counter)
        lastSeq = welcome.seq
        for index in pending.indices {
            guard let seq = pending[index].seq else { break }
            if seq > welcome.seq { pending[index].seq = lastSeq + 1 }
            lastSeq = max(lastSeq, pending[index].seq ?? 0)
        }
        undoName = welcome.undo
        redoName = welcome.redo
    }

    private mutating func renumberIDs(from old: Int, to new: Int, _ counter: Int) {
        self.counter = counter
        overlay = nil
        var minted: [EmojiID: EmojiID] = [:]
        for index in pending.indices {
            guard case .operation(let operation) = pending[index].request else { continue }
            if case .add(let emojis) = operation {
                for emoji in emojis where emoji.id.client == old {
                    self.counter += 1
                    minted[emoji.id] = EmojiID(client: new, counter: self.counter)
                }
            }
            pending[index].request = .operation(operation.renaming(minted))
        }
    }
}

extension Operation {
    /// The operation with some ids replaced.
    fileprivate func renaming(_ names: [EmojiID: EmojiID]) -> Operation {
        func renamed(_ ids: [EmojiID]) -> [EmojiID] { ids.map { names[$0] ?? $0 } }
        switch self {
        case .add(let emojis):
            return .add(
                emojis.map { emoji in
                    NewEmoji(
                        id: names[emoji.id] ?? emoji.id,
                        text: emoji.text,
                        x: emoji.x,
                        y: emoji.y,
                        size: emoji.size
                    )
                }
            )
        case .move(let ids, let dx, let dy): return .move(ids: renamed(ids), dx: dx, dy: dy)
        case .scale(let ids, let factor): return .scale(ids: renamed(ids), factor: factor)
        case .delete(let ids): return .delete(ids: renamed(ids))
        case .arrange(let ids, let place): return .arrange(ids: renamed(ids), to: place)
        case .background, .canvas, .restore, .resize, .restack, .none: return self
        }
    }
}
