public import EmojiArt
public import Wire

extension DocumentSession {
    /// A member sends a message.
    ///
    /// - Parameters:
    ///   - message: the message; a second `hello` breaks the protocol.
    ///   - number: the member.
    ///   - time: the wall clock, in milliseconds since 1970: what an edit is stamped with.
    ///   - past: what `pastNeeded(for:from:)` asked for; nil when it is not kept.
    public mutating func receive(
        _ message: ClientMessage,
        from number: Int,
        time: Int,
        past: Document? = nil
    ) {
        guard let member = members[number], member.isWelcomed else {
            return receiveEarly(from: number)
        }
        switch message {
        case .edit(let seq, let request):
            guard let client = member.identity.client else {
                guard member.lacksNumber else {
                    return expel(number, .badMessage, "viewers cannot edit")
                }
                // Not remembered: its seqs begin when it has a number.
                forbiddenCount += 1
                let code = RefusalCode.notPermitted.rawValue
                let refusal = ServerMessage.refused(seq: seq, code: code)
                return effects.append(.send(to: number, message: refusal.encoded))
            }
            receiveEdit(seq, request, of: client, from: number, time: time, past: past)
        case .presence(let patch):
            let patch = affordable(existing(patch), of: number)
            members[number]?.presence.apply(patch)
            newsworthy.insert(number)
        case .resync: askForSnapshot(number)
        case .ping(let sent):
            effects.append(.send(to: number, message: ServerMessage.pong(sent).encoded))
        case .hello:
            expel(number, .badMessage, "hello was sent before")
        case .token: break  // For the owner, who knows what tokens say: see `permit`.
        }
    }

    /// A message came from someone who was not welcomed yet, or is gone already.
    private mutating func receiveEarly(from number: Int) {
        let isJoining =
            members[number] != nil || awaiting.contains { $0.member == number }
        if isJoining { expel(number, .badMessage, "wait for the welcome") }
    }

    /// A member's place in the log is no longer kept: it gets a snapshot in place of the edits.
    public mutating func lagged(_ number: Int) {
        guard members[number] != nil else { return }
        sendSnapshot(to: number)
    }

    /// Ends a member that broke the protocol.
    mutating func expel(_ number: Int, _ code: CloseCode, _ reason: String) {
        leave(number)
        close(number, code, reason)
    }

    private mutating func receiveEdit(
        _ seq: Int,
        _ request: ClientMessage.Request,
        of client: Int,
        from number: Int,
        time: Int,
        past: Document?
    ) {
        // Of the window no more than is asked: whoever held it would have it copied when the edit
        // is answered.
        let lastSeq = clients[client]?.lastSeq ?? 0
        if seq <= lastSeq {
            return answerAgain(seq, clients[client]?[seq], to: number)
        }
        guard seq == lastSeq + 1 else {
            return expel(number, .seqGap, "expected=\(lastSeq + 1)")
        }
        guard let place = members.index(forKey: number) else { return }
        guard members.values[place].unanswered < Limits.unansweredEditsMax else {
            return expel(
                number,
                .tooManyUnanswered,
                "at most \(Limits.unansweredEditsMax) at once"
            )
        }
        members.values[place].unanswered += 1
        // The edit ends the gesture. The others know from the edit itself, unless it is refused.
        members.values[place].presence.gesture = nil
        if members.values[place].told?.gesture != nil { newsworthy.insert(number) }
        var judged =
            members.values[place].mayEdit
            ? judged(request, of: client, access: members.values[place].access, past: past)
            : .invalid(.notPermitted)
        var reverted: Int?
        if case .revert(let revision) = judged {
            reverted = revision
            judged = replacement(to: revision, past)
        }
        if let key = provisional.removeValue(forKey: client) {
            commit(.client(number: client, key: key))
        }
        do throws(RefusalCode) {
            try apply(judged, of: client, seq: seq, time: time, revert: reverted)
        } catch {
            refuse(error, client: client, seq: seq)
        }
    }

