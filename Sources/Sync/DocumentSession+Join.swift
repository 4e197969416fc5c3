internal import DequeModule
internal import EmojiArt
public import Wire

extension DocumentSession {
    /// A connection says hello.
    ///
    /// A client that the document does not know gets a number, unless it may only look. The number
    /// is stored with its first edit; until then it goes when the client leaves, and a restart may
    /// give it to another. A member that the same client is connected as already is closed: the
    /// newer connection counts.
    ///
    /// - Parameters:
    ///   - member: the connection's number, which is never used again.
    ///   - hello: who joins.
    ///   - access: what it may do, by its token; nil where everybody edits.
    ///   - durable: a state that is durable while later edits wait for the disk: the member gets it
    ///     at once, and those edits when they are durable. One that edits of the client itself
    ///     follow, or more edits than are kept, is left aside.
    public mutating func join(
        _ member: Int,
        _ hello: ClientMessage.Hello,
        access: Access? = nil,
        at durable: Snapshot? = nil
    ) {
        precondition(members[member] == nil, "A connection joins once.")
        // A client that comes back takes the place of its older connection.
        let isBack = hello.key.flatMap { keys[$0] }.map { memberOfClient[$0] != nil } ?? false
        guard isBack || members.count + awaiting.count < limits.members else {
            return close(member, .crowded, "the document has \(limits.members) members")
        }
        let known = hello.key.flatMap { keys[$0] }
        let mayEdit = access.map { $0.role >= .editor } ?? true
        guard known != nil || !mayEdit || hello.key == nil || hasNumbers else {
            return close(member, .crowded, "the document has \(Limits.clientsMax) clients")
        }
        welcome(
            Newcomer(
                member: member,
                hello: hello,
                access: access,
                client: known ?? (mayEdit ? hello.key.map { number(for: $0) } : nil),
                durable: durable.flatMap { mayLook(known, at: $0) ? $0 : nil }
            )
        )
    }

    /// True while a client that the document does not know can get a number.
    private var hasNumbers: Bool {
        keys.count < Limits.clientsMax && lastClient < Limits.identifierMax
    }

    /// Gives a number to a client that the document does not know.
    private mutating func number(for key: ClientKey) -> Int {
        let number = former.removeValue(forKey: key) ?? lastClient + 1
        lastClient = max(lastClient, number)
        provisional[number] = key
        keys[key] = number
        clients[number] = AnswerWindow()
        return number
    }

    /// Returns true if a client can go on from a durable state before all records are durable.
    ///
    /// One whose own records wait cannot: what the welcome says of its seqs depends on them. Nor
    /// can one with a state that is no longer the last durable one: the edits since would end the
    /// gestures that others began after them.
    private func mayLook(_ client: Int?, at durable: Snapshot) -> Bool {
        durable.position.epoch == epoch && durable.revision == releasedRevision
            && state.revision - durable.revision <= kept.count
            && !gate.contains { entry in
                switch entry.1 {
                case .edit(_, let other, _, _), .answer(let other, _): other == client
                case .word, .duplicateAnswer, .welcome, .state: false
                }
            }
    }

    /// Takes a client's connections that wait for a snapshot: they will not be welcomed.
    private mutating func takeAwaiting(of client: Int) -> [Int] {
        let waiting = awaiting.filter { $0.client == client }.map(\.member)
        if !waiting.isEmpty { awaiting.removeAll { $0.client == client } }
        return waiting
    }

    /// A connection is gone.
    public mutating func leave(_ number: Int) {
        let waiting = awaiting.firstIndex { $0.member == number }.map { awaiting.remove(at: $0) }
        if let client = waiting?.client { forgetIfUnused(client) }
        guard let member = members.removeValue(forKey: number) else { return }
        defer { if let client = member.identity.client { forgetIfUnused(client) } }
        forgetGated(of: number)
        if let client = member.identity.client, memberOfClient[client] == number {
            memberOfClient[client] = nil
        }
        newsworthy.remove(number)
        justEdited.remove(number)
        catchingUp.remove(number)
        resyncing.remove(number)
        if member.isWelcomed { left.append(number) }
    }

    /// Clients whose numbers are known for a while after they left.
    private static let formerMax = 256

