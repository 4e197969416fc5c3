internal import EmojiArt
internal import Wire

extension Replica {
    /// Fits the pending edits to what a welcome says of this client.
    ///
    /// In a history that a backup was restored to, the client's seqs may stand lower and its number
    /// may be another one: edits that this history has not seen are numbered anew, and ids of
    /// emojis that were not added yet are minted anew.
    ///
    /// So are edits that were made without a connection, if the server has seen more than this
    /// client knows of. A transcript is behind the server when the disk was full, the power failed,
    /// or the directory was copied back: what was then made was counted on from too low. Under its
    /// seq such an edit would pass for answered, and be lost.
    ///
    /// - Returns: whether the transcript has to be made anew before anything is sent.
    mutating func adopt(_ welcome: ServerMessage.Welcome) -> Bool {
        guard let number = welcome.client else { return false }
        let (before, settledBefore) = (pending, settledCount)
        keptEditsVersion += 1
        if !isRestoring { settleForgotten(welcome) }
        if let client, client != number {
            counter = welcome.counter
            mintAnew(from: 0, client, as: number)
        } else if settledCount < pending.count, pending[settledCount].seq <= welcome.seq {
            counter = max(counter, welcome.counter)
            mintAnew(from: settledCount, number, as: number)
        }
        client = number
        counter = max(counter, welcome.counter)
        lastSeq = welcome.seq
        // What another history confirmed has none of the edits that this one has not seen.
        if confirmedSeq > welcome.seq {
            confirmedSeq = welcome.seq
            // Edits that it hid are shown again.
            overlay = nil
        }
        for index in pending.indices {
            if index >= settledCount || pending[index].seq > welcome.seq {
                pending[index].seq = lastSeq + 1
            }
            lastSeq = max(lastSeq, pending[index].seq)
        }
        settledCount = pending.count
        undoName = welcome.undo
        redoName = welcome.redo
        return pending != before || settledBefore < pending.count
    }

    /// Lets edits go that were answered so long ago that the server no longer tells how: to ask
    /// would be an error, each time anew.
    ///
    /// Only a transcript that is behind the server has such edits.
    private mutating func settleForgotten(_ welcome: ServerMessage.Welcome) {
        let last = welcome.seq - Whole(Limits.unansweredEditsMax)
        while settledCount > 0, let edit = pending.first, edit.seq <= last {
            pending.removeFirst()
            settledCount -= 1
            overlay = nil
            let revision = welcome.position.revision
            effects.append(acknowledgement(of: edit, at: revision))
        }
    }

    /// Mints the ids that pending edits add anew, above `counter`, and renames them everywhere.
    ///
    /// No id that is named already is given: an emoji that only another history had must not be
    /// taken for a new one. With no counter left an id stays as it is, and the server refuses the
    /// edit; if the client has its number back later, ids that stayed are its own again.
    private mutating func mintAnew(from first: Int, _ old: Int, as new: Int) {
        overlay = nil
        if old != new {
            let kept = pending.lazy.flatMap { $0.added }.map { $0.id }.filter { $0.client == new }
            counter = max(counter, kept.map { $0.counter }.max() ?? 0)
        }
        var named = Set(presence.selection + (presence.gesture?.ids ?? []))
        for edit in pending {
            if case .operation(let operation) = edit.request { named.formUnion(operation.namedIDs) }
        }
        var minted: [EmojiID: EmojiID] = [:]
        for index in pending.indices.dropFirst(first) {
            guard case .operation(let operation) = pending[index].request else { continue }
            for emoji in pending[index].added where emoji.id.client == old {
                minted[emoji.id] = mintID(of: new, besides: named)
            }
            pending[index].request = .operation(operation.renaming(minted))
        }
        presence.selection = minted.renaming(presence.selection)
        presence.gesture = presence.gesture.flatMap { gesture in
            Presence.Gesture(gesture.result.renaming(minted))
        }
    }

    private mutating func mintID(of client: Int, besides named: Set<EmojiID>) -> EmojiID? {
        while counter < Limits.identifierMax {
            counter += 1
            let id = EmojiID(client: client, counter: counter)
            if !named.contains(id) { return id }
        }
        return nil
    }
}

extension [EmojiID: EmojiID] {
    /// Ids with their new names.
    ///
    /// Ascending, as a reader gives them: a transcript then leads to the very same edit.
    fileprivate func renaming(_ ids: [EmojiID]) -> [EmojiID] { ids.map { self[$0] ?? $0 }.sorted() }
}

extension Operation {
    /// The emojis that a client's operation is about, if they are there.
    fileprivate var namedIDs: [EmojiID] {
        switch self {
        case .move(let ids, _, _), .scale(let ids, _), .delete(let ids), .arrange(let ids, _): ids
        case .add, .background, .canvas, .restore, .resize, .restack, .replace, .none: []
        }
    }

    /// The operation with some ids replaced.
    fileprivate func renaming(_ names: [EmojiID: EmojiID]) -> Operation {
        switch self {
        case .add(let emojis):
            return .add(
                emojis.map { emoji in
                    var emoji = emoji
                    emoji.id = names[emoji.id] ?? emoji.id
                    return emoji
                }
            )
        case .move(let ids, let dx, let dy): return .move(ids: names.renaming(ids), dx: dx, dy: dy)
        case .scale(let ids, let factor): return .scale(ids: names.renaming(ids), factor: factor)
        case .delete(let ids): return .delete(ids: names.renaming(ids))
        case .arrange(let ids, let place): return .arrange(ids: names.renaming(ids), to: place)
        case .background, .canvas, .restore, .resize, .restack, .replace, .none: return self
        }
    }
}
