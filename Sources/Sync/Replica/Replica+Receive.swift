internal import EmojiArt
internal import Wire

extension Replica {
    /// A message of the server arrived.
    ///
    /// A message of a type that this version does not know is ignored. Bytes that are no message
    /// give `violated`.
    public mutating func receive(_ bytes: borrowing Span<UInt8>) {
        do throws(DecodeError) {
            guard let message = try decoder.serverMessage(bytes) else { return }
            receive(message, bytes)
        } catch {
            effects.append(.violated(error.description))
        }
    }

    mutating func receive(_ message: ServerMessage, _ bytes: borrowing Span<UInt8>) {
        switch message {
        case .edit(let edit): receive(edit, bytes)
        case .presence(let update): receive(update)
        case .answers(let answers): receive(answers, bytes)
        case .refused(let seq, let code):
            guard let edit = takeSent(seq: seq) else { return }
            keepHeard(bytes)
            refuse(edit, code)
            sendPending()
        case .welcome(let welcome): receive(welcome, bytes)
        case .snapshot(let part): receive(part)
        case .history(let revision, let undo, let redo):
            // It may be here before the edits up to its revision, which then change no names.
            guard isWelcomed, revision >= namesRevision else { return }
            (namesRevision, undoName, redoName) = (revision, undo, redo)
            keepHeard(bytes)
            effects.append(.history)
        case .pong(let number): effects.append(.pong(number))
        case .access(let access):
            self.access = access
            effects.append(.access)
            sendPending()
        }
    }

    /// The last seq that a welcome may tell (2^52 - 1): nobody makes as many edits, and the seqs of
    /// as many more can still be written.
    private static let welcomeSeqMax = Limits.stackMax / 2

    private mutating func receive(
        _ welcome: ServerMessage.Welcome,
        _ bytes: borrowing Span<UInt8>
    ) {
        guard connection == .greeting else { return violate("a second welcome") }
        guard !welcome.isResumed || position != nil else { return violate("nothing to resume") }
        guard welcome.seq <= Self.welcomeSeqMax else { return violate("no seq is left") }
        // A client that may only view, and never edited, has no number.
        guard key == nil || welcome.client != nil || welcome.access?.role == .viewer else {
            return violate("client is missing")
        }
        // A document without edits goes with its last member: nothing of it can be lost.
        if let position, position.revision > 0,
            welcome.isForked || position.epoch != welcome.position.epoch
        {
            effects.append(.historyReplaced)
        }
        let isSame = epoch == welcome.position.epoch && !welcome.isForked
        member = welcome.member
        epoch = welcome.position.epoch
        welcomedRevision = welcome.position.revision
        namesRevision = welcomedRevision
        documentName = welcome.document
        if access != welcome.access {
            access = welcome.access
            effects.append(.access)
        }
        let undecidedCount = undecidedEdits.count
        adopt(welcome, isSame: isSame)
        connection = welcome.isResumed ? .live : .loading
        // Which edits the hello named is told by no line.
        if undecidedEdits.count > undecidedCount || unasked != nil {
            keepAnew()
        } else {
            keepHeard(bytes)
        }
        guard welcome.isResumed else { return }
        takeConfirmed()
        becomeLive()
    }

    private mutating func becomeLive() {
        connection = .live
        becomeCurrent()
        sendPending()
        sharePresence(whole: true)
    }

    /// Has joined as soon as nothing is missing that was durable before (SY34): a program that
    /// looked earlier would miss edits that it was told of.
    private mutating func becomeCurrent() {
        guard !isCurrent, let position, position.revision >= welcomedRevision else { return }
        isCurrent = true
        effects.append(.joined)
    }

    private mutating func receive(_ part: ServerMessage.SnapshotPart) {
        guard connection != .closed, connection != .greeting else {
            return violate("a snapshot before the welcome")
        }
        guard assembler.append(part) else {
            return violate("a snapshot's part is not the next one, or repeats an emoji")
        }
        guard part.isLast else { return }
        guard let (document, header) = assembler.take() else { return }
        guard document.checksum == header.checksum else {
            return violate("the snapshot's checksum does not match its state")
        }
        confirmed = document
        position = header.position
        overlay = nil
        keepSnapshot()
        takeConfirmed()
        let emojis = view.emojis
        deselect { emojis[$0] == nil }
        effects.append(.replaced)
        if connection == .loading {
            becomeLive()
        } else {
            connection = .live
            becomeCurrent()
            sendPending()
            // The server may have dropped emojis from the selection that were deleted and brought
            // back in between.
            var signals = unsharedPresence.signals
            unsharedPresence = Presence.Patch(full: presence)
            // Those that are as at first again may not be so at the server yet.
            signals.merge(unsharedPresence.signals)
            unsharedPresence.signals = signals
            sharePresence(whole: false)
        }
    }