    /// Forgets a client that has not edited and has no connection any more.
    private mutating func forgetIfUnused(_ client: Int) {
        guard let key = provisional[client], memberOfClient[client] == nil,
            !awaiting.contains(where: { $0.client == client })
        else { return }
        provisional[client] = nil
        keys[key] = nil
        clients[client] = nil
        former[key] = client
        formerKeys.append(key)
        if formerKeys.count > Self.formerMax { former[formerKeys.removeFirst()] = nil }
    }

    /// A member may do something else from now on: it came with another token.
    ///
    /// What it may do counts when an edit comes; edits that came before are not looked at again.
    public mutating func permit(_ number: Int, _ access: Access) {
        guard members[number]?.isWelcomed == true else {
            // The welcome is under way: the newer word comes after it.
            members[number]?.access = access
            for index in awaiting.indices where awaiting[index].member == number {
                awaiting[index].access = access
            }
            return
        }
        members[number]?.access = access
        if members[number]?.lacksNumber == true, access.role >= .editor {
            return expel(number, .restarting, "with this token you may edit, retry_after=100")
        }
        effects.append(.send(to: number, message: ServerMessage.access(access).encoded))
    }

    /// Welcomes a newcomer, once there is a snapshot if it needs one.
    ///
    /// - Parameters:
    ///   - newcomer: who joins.
    ///   - hasWaited: whether it waited for a snapshot already.
    mutating func welcome(_ newcomer: Newcomer, hasWaited: Bool = false) {
        let (number, hello) = (newcomer.member, newcomer.hello)
        let (access, client) = (newcomer.access, newcomer.client)
        if let client, !hasWaited {
            // Welcomed after this one, it would close this one.
            for older in takeAwaiting(of: client) {
                close(older, .superseded, "the client joined again")
            }
        }
        let standing = hello.position.map { self.standing(of: $0) } ?? .behind
        let isResumed = standing == .resumes
        var snapshot: Snapshot?
        if !isResumed {
            snapshot = newcomer.durable ?? snapshotToGoOn(hasWaited: hasWaited)
            if snapshot == nil { return awaiting.append(newcomer) }
        }
        if let client {
            let older = memberOfClient.updateValue(number, forKey: client)
            if let older {
                leave(older)
                close(older, .superseded, "the client joined again")
            }
        }
        members[number] = Member(
            identity: ServerMessage.MemberIdentity(
                client: client,
                name: hello.name,
                colour: hello.colour ?? .ofMember(client ?? number),
                user: access?.user
            ),
            access: access,
            lacksNumber: hello.key != nil && client == nil
        )
        newsworthy.insert(number)
        var welcome = ServerMessage.Welcome(
            document: name.string,
            position: newcomer.durable?.position ?? position,
            isResumed: isResumed,
            isForked: standing == .elsewhere,
            member: number,
            access: access,
            limits: limits
        )
        if let client {
            welcome.client = client
            welcome.seq = clients[client]?.lastSeq ?? 0
            welcome.counter = state.document.counters[client] ?? 0
            welcome.undo = state.history.next(.undo, of: client)?.name
            welcome.redo = state.history.next(.redo, of: client)?.name
        }
        let gated = Gated.welcome(
            member: number,
            message: ServerMessage.welcome(welcome).encoded,
            snapshot: snapshot,
            seq: snapshot.flatMap { seq(of: client, in: $0) },
            after: snapshot?.revision ?? hello.position?.revision ?? 0
        )
        if newcomer.durable == nil { release(gated) } else { open(gated) }
    }

    /// Where a client's position stands.
    private enum Standing {
        /// In this very history, and the edits after it are kept.
        case resumes
        /// Before the kept edits, or of another epoch, which the client sees by itself.
        case behind
        /// In no history that this one goes on from: after its end, or with another chain.
        case elsewhere
    }

    private func standing(of position: Position) -> Standing {
        guard position.epoch == epoch else { return .behind }
        guard position.revision <= releasedRevision else { return .elsewhere }
        let index = kept.count - 1 - (state.revision - position.revision)
        let chain: Checksum
        if position.revision == state.revision {
            chain = state.chain
        } else if index == -1, position.revision == 0 {
            // No edit leads to the first position, so that none holds its chain.
            chain = .zero
        } else if kept.indices.contains(index) {
            chain = kept[index].chain
        } else {
            return .behind
        }
        return position.chain == chain ? .resumes : .elsewhere
    }

    mutating func close(_ member: Int, _ code: CloseCode, _ reason: String) {
        effects.append(.close(member: member, code, reason: "\(code.name): \(reason)"))
    }
}
