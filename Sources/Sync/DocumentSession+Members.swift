public import EmojiArt
public import Wire

// Members: joining, leaving, their permissions, and their messages.
extension DocumentSession {
    /// A connection says hello.
    ///
    /// A client that the document does not know gets a number, unless it may only view. The number
    /// is stored with its first edit; until then it goes when the client leaves, and a restart may
    /// give it to another. A member that the same client is connected as already is closed: the
    /// newer connection counts.
    ///
    /// - Parameters:
    ///   - member: the connection's number, which is never used again.
    ///   - hello: its first message.
    ///   - access: its permissions, by its token; nil where everybody edits.
    ///   - durable: a state that is durable while later edits wait for the disk: the member gets it
    ///     at once, and those edits when they are durable. One that edits of the client itself
    ///     follow, or more edits than are kept, is not used.
    public mutating func join(
        _ member: Int,
        _ hello: ClientMessage.Hello,
        access: Access? = nil,
        at durable: Snapshot? = nil
    ) {
        do throws(Roster.Refusal) {
            let newcomer = try roster.admit(member, hello, access, membersMax: limits.members)
            let isUsed = durable.map { mayBegin(newcomer, at: $0) } ?? false
            welcome(newcomer, as: .newcomer, at: isUsed ? durable : nil)
        } catch {
            switch error {
            case .members: close(member, .crowded, "the document has \(limits.members) members")
            case .clients: close(member, .crowded, "the document has \(Limits.clientsMax) clients")
            }
        }
    }

    /// Returns true if a client can go on from a durable state before all records are durable.
    ///
    /// One whose own records wait cannot: the seq and answers in its welcome depend on them. Nor
    /// can one with a state that is no longer the last durable one: the edits since would end the
    /// gestures that others began after them.
    private func mayBegin(_ newcomer: Roster.Newcomer, at durable: Snapshot) -> Bool {
        durable.position.epoch == epoch && durable.revision == releasedRevision
            && revision - durable.revision <= ledger.kept.count
            && !gate.holdsAnswer(to: [newcomer.client, newcomer.hello.client].compactMap { $0 })
            && searches(for: newcomer).isEmpty
    }

    private func standing(of hello: ClientMessage.Hello) -> Ledger.Standing? {
        hello.position.map { ledger.standing(of: $0, releasedRevision: releasedRevision) }
    }

    private func searches(for newcomer: Roster.Newcomer) -> [AnswerSearch] {
        let hello = newcomer.hello
        guard let position = hello.position, position.epoch == epoch,
            let standing = standing(of: hello), standing != .elsewhere
        else { return ledger.searches(for: newcomer, after: 0, unverified: nil) }
        return ledger.searches(
            for: newcomer,
            after: hello.since ?? position.revision,
            unverified: standing == .resumes || position.revision == 0 ? nil : position
        )
    }

    /// Asks the store for answers that are not in memory; false if there are none.
    ///
    /// The client's connection until now ends first: so none of its edits comes meanwhile.
    private mutating func search(for newcomer: Roster.Newcomer) -> Bool {
        let searches = searches(for: newcomer)
        guard !searches.isEmpty, let client = newcomer.client else { return false }
        roster.wait(newcomer, isSearched: true)
        if let older = roster.member(of: client) {
            leave(older)
            supersede(older)
        }
        effects.append(.search(member: newcomer.member, searches))
        return true
    }

    /// The answers that a `search` effect asked for.
    public mutating func searched(_ number: Int, _ found: AnswerSearch.Found) {
        guard let newcomer = roster.takeSearched(number, found) else { return }
        welcome(newcomer, as: .newcomer)
    }

