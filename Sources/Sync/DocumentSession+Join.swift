internal import DequeModule
internal import EmojiArt
public import Wire

extension DocumentSession {
    /// A connection says hello.
    ///
    /// A client that the document does not know is enrolled first: its number is durable before it
    /// is told. A member that the same client is connected as already is closed: the newer
    /// connection counts.
    ///
    /// - Parameters:
    ///   - member: the connection's number, which is never used again.
    ///   - hello: who joins.
    public mutating func join(_ member: Int, _ hello: ClientMessage.Hello) {
        precondition(members[member] == nil, "A connection joins once.")
        // A client that comes back takes the place of its older connection.
        let isBack = hello.key.flatMap { keys[$0] }.map { memberOfClient[$0] != nil } ?? false
        guard isBack || members.count + enrolling.count < Limits.membersMax else {
            return close(member, .crowded, "the document has \(Limits.membersMax) members")
        }
        guard let key = hello.key else { return welcome(member, hello, client: nil) }
        if let client = keys[key] { return welcome(member, hello, client: client) }
        guard keys.count < Limits.clientsMax else {
            return close(member, .crowded, "the document knows \(Limits.clientsMax) clients")
        }
        if let older = enrolling.updateValue((member, hello), forKey: key) {
            close(older.member, .superseded, "the client joined anew")
        } else {
            order(.enrolment(key))
        }
    }

    /// A connection is gone.
    public mutating func leave(_ number: Int) {
        if let key = enrolling.first(where: { $0.value.member == number })?.key {
            enrolling.removeValue(forKey: key)
        }
        guard let member = members.removeValue(forKey: number) else { return }
        forgetGated(of: number)
        if let client = member.identity.client, memberOfClient[client] == number {
            memberOfClient.removeValue(forKey: client)
        }
        newsworthy.remove(number)
        justEdited.remove(number)
        if member.stage == .live { left.append(number) }
    }

    /// Gives a key its number, unless an earlier entry did.
    mutating func enrol(_ key: ClientKey) {
        if keys[key] == nil {
            let number = keys.count + 1
            keys[key] = number
            clients[number] = AnswerWindow()
            commit(.client(number: number, key: key))
        }
        guard let (member, hello) = enrolling.removeValue(forKey: key) else { return }
        welcome(member, hello, client: keys[key])
    }

    private mutating func welcome(_ number: Int, _ hello: ClientMessage.Hello, client: Int?) {
        if let client {
            if let older = memberOfClient[client] {
                leave(older)
                close(older, .superseded, "the client joined anew")
            }
            memberOfClient[client] = number
        }
        members[number] = Member(
            identity: ServerMessage.MemberIdentity(
                client: client,
                name: hello.name,
                colour: hello.colour ?? .ofMember(client ?? number)
            )
        )
        newsworthy.insert(number)
        var standing = Standing.behind
        if let position = hello.position { standing = self.standing(of: position) }
        let isResumed = standing == .resumes
        var welcome = ServerMessage.Welcome(
            document: name.string,
            position: position,
            isResumed: isResumed,
            isForked: standing == .elsewhere,
            member: number
        )
        if let client {
            welcome.client = client
            welcome.seq = clients[client]?.lastSeq ?? 0
            welcome.counter = state.document.counters[client] ?? 0
            welcome.undo = state.history.next(.undo, of: client)?.name
            welcome.redo = state.history.next(.redo, of: client)?.name
        }
        release(
            .welcome(
                member: number,
                message: ServerMessage.welcome(welcome).encoded,
                snapshot: isResumed ? nil : snapshotParts(),
                after: isResumed ? hello.position?.revision ?? 0 : state.revision
            )
        )
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

    /// The snapshot's messages at the present revision, made once for all who ask.
    ///
    /// - Complexity: O(n log n) of the emojis, once a revision.
    mutating func snapshotParts() -> [[UInt8]] {
        if let snapshot, snapshot.revision == state.revision { return snapshot.parts }
        let parts = ServerMessage.SnapshotPart.parts(of: state.document, at: position)
        snapshot = (state.revision, parts)
        return parts
    }

    mutating func close(_ member: Int, _ code: CloseCode, _ reason: String) {
        effects.append(.close(member: member, code, reason: "\(code.name): \(reason)"))
    }
}

extension ServerMessage.SnapshotPart {
    /// The messages of a document's snapshot, each of about `Limits.snapshotPartBytes`.
    ///
    /// - Complexity: O(n log n) of the emojis.
    static func parts(of document: Document, at position: Position) -> [[UInt8]] {
        // An emoji takes 60 to 160 bytes; a part is cut by count, before it is encoded.
        let emojisPerPart = Limits.snapshotPartBytes / 128
        let order = document.drawingOrder
        var parts: [[UInt8]] = []
        var start = 0
        repeat {
            let end = min(start + emojisPerPart, order.count)
            let part = ServerMessage.SnapshotPart(
                part: parts.count,
                isLast: end == order.count,
                header: parts.isEmpty ? Header(of: document, at: position) : nil,
                emojis: Array(order[start..<end])
            )
            parts.append(ServerMessage.snapshot(part).encoded)
            start = end
        } while start < order.count
        return parts
    }
}
