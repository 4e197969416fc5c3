internal import EmojiArt
internal import Wire

// What a welcome means for the pending edits.
extension Replica {
    /// Settles the pending edits that a welcome answers, and numbers the others.
    ///
    /// The server found the answers by the marks of the hello: whoever sent an edit, and under
    /// whichever number, seq and ids, it counts once. `isSame` is true if the welcome is of the
    /// history that this replica knows.
    mutating func adopt(_ welcome: ServerMessage.Welcome, isSame: Bool) {
        guard let number = welcome.client else { return }
        keptEditsVersion += 1
        overlay = nil
        var names = settle(welcome, as: number, isSame: isSame && client == number)
        let others = pending.filter { $0.revision == nil }
        let own = others.flatMap { $0.added }.filter { $0.id.client == client }
        if client != number || own.contains(where: { $0.id.counter <= welcome.counter }) {
            var base = max(welcome.counter, client == number ? counter : 0)
            // An emoji that only another history had is not taken for a new one.
            for id in namedIDs where id.client == number { base = max(base, id.counter) }
            for (id, new) in newNames(of: others, as: number, above: base) { names[id] = new }
        }
        if client != number { counter = welcome.counter }
        client = number
        rename(names)
        counter = max(counter, welcome.counter)
        for emoji in pending.lazy.flatMap({ $0.added }) where emoji.id.client == number {
            counter = max(counter, emoji.id.counter)
        }
        (lastSeq, answeredCount) = (welcome.seq, welcome.seq)
        for index in pending.indices where pending[index].revision == nil {
            lastSeq += 1
            pending[index].seq = lastSeq
        }
        undoName = welcome.undo
        redoName = welcome.redo
    }

    /// Notes the answers of a welcome, takes out the refused edits, and puts those aside of which
    /// nobody can say whether they are in the document.
    ///
    /// - Returns: other names of the emojis that accepted edits added.
    private mutating func settle(
        _ welcome: ServerMessage.Welcome,
        as number: Int,
        isSame: Bool
    ) -> [EmojiID: EmojiID] {
        var verdicts: [UInt64: ServerMessage.Answer.Verdict] = [:]
        for answer in welcome.answers { verdicts[answer.mark] = answer.verdict }
        // Seqs that were used since, and not by the edits of this replica that are answered now: a
        // copy of this client used them, perhaps for an edit that the server could not look for.
        let isNew = { (edit: PendingEdit) in
            edit.revision == nil && verdicts[edit.mark] != nil
        }
        let known = answeredCount + Whole(pending.count(where: isNew))
        // A history with fewer lost some of them.
        let others = isSame && known <= welcome.seq ? welcome.seq - known : welcome.seq
        // Of the number that it had, no welcome tells which seqs were used.
        let former = unasked?.client ?? client ?? number
        let isNewNumber = former != number && unasked == nil
        var names: [EmojiID: EmojiID] = [:]
        var left: [PendingEdit] = []
        for (index, edit) in pending.enumerated() {
            var edit = edit
            // Of edits that were made since, only a copy's can be there.
            let mayBeThere = others > 0 || isNewNumber || edit.isUnasked
            (edit.revision, edit.isUnasked) = (nil, false)
            switch verdicts[edit.mark] {
            case .accepted(let revision, let id):
                edit.revision = revision
                if let id, let own = edit.added.first?.id, id != own {
                    edit.rename(from: own, to: id, in: &names)
                }
                left.append(edit)
            case .refused(let code): refuse(edit, code)
            case nil where mayBeThere && welcome.isTrimmed && index < askedCount:
                undecidedEdits.append(edit)
                effects.append(.undecided(ref: edit.ref))
            case nil:
                edit.isUnasked = mayBeThere && index >= askedCount
                left.append(edit)
            }
        }
        pending = left
        let isAsked = !left.contains { $0.isUnasked }
        // Only of a position that it resumes is it sure that this history has it.
        let start = welcome.isResumed ? position?.revision ?? 0 : 0
        let since = min(unasked?.since ?? start, start)
        unasked = isAsked ? nil : Unasked(since: since, client: former)
        return names
    }

