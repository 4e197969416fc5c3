internal import EmojiArt

// The fields of the server's messages.
extension MessageDecoder {
    func serverEdit(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> ServerMessage.Edit {
        let numbers = 1...Limits.stackMax
        var walk: ServerMessage.Walk?
        if reader.member("undo", of: 0) != nil {
            walk = .init(.undo, of: try reader.integer("undo", of: 0, in: numbers))
        } else if reader.member("redo", of: 0) != nil {
            walk = .init(.redo, of: try reader.integer("redo", of: 0, in: numbers))
        }
        return ServerMessage.Edit(
            revision: try reader.integer("revision", of: 0, in: numbers),
            client: try reader.integer("client", of: 0, in: 1...Limits.identifierMax),
            seq: try reader.integer("seq", of: 0, in: numbers),
            time: try reader.integer("time", of: 0, in: 0...Limits.stackMax),
            walk: walk,
            revert: try reader.member("revert", of: 0).map { (_) throws(DecodeError) in
                try reader.integer("revert", of: 0, in: 0...Limits.stackMax)
            },
            operation: try reader.operation(
                try reader.need("operation", of: 0),
                bytes,
                from: .server
            ),
            checksum: Checksum(try reader.word("checksum", of: 0, bytes))
        )
    }

    func welcome(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> ServerMessage.Welcome {
        guard let isResumed = reader.boolean(try reader.need("resumed", of: 0)) else {
            throw .wrong("resumed")
        }
        var isForked = false
        if let forked = reader.member("forked", of: 0) {
            guard let value = reader.boolean(forked), !(value && isResumed) else {
                throw .wrong("forked")
            }
            isForked = value
        }
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
        if reader.member("client", of: 0) != nil {
            welcome.client = try reader.integer("client", of: 0, in: 1...Limits.identifierMax)
            welcome.seq = try reader.integer("seq", of: 0, in: 0...Limits.stackMax)
            welcome.counter = try reader.integer("counter", of: 0, in: 0...Limits.identifierMax)
        }
        welcome.undo = try walkName("undo", bytes)
        welcome.redo = try walkName("redo", bytes)
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

    /// What a member may do, the fields of an object.
    func access(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> Access {
        guard let role = Role(rawValue: try reader.string("role", of: object, bytesMax: 16, bytes))
        else { throw .wrong("role") }
        var access = Access(role: role)
        if reader.member("user", of: object) != nil {
            access.user = try reader.string(
                "user",
                of: object,
                bytesMax: Limits.userBytesMax,
                bytes
            )
        }
        if reader.member("expires", of: object) != nil {
            access.expires = try reader.integer("expires", of: object, in: 0...Limits.stackMax)
        }
        return access
    }

    /// The name of what an undo or redo would take; nil for nothing.
    func walkName(
        _ key: JSONKey,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> String? {
        guard reader.member(key, of: 0) != nil else { return nil }
        return try reader.string(key, of: 0, bytesMax: 64, bytes)
    }

    func snapshotPart(
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> ServerMessage.SnapshotPart {
        guard let isLast = reader.boolean(try reader.need("last", of: 0)) else {
            throw .wrong("last")
        }
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
                stackBottom: try reader.integer("stackBottom", of: 0, in: keys),
                seq: reader.member("seq", of: 0) == nil
                    ? nil : try reader.integer("seq", of: 0, in: 0...Limits.stackMax)
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
        if let full = reader.member("full", of: 0) {
            guard let isFull = reader.boolean(full) else { throw .wrong("full") }
            update.isFull = isFull
        }
        if let members = reader.member("members", of: 0) {
            let node = try reader.array("members", of: 0, max: Limits.itemsMax)
            var index = members + 1
            for _ in 0..<node.count {
                update.members.append(try memberPatch(index, bytes))
                index = reader.nodes[index].next
            }
        }
        if let left = reader.member("left", of: 0) {
            let count = try reader.array("left", of: 0, max: Limits.itemsMax).count
            for index in (left + 1)..<(left + 1 + count) {
                guard let member = reader.integer(index) else { throw .wrong("left") }
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
            guard
                let colour = Colour(
                    try reader.string("colour", of: object, bytesMax: 7, bytes)
                )
            else { throw .wrong("colour") }
            identity = ServerMessage.MemberIdentity(
                client: reader.member("client", of: object).flatMap { reader.integer($0) },
                name: try reader.string(
                    "name",
                    of: object,
                    bytesMax: Limits.memberNameBytesMax,
                    bytes
                ),
                colour: colour
            )
            if reader.member("user", of: object) != nil {
                identity?.user = try reader.string(
                    "user",
                    of: object,
                    bytesMax: Limits.userBytesMax,
                    bytes
                )
            }
        }
        return ServerMessage.MemberPatch(
            member: try reader.integer("member", of: object, in: 1...Limits.stackMax),
            identity: identity,
            presence: try reader.presencePatch(object, bytes, from: .server)
        )
    }
}