    private mutating func receive(_ edit: ServerMessage.Edit, _ bytes: borrowing Span<UInt8>) {
        // While a snapshot is awaited, edits before it mean nothing.
        guard connection == .live, var position, edit.revision > position.revision else { return }
        let isOwn = edit.client == client
        let isShown = isOwn && isAsShown(edit)
        if !isShown { overlay = nil }
        guard edit.revision == position.revision + 1,
            let applied = try? confirmed.apply(edit.operation),
            applied.operation == edit.operation,
            confirmed.checksum == edit.checksum
        else { return diverge(at: edit.revision, bytes) }
        position.revision = edit.revision
        position.chain = Position.extend(position.chain, by: bytes)
        self.position = position
        keepHeard(bytes)
        if isOwn {
            counter = max(counter, confirmed.counters[edit.client] ?? 0)
            takeNames(after: edit)
        }
        settlePresence(after: edit)
        effects.append(.edited(edit, isOwn: isOwn))
        if isOwn, let own = takeSent(seq: edit.seq, isShown: isShown) {
            effects.append(acknowledgement(of: own, at: edit.revision))
            sendPending()
        } else if isOwn {
            takeConfirmed()
        }
        becomeCurrent()
    }

    /// Whether an own edit does what the operation that is pending first was shown to do: what is
    /// shown has it already, so that a thousand answers in a row do not make it anew each time.
    ///
    /// The server may have cut it down.
    private func isAsShown(_ edit: ServerMessage.Edit) -> Bool {
        guard let first = pending.first, first.revision ?? edit.revision == edit.revision,
            first.revision != nil || (first.seq == edit.seq && sentCount > 0),
            case .operation(let asked) = first.request
        else { return false }
        if asked == edit.operation { return true }
        // An arrangement is told as places, and a move may end at the edge.
        var probe = confirmed
        return (try? probe.apply(asked))?.operation == edit.operation
    }

    /// What is left after an undo or redo is the server's to know: `history` comes with it.
    private mutating func takeNames(after edit: ServerMessage.Edit) {
        guard edit.revision > namesRevision, edit.walk == nil, edit.operation != .none else {
            return
        }
        (undoName, redoName) = (edit.operation.name, nil)
    }

    /// Answers that may have been missed: a snapshot follows, which has the accepted edits.
    private mutating func receive(
        _ answers: [ServerMessage.Answer],
        _ bytes: borrowing Span<UInt8>
    ) {
        keepHeard(bytes)
        for answer in answers {
            let isIt = { (edit: PendingEdit) in edit.mark == answer.mark && edit.revision == nil }
            switch answer.verdict {
            case .accepted(let revision, let id):
                guard let index = pending.firstIndex(where: isIt) else { continue }
                pending[index].revision = revision
                answeredCount += 1
                rename(pending[index], to: id)
            case .refused(let code):
                guard let edit = takePending(where: isIt) else { continue }
                answeredCount += 1
                refuse(edit, code)
            }
        }
        takeConfirmed()
        sendPending()
    }

    mutating func refuse(_ edit: PendingEdit, _ code: String) {
        deselectMissing(of: edit)
        effects.append(.refused(seq: edit.seq, ref: edit.ref, code: code))
    }

    func acknowledgement(of edit: PendingEdit, at revision: Whole) -> ReplicaEffect {
        .acknowledged(
            seq: edit.seq,
            ref: edit.ref,
            revision: revision,
            ids: edit.added.map { $0.id }
        )
    }

    /// Drops emojis from the own selection that were only there because their add was pending.
    mutating func deselectMissing(of edit: PendingEdit) {
        let missing = Set(edit.added.map { $0.id }).subtracting(confirmed.emojis.keys)
        guard !missing.isEmpty else { return }
        deselect { missing.contains($0) }
    }

    private mutating func diverge(at revision: Whole, _ bytes: borrowing Span<UInt8>) {
        divergenceCount += 1
        effects.append(.diverged(revision: revision))
        let message = ClientMessage.resync(revision: revision)
        keepHeard(bytes)
        keepSaid(message)
        standNowhere()
        send(message)
    }

    /// The state stands nowhere: if the connection breaks now, the next one brings a snapshot.
    mutating func standNowhere() {
        connection = .resyncing
        position = nil
        assembler = SnapshotAssembler()
    }

    private mutating func violate(_ text: String) {
        effects.append(.violated(text))
    }
}
