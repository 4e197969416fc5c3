public import EmojiArt
public import Wire

// The messages of members.
extension DocumentSession {
    /// The revision whose state has to be read before the message can be processed; nil for a
    /// message that needs none, also one that is answered already.
    public func pastNeeded(for message: ClientMessage, from number: Int) -> Int? {
        guard case .edit(let seq, .revert(let past)) = message, past <= revision,
            presence.contains(number), let member = roster.members[number], member.mayEdit,
            let client = member.identity.client, case .next = ledger.turn(of: seq, by: client)
        else { return nil }
        return past
    }

    /// A member sends a message.
    ///
    /// - Parameters:
    ///   - message: the message; a second `hello` breaks the protocol.
    ///   - number: the member.
    ///   - time: the wall clock, in milliseconds since 1970: the stamp of an edit.
    ///   - past: the state that `pastNeeded(for:from:)` asked for; nil when it is not kept.
    public mutating func receive(
        _ message: ClientMessage,
        from number: Int,
        time: Int,
        past: Document? = nil
    ) {
        guard presence.contains(number), let member = roster.members[number] else {
            // A connection that is gone already may have sent something before.
            if roster.members[number] != nil || roster.isWaiting(number) {
                expel(number, .badMessage, "wait for the welcome")
            }
            return
        }
        switch message {
        case .edit(let seq, let request):
            guard let client = member.identity.client else {
                guard member.lacksNumber else {
                    return expel(number, .badMessage, "viewers cannot edit")
                }
                // Not remembered: its seqs begin when it has a number.
                forbiddenCount += 1
                return send(.refused(seq: seq, code: RefusalCode.notPermitted.rawValue), to: number)
            }
            switch ledger.turn(of: seq, by: client) {
            case .past(let answer): answerAgain(seq, answer, to: number)
            case .gap(let expected): expel(number, .seqGap, "expected=\(expected)")
            case .next:
                receiveEdit(seq, request, of: client, from: number, member, time: time, past: past)
            }
        case .presence(let patch): presence.apply(ledger.existing(patch), of: number)
        case .resync: snapshots.ask(number)
        case .ping(let sent): send(.pong(sent), to: number)
        case .hello: expel(number, .badMessage, "hello was sent before")
        case .token: break  // For the owner, who knows what tokens say: see `permit`.
        }
    }

    private mutating func answerAgain(_ seq: Int, _ answer: AnswerWindow.Answer?, to number: Int) {
        let message: ServerMessage
        switch answer {
        case .accepted(let revision): message = .ack(seq: seq, revision: revision)
        case .refused(let code): message = .refused(seq: seq, code: code)
        case nil: return expel(number, .badMessage, "seq \(seq) was answered long ago")
        }
        duplicateCount += 1
        release(.duplicateAnswer(member: number, message: message.encoded))
    }

    private mutating func receiveEdit(
        _ seq: Int,
        _ request: ClientMessage.Request,
        of client: Int,
        from number: Int,
        _ member: Roster.Member,
        time: Int,
        past: Document?
    ) {
        guard presence.submit(number) else {
            let reason = "at most \(Limits.unansweredEditsMax) at once"
            return expel(number, .tooManyUnanswered, reason)
        }
        let judged =
            member.mayEdit
            ? judged(request, of: client, access: member.access, past: past)
            : .invalid(.notPermitted)
        if let key = roster.store(client) {
            gate.submit(.client(number: client, key: key), &effects)
        }
        do throws(RefusalCode) {
            announce(try ledger.decide(judged, of: client, seq: seq, time: time, past: past))
        } catch {
            gate.submit(.refusal(client: client, seq: seq, code: error), &effects)
            let refusal = ServerMessage.refused(seq: seq, code: error.rawValue)
            release(.refusal(client: client, message: refusal.encoded))
        }
    }

    private mutating func announce(_ accepted: Ledger.Accepted) {
        let edit = accepted.edit
        gate.submit(
            .edit(
                revision: edit.revision,
                client: edit.client,
                seq: edit.seq,
                time: edit.time,
                message: accepted.message,
                chain: accepted.chain
            ),
            &effects
        )
        release(
            .edit(
                revision: edit.revision,
                client: edit.client,
                message: accepted.message,
                deleted: edit.operation.deletedIDs
            )
        )
        if edit.walk != nil { releaseHistory(of: edit.client) }
        for client in accepted.forgotten { releaseHistory(of: client) }
        storeIfDue()
    }
}
