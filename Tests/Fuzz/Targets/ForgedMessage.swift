internal import EmojiArt
internal import Sync
internal import Wire

/// Messages that could come from a server, but need not make sense where the replica stands.
enum ForgedMessage {
    static func make(
        _ source: inout ByteSource,
        for replica: borrowing Replica
    ) -> ServerMessage {
        let revision = replica.position?.revision ?? 0
        let seq = replica.pendingEdits.first?.seq ?? 0
        let numbers = 1...Limits.stackMax
        switch source.below(9) {
        case 0: return .welcome(welcome(&source, for: replica))
        case 1, 2: return .snapshot(part(&source, for: replica))
        case 3, 4: return .edit(edit(&source, for: replica))
        case 5:
            return .answers([answer(&source, for: replica)])
        case 6: return .refused(seq: source.integer(numbers, usual: seq), code: "not_emoji")
        case 7:
            return .history(
                revision: source.integer(0...Limits.stackMax, usual: revision),
                undo: source.flag() ? "add" : nil,
                redo: source.flag() ? "move" : nil
            )
        default: return .presence(presence(&source))
        }
    }

    private static func answer(
        _ source: inout ByteSource,
        for replica: borrowing Replica
    ) -> ServerMessage.Answer {
        let mark = replica.pendingEdits.first?.mark ?? source.word()
        if source.chance(oneIn: 4) { return .init(mark: mark, .refused(code: "not_emoji")) }
        let usual = replica.position?.revision ?? 0
        let revision = source.integer(1...Limits.stackMax, usual: usual)
        let id = replica.pendingEdits.first?.added.first?.id
        return .init(mark: mark, .accepted(revision: revision, id: source.flag() ? id : nil))
    }

    private static func position(
        _ source: inout ByteSource,
        for replica: borrowing Replica
    ) -> Position {
        var position = replica.position ?? .start(of: SessionBench.epoch)
        position.revision = source.integer(0...Limits.stackMax, usual: position.revision)
        if source.chance(oneIn: 8) { position.epoch = source.word() }
        if source.chance(oneIn: 8) { position.chain = Checksum(source.word()) }
        return position
    }

    private static func welcome(
        _ source: inout ByteSource,
        for replica: borrowing Replica
    ) -> ServerMessage.Welcome {
        var welcome = ServerMessage.Welcome(
            document: "fuzz",
            position: position(&source, for: replica),
            isResumed: source.flag(),
            member: 1 + source.below(4)
        )
        guard !source.chance(oneIn: 16) else { return welcome }
        let numbers = 1...Limits.identifierMax
        welcome.client = source.integer(numbers, usual: replica.client ?? 1)
        let seq = replica.pendingEdits.first?.seq ?? 1
        welcome.seq = source.integer(0...Limits.stackMax, usual: seq - 1)
        welcome.counter = source.integer(0...Limits.identifierMax, usual: 4)
        welcome.undo = source.flag() ? "add" : nil
        welcome.redo = source.flag() ? "move" : nil
        return welcome
    }

    private static func part(
        _ source: inout ByteSource,
        for replica: borrowing Replica
    ) -> ServerMessage.SnapshotPart {
        let emojis = EditSource.emojis(&source)
        let range = -Limits.stackMax...Limits.stackMax
        let document = Document(
            emojis: emojis,
            background: .blank,
            canvas: source.flag() ? Canvas(width: 10, height: 10) : nil,
            stackTop: source.integer(range),
            stackBottom: source.integer(range)
        )
        var header = ServerMessage.SnapshotPart.Header(
            of: document,
            at: position(&source, for: replica)
        )
        if source.chance(oneIn: 8) { header.checksum = Checksum(source.word()) }
        let part = source.chance(oneIn: 8) ? 1 : 0
        return ServerMessage.SnapshotPart(
            part: part,
            isLast: !source.chance(oneIn: 4),
            header: part == 0 ? header : nil,
            emojis: emojis + (source.chance(oneIn: 16) ? emojis : [])
        )
    }

    private static func edit(
        _ source: inout ByteSource,
        for replica: borrowing Replica
    ) -> ServerMessage.Edit {
        let client = source.flag() ? replica.client ?? 1 : 1 + source.below(3)
        var counter = replica.confirmed.counters[client] ?? 0
        let operation = operation(&source) {
            guard counter < Limits.identifierMax else { return nil }
            counter += 1
            return EmojiID(client: client, counter: counter)
        }
        var document = replica.confirmed
        let applied = (try? document.apply(operation))?.operation
        let isExact = !source.chance(oneIn: 8)
        let numbers = 1...Limits.stackMax
        return ServerMessage.Edit(
            revision: source.chance(oneIn: 8)
                ? source.integer(numbers)
                : min((replica.position?.revision ?? 0) + 1, numbers.last ?? 1),
            client: client,
            seq: source.integer(numbers, usual: replica.pendingEdits.first?.seq ?? 1),
            time: 1,
            walk: source.chance(oneIn: 4)
                ? .init(source.flag() ? .undo : .redo, of: source.integer(numbers)) : nil,
            operation: isExact ? applied ?? operation : operation,
            checksum: isExact ? document.checksum : Checksum(source.word())
        )
    }

    /// An operation, also of those that only a server writes.
    private static func operation(
        _ source: inout ByteSource,
        mint: () -> EmojiID?
    ) -> Operation {
        switch source.below(8) {
        case 0: return .none
        case 1: return .restore(EditSource.emojis(&source))
        case 2:
            return .resize(
                EditSource.ids(&source).map { id in
                    .init(id: id, value: source.integer(Limits.sizeMin...Limits.sizeMax))
                }
            )
        case 3:
            let keys = -Limits.stackMax...Limits.stackMax
            return .restack(
                EditSource.ids(&source).map { id in .init(id: id, value: source.integer(keys)) }
            )
        case 4:
            return .replace(
                Replacement(
                    ids: source.flag() ? EditSource.ids(&source) : [],
                    emojis: source.flag() ? EditSource.emojis(&source) : [],
                    background: source.flag() ? .blank : nil,
                    canvas: source.flag() ? .some(nil) : nil
                )
            )
        default: return EditSource.operation(&source, near: [:], mint: mint) ?? .none
        }
    }

    private static func presence(_ source: inout ByteSource) -> ServerMessage.PresenceUpdate {
        var update = ServerMessage.PresenceUpdate(isFull: source.flag())
        for _ in 0..<source.below(4) {
            let identity = ServerMessage.MemberIdentity(
                client: source.flag() ? 1 + source.below(3) : nil,
                name: "B",
                colour: .ofMember(1)
            )
            update.members.append(
                ServerMessage.MemberPatch(
                    member: 1 + source.below(4),
                    identity: source.flag() ? identity : nil,
                    presence: EditSource.patch(&source, near: [:])
                )
            )
        }
        if source.flag() { update.left = [source.below(5)] }
        return update
    }
}
