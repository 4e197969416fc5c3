internal import EmojiArt

// The fields of the server's messages.
extension MessageDecoder {
    func serverEdit(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> ServerMessage.Edit {
        let numbers = 1...Limits.stackMax
        var walk: ServerMessage.Walk?
        if let revision = try reader.optionalInteger("undo", of: 0, in: numbers) {
            walk = .init(.undo, of: revision)
        } else if let revision = try reader.optionalInteger("redo", of: 0, in: numbers) {
            walk = .init(.redo, of: revision)
        }
        return ServerMessage.Edit(
            revision: try reader.integer("revision", of: 0, in: numbers),
            client: try reader.integer("client", of: 0, in: 1...Limits.identifierMax),
            seq: try reader.integer("seq", of: 0, in: numbers),
            time: try reader.integer("time", of: 0, in: 0...Limits.stackMax),
            walk: walk,
            revert: try reader.optionalInteger("revert", of: 0, in: 0...Limits.stackMax),
            operation: try reader.operation(
                try reader.need("operation", of: 0),
                bytes,
                from: .server
            ),
            checksum: Checksum(try reader.word("checksum", of: 0, bytes))
        )
    }

    func welcome(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> ServerMessage.Welcome {
        let isResumed = try reader.boolean("resumed", of: 0)
        let isForked = try reader.optionalBoolean("forked", of: 0) ?? false
        guard !(isForked && isResumed) else { throw .wrong("forked") }
        var welcome = ServerMessage.Welcome(
            document: try reader.string(
                "document",
                of: 0,
                bytesMax: Limits.documentNameBytesMax,
                bytes
            ),
            position: try position(bytes),
            isResumed: isResumed,
            isForked: isForked,
            member: try reader.integer("member", of: 0, in: 1...Limits.stackMax)
        )
        welcome.client = try reader.optionalInteger("client", of: 0, in: 1...Limits.identifierMax)
        if welcome.client != nil {
            welcome.seq = try reader.integer("seq", of: 0, in: 0...Limits.stackMax)
            welcome.counter = try reader.integer("counter", of: 0, in: 0...Limits.identifierMax)
        }
        if reader.member("answers", of: 0) != nil { welcome.answers = try answers(bytes) }
        welcome.isTrimmed = try reader.optionalBoolean("trimmed", of: 0) ?? false
        welcome.undo = try reader.optionalString("undo", of: 0, bytesMax: 64, bytes)
        welcome.redo = try reader.optionalString("redo", of: 0, bytesMax: 64, bytes)
        if let access = reader.member("access", of: 0) {
            guard reader.nodes[access].kind == .object else { throw .wrong("access") }
            welcome.access = try self.access(access, bytes)
        }
        if let limits = reader.member("limits", of: 0) {
            guard reader.nodes[limits].kind == .object else { throw .wrong("limits") }
            welcome.limits = try self.limits(limits)
        }
        return welcome
    }

    func answers(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> [ServerMessage.Answer] {
        var answers: [ServerMessage.Answer] = []
        for item in try reader.array("answers", of: 0, max: Limits.marksMax) {
            guard reader.nodes[item].kind == .object else { throw .wrong("answers") }
            let mark = try reader.word("mark", of: item, bytes)
            if let code = try reader.optionalString("code", of: item, bytesMax: 64, bytes) {
                answers.append(.init(mark: mark, .refused(code: code)))
                continue
            }
            let revision = try reader.integer("revision", of: item, in: 1...Limits.stackMax)
            var id: EmojiID?
            if let index = reader.member("id", of: item) {
                id = reader.emojiID(index, bytes)
                guard id != nil else { throw .wrong("id") }
            }
            answers.append(.init(mark: mark, .accepted(revision: revision, id: id)))
        }
        return answers
    }

    private func limits(_ object: Int) throws(DecodeError) -> ServerLimits {
        let range = 1...Limits.stackMax
        return ServerLimits(
            members: try reader.integer("members", of: object, in: range),
            messages: try reader.integer("messages", of: object, in: range),
            edits: try reader.integer("edits", of: object, in: range),
            presence: try reader.integer("presence", of: object, in: range),
            bytes: try reader.integer("bytes", of: object, in: range)
        )
    }

    func access(_ object: Int, _ bytes: borrowing Span<UInt8>) throws(DecodeError) -> Access {
        guard let role = Role(bytesOf: try reader.string("role", of: object, bytesMax: 16, bytes))
        else { throw .wrong("role") }
        return Access(
            role: role,
            user: try reader.optionalString(
                "user",
                of: object,
                bytesMax: Limits.userBytesMax,
                bytes
            ),
            expires: try reader.optionalInteger("expires", of: object, in: 0...Limits.stackMax)
        )
    }

    func snapshotPart(
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> ServerMessage.SnapshotPart {
        let isLast = try reader.boolean("last", of: 0)
        let part = try reader.integer("part", of: 0, in: 0...Limits.emojisMax)
        var header: ServerMessage.SnapshotPart.Header?
        if part == 0 {
            let keys = -Limits.stackMax...Limits.stackMax
            let canvas = try reader.need("canvas", of: 0)
            header = ServerMessage.SnapshotPart.Header(
                position: try position(bytes),
                checksum: Checksum(try reader.word("checksum", of: 0, bytes)),
                background: try reader.background("background", of: 0, bytes),
                canvas: reader.nodes[canvas].kind == .null ? nil : try reader.canvas(canvas),
                stackTop: try reader.integer("stackTop", of: 0, in: keys),
                stackBottom: try reader.integer("stackBottom", of: 0, in: keys)
            )
        }
        return ServerMessage.SnapshotPart(
            part: part,
            isLast: isLast,
            header: header,
            emojis: try reader.emojis("emojis", of: 0, max: Limits.itemsMax, bytes)
        )
    }

    func presenceUpdate(
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> ServerMessage.PresenceUpdate {
        var update = ServerMessage.PresenceUpdate()
        update.isFull = try reader.optionalBoolean("full", of: 0) ?? false
        if reader.member("members", of: 0) != nil {
            for item in try reader.array("members", of: 0, max: Limits.itemsMax) {
                update.members.append(try memberPatch(item, bytes))
            }
        }
        if reader.member("left", of: 0) != nil {
            for item in try reader.array("left", of: 0, max: Limits.itemsMax) {
                guard let member = reader.integer(item) else { throw .wrong("left") }
                update.left.append(member)
            }
        }
        return update
    }

    private func memberPatch(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> ServerMessage.MemberPatch {
        guard reader.nodes[object].kind == .object else { throw .wrong("members") }
        var identity: ServerMessage.MemberIdentity?
        if reader.member("name", of: object) != nil {
            let text = try reader.string("colour", of: object, bytesMax: 7, bytes)
            guard let colour = Colour(text) else { throw .wrong("colour") }
            identity = ServerMessage.MemberIdentity(
                client: reader.member("client", of: object).flatMap { reader.integer($0) }
                    .flatMap { Int(exactly: $0) },
                name: try reader.string(
                    "name",
                    of: object,
                    bytesMax: Limits.memberNameBytesMax,
                    bytes
                ),
                colour: colour,
                user: try reader.optionalString(
                    "user",
                    of: object,
                    bytesMax: Limits.userBytesMax,
                    bytes
                )
            )
        }
        return ServerMessage.MemberPatch(
            member: try reader.integer("member", of: object, in: 1...Limits.stackMax),
            identity: identity,
            presence: try reader.presencePatch(object, bytes, from: .server)
        )
    }
}