    private mutating func answerAgain(_ seq: Int, _ answer: AnswerWindow.Answer?, to number: Int) {
        if answer != nil { duplicateCount += 1 }
        switch answer {
        case .accepted(let revision):
            let ack = ServerMessage.ack(seq: seq, revision: revision)
            release(.duplicateAnswer(member: number, message: ack.encoded))
        case .refused(let code):
            let refusal = ServerMessage.refused(seq: seq, code: code)
            release(.duplicateAnswer(member: number, message: refusal.encoded))
        case nil:
            expel(number, .badMessage, "seq \(seq) was answered long ago")
        }
    }

    private mutating func apply(
        _ request: ClientMessage.Request,
        of client: Int,
        seq: Int,
        time: Int,
        revert: Int?
    ) throws(RefusalCode) {
        let requested: Operation
        var walk: ServerMessage.Walk?
        switch request {
        case .operation(let operation):
            if case .add(let new) = operation, new.contains(where: { $0.id.client != client }) {
                throw .foreignID
            }
            requested = operation
        case .walk(let direction):
            guard let entry = state.history.next(direction, of: client) else {
                throw direction == .undo ? .nothingToUndo : .nothingToRedo
            }
            requested = state.document.inverse(of: entry.step)
            walk = ServerMessage.Walk(direction, of: entry.revision)
        case .revert: preconditionFailure("A revert is applied as what it changes.")
        case .invalid(let code): throw code
        }
        let applied: Applied
        do { applied = try state.document.apply(requested) } catch { throw RefusalCode(error) }
        accept(applied, walk: walk, revert: revert, client: client, seq: seq, time: time)
    }

    private mutating func accept(
        _ applied: Applied,
        walk: ServerMessage.Walk? = nil,
        revert: Int? = nil,
        client: Int,
        seq: Int,
        time: Int
    ) {
        let edit = ServerMessage.Edit(
            revision: state.revision + 1,
            client: client,
            seq: seq,
            time: time,
            walk: walk,
            revert: revert,
            operation: applied.operation,
            checksum: state.document.checksum
        )
        let forgotten = state.record(applied.step, of: edit)
        let message = ServerMessage.edit(edit).encoded
        state.revision = edit.revision
        state.chain = Position.extend(state.chain, by: message.span)
        clients[client, default: AnswerWindow()].append(.accepted(revision: edit.revision))
        keep(message, state.chain)
        commit(
            .edit(
                revision: edit.revision,
                client: client,
                seq: seq,
                time: time,
                message: message,
                chain: state.chain
            )
        )
        release(
            .edit(
                revision: edit.revision,
                client: client,
                message: message,
                deleted: applied.operation.deletedIDs
            )
        )
        if walk != nil { tellHistory(of: client) }
        for client in forgotten { tellHistory(of: client) }
        replayedEmojis += applied.operation.replayedEmojis(in: state.document)
        storeIfDue()
    }

    /// Has the state stored when much would have to be replayed without it.
    ///
    /// One at a time: while the disk is behind, states would take far more memory than edits do.
    mutating func storeIfDue() {
        guard !isStoring,
            state.revision - storedRevision >= Limits.editsPerSnapshot
                || replayedEmojis >= Limits.replayedEmojisMax
        else { return }
        isStoring = true
        storedRevision = state.revision
        replayedEmojis = 0
        effects.append(.store(state))
    }

    /// Tells a client what its next undo and redo would take.
    mutating func tellHistory(of client: Int) {
        let history = ServerMessage.history(
            revision: state.revision,
            undo: state.history.next(.undo, of: client)?.name,
            redo: state.history.next(.redo, of: client)?.name
        )
        release(.word(client: client, message: history.encoded))
    }

    private mutating func refuse(_ code: RefusalCode, client: Int, seq: Int) {
        clients[client, default: AnswerWindow()].append(.refused(code: code.rawValue))
        commit(.refusal(client: client, seq: seq, code: code))
        let refusal = ServerMessage.refused(seq: seq, code: code.rawValue)
        release(.answer(client: client, message: refusal.encoded))
    }
}