    /// Welcomes a newcomer, once there is a snapshot if it needs one.
    mutating func welcome(
        _ newcomer: Roster.Newcomer,
        as receiver: Snapshots.Receiver,
        at durable: Snapshot? = nil
    ) {
        let (number, hello, client) = (newcomer.member, newcomer.hello, newcomer.client)
        if let client, receiver == .newcomer {
            // Welcomed after this one, it would close this one.
            for older in roster.takeWaiting(of: client) { supersede(older) }
        }
        if durable == nil, newcomer.found == nil, search(for: newcomer) { return }
        let standing = standing(of: hello)
        let start: Gate.Start
        if standing == .resumes, let position = hello.position {
            start = .resumed(after: position.revision)
        } else if let snapshot = durable ?? snapshot(for: receiver) {
            start = .snapshot(snapshot)
        } else {
            return roster.wait(newcomer)
        }
        if let older = roster.enter(newcomer) {
            leave(older)
            supersede(older)
        }
        var welcome = ServerMessage.Welcome(
            document: name.string,
            position: durable?.position ?? ledger.position,
            isResumed: standing == .resumes,
            isForked: standing == .elsewhere,
            member: number,
            access: newcomer.access,
            limits: limits
        )
        if let client {
            welcome.client = client
            welcome.seq = ledger.lastSeq(of: client)
            welcome.counter = ledger.state.document.counters[client] ?? 0
            welcome.answers = ledger.answers(to: newcomer) + (newcomer.found?.answers ?? [])
            welcome.isTrimmed = newcomer.found?.isTrimmed ?? false
            welcome.undo = ledger.name(of: .undo, by: client)
            welcome.redo = ledger.name(of: .redo, by: client)
        }
        let message = ServerMessage.welcome(welcome).encoded
        let passage = Gate.Passage.welcome(member: number, message: message, start)
        if durable == nil { release(passage) } else { open(passage) }
    }

    /// A connection is gone.
    public mutating func leave(_ number: Int) {
        guard roster.leave(number) else { return }
        gate.leave(number)
        presence.leave(number)
        snapshots.leave(number)
    }

    /// A member has other permissions from now on: it came with another token.
    ///
    /// They count when an edit comes; edits that came before are not looked at again.
    public mutating func permit(_ number: Int, _ access: Access) {
        roster.permit(number, access)
        // While the welcome is under way, the newer token comes after it.
        guard presence.contains(number), let member = roster.members[number] else { return }
        if member.lacksNumber, member.mayEdit {
            return expel(number, .restarting, "with this token you may edit, retry_after=100")
        }
        send(.access(access), to: number)
    }

    private mutating func supersede(_ number: Int) {
        close(number, .superseded, "the client joined again")
    }

    /// The revision whose state has to be read before the message can be processed; nil for a
    /// message that needs none, also one that is answered already.
    public func pastNeeded(for message: ClientMessage, from number: Int) -> Int? {
        guard case .edit(let edit) = message, case .revert(let past) = edit.request,
            past <= revision, presence.contains(number), let member = roster.members[number],
            member.mayEdit, let client = member.identity.client,
            case .next = ledger.turn(of: edit, by: client)
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
        case .edit(let edit):
            guard let client = member.identity.client else {
                guard member.lacksNumber else {
                    return expel(number, .badMessage, "viewers cannot edit")
                }
                // Not remembered: its seqs begin when it has a number.
                forbiddenCount += 1
                let code = RefusalCode.notPermitted.rawValue
                return send(.refused(seq: edit.seq, code: code), to: number)
            }
            switch ledger.turn(of: edit, by: client) {
            case .known(let answer):
                duplicateCount += 1
                release([ServerMessage.Answer(mark: edit.mark, answer, of: client)], to: number)
            case .gap(let expected): expel(number, .seqGap, "expected=\(expected)")
            case .next:
                receiveEdit(edit, of: client, from: number, member, time: time, past: past)
            }
        case .presence(let patch): presence.apply(ledger.existing(patch), of: number)
        case .resync: snapshots.ask(number)
        case .ping(let sent): send(.pong(sent), to: number)
        case .hello: expel(number, .badMessage, "hello was sent before")
        case .token: break  // For the owner, who knows what tokens say: see `permit`.
        }
    }

    private mutating func receiveEdit(
        _ edit: ClientMessage.Edit,
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
        var judged = edit
        judged.request =
            member.mayEdit
            ? self.judged(edit.request, of: client, access: member.access, past: past)
            : .invalid(.notPermitted)
        if let key = roster.store(client) {
            gate.submit(.client(number: client, key: key), &effects)
        }
        do throws(RefusalCode) {
            announce(try ledger.decide(judged, of: client, time: time, past: past), of: judged)
        } catch {
            let (seq, mark) = (edit.seq, edit.mark)
            gate.submit(.refusal(client: client, seq: seq, mark: mark, code: error), &effects)
            let refusal = ServerMessage.refused(seq: seq, code: error.rawValue)
            release(.refusal(client: client, message: refusal.encoded))
        }
    }

    private mutating func announce(_ accepted: Ledger.Accepted, of asked: ClientMessage.Edit) {
        let edit = accepted.edit
        gate.submit(
            .edit(
                revision: edit.revision,
                client: edit.client,
                seq: edit.seq,
                mark: asked.mark,
                counter: asked.counter,
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