    /// Takes out the pending edits that the log has up to the present revision.
    mutating func takeConfirmed() {
        guard let position else { return }
        let isThere = { (edit: PendingEdit) in
            edit.revision.map { $0 <= position.revision } ?? false
        }
        while let edit = takePending(where: isThere) {
            deselectMissing(of: edit)
            effects.append(acknowledgement(of: edit, at: edit.revision ?? position.revision))
        }
    }

    // MARK: Names

    /// New names of the emojis that edits add, in their order and with their distances, above a
    /// counter; none when the client would run out of counters, and the server refuses the edits.
    private func newNames(
        of edits: [PendingEdit],
        as number: Int,
        above base: Int
    ) -> [EmojiID: EmojiID] {
        let ids = edits.flatMap { $0.added }.map { $0.id }.filter { $0.client == client }
        let counters = ids.map { $0.counter }
        guard let least = counters.min(), let most = counters.max(),
            base + 1 + most - least <= Limits.identifierMax
        else { return [:] }
        var names: [EmojiID: EmojiID] = [:]
        for id in ids {
            names[id] = EmojiID(client: number, counter: id.counter - least + base + 1)
        }
        return names
    }

    /// Mints names of the emojis that undecided edits add, whichever client they were made by;
    /// without some of them the server refuses the edits.
    mutating func mintNames(of edits: [PendingEdit]) -> [EmojiID: EmojiID] {
        var names: [EmojiID: EmojiID] = [:]
        for id in edits.flatMap({ $0.added }).map({ $0.id }) { names[id] = mintID() }
        return names
    }

    /// The emojis that edits of this replica are about, if they are there.
    private var namedIDs: [EmojiID] {
        var ids: [EmojiID] = []
        for edit in pending + undecidedEdits {
            if case .operation(let operation) = edit.request { ids += operation.namedIDs }
        }
        return ids
    }

    /// Gives the emojis of an edit the names that they have in the log, of which `id` is the first.
    mutating func rename(_ edit: PendingEdit, to id: EmojiID?) {
        var names: [EmojiID: EmojiID] = [:]
        if let id, let own = edit.added.first?.id, id != own {
            edit.rename(from: own, to: id, in: &names)
        }
        rename(names)
    }

    private mutating func rename(_ names: [EmojiID: EmojiID]) {
        guard !names.isEmpty else { return }
        overlay = nil
        for index in pending.indices {
            pending[index].request = pending[index].request.renaming(names)
        }
        for index in undecidedEdits.indices {
            undecidedEdits[index].request = undecidedEdits[index].request.renaming(names)
        }
        // What another history had under a new name is not selected under it.
        let new = Set(names.values).subtracting(names.keys)
        deselect { new.contains($0) }
        presence.selection = names.renaming(presence.selection)
        presence.gesture = presence.gesture.flatMap { gesture in
            Presence.Gesture(gesture.result.renaming(names))
        }
    }
}

extension PendingEdit {
    /// Adds the names of its emojis when the first has another one: all copies of an edit keep the
    /// distances between its ids.
    fileprivate func rename(
        from own: EmojiID,
        to id: EmojiID,
        in names: inout [EmojiID: EmojiID]
    ) {
        for emoji in added {
            let counter = emoji.id.counter - own.counter + id.counter
            guard (1...Limits.identifierMax).contains(counter) else { continue }
            names[emoji.id] = EmojiID(client: id.client, counter: counter)
        }
    }
}

extension [EmojiID: EmojiID] {
    /// Ids with their new names.
    ///
    /// Ascending, as a reader gives them: a transcript then leads to the very same edit.
    fileprivate func renaming(_ ids: [EmojiID]) -> [EmojiID] { ids.map { self[$0] ?? $0 }.sorted() }
}

extension ClientMessage.Request {
    /// The request with some ids replaced.
    func renaming(_ names: [EmojiID: EmojiID]) -> Self {
        if case .operation(let operation) = self {
            .operation(operation.renaming(names))
        } else {
            self
        }
    }
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
