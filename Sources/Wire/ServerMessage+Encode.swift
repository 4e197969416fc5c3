package import EmojiArt

extension ServerMessage {
    /// The message's bytes.
    public var encoded: [UInt8] {
        var writer = JSONWriter(capacity: capacity)
        switch self {
        case .edit(let edit): writer.edit(edit)
        case .presence(let update): writer.presence(update)
        case .welcome(let welcome): writer.welcome(welcome)
        case .snapshot(let part): writer.snapshotPart(part)
        case .ack(let seq, let revision):
            writer.raw("{\"type\":\"ack\",\"seq\":")
            writer.integer(seq)
            writer.raw(",\"revision\":")
            writer.integer(revision)
        case .refused(let seq, let code):
            writer.raw("{\"type\":\"refused\",\"seq\":")
            writer.integer(seq)
            writer.raw(",\"code\":")
            writer.string(code)
            if let text = RefusalCode(rawValue: code)?.text {
                writer.raw(",\"text\":")
                writer.string(text)
            }
        case .history(let revision, let undo, let redo):
            writer.raw("{\"type\":\"history\",\"revision\":")
            writer.integer(revision)
            writer.walkNames(undo: undo, redo: redo)
        case .pong(let number):
            writer.raw("{\"type\":\"pong\",\"number\":")
            writer.integer(number)
        case .access(let access):
            writer.raw("{\"type\":\"access\",")
            writer.access(access)
        }
        writer.raw("}")
        return writer.bytes
    }

    /// Room for a typical message of the kind, so that a large one does not grow step by step.
    private var capacity: Int {
        if case .snapshot(let part) = self { 512 + 112 * part.emojis.count } else { 256 }
    }
}

extension JSONWriter {
    fileprivate mutating func edit(_ edit: ServerMessage.Edit) {
        raw("{\"type\":\"edit\",\"revision\":")
        integer(edit.revision)
        raw(",\"client\":")
        integer(edit.client)
        raw(",\"seq\":")
        integer(edit.seq)
        raw(",\"time\":")
        integer(edit.time)
        if let walk = edit.walk {
            switch walk.direction {
            case .undo: raw(",\"undo\":")
            case .redo: raw(",\"redo\":")
            }
            integer(walk.revision)
        }
        if let revert = edit.revert {
            raw(",\"revert\":")
            integer(revert)
        }
        raw(",\"operation\":")
        operation(edit.operation)
        raw(",\"checksum\":")
        word(edit.checksum.bits)
    }

    fileprivate mutating func welcome(_ welcome: ServerMessage.Welcome) {
        raw("{\"type\":\"welcome\",\"document\":")
        string(welcome.document)
        position(welcome.position)
        raw(welcome.isResumed ? ",\"resumed\":true" : ",\"resumed\":false")
        if welcome.isForked { raw(",\"forked\":true") }
        raw(",\"member\":")
        integer(welcome.member)
        if let client = welcome.client {
            raw(",\"client\":")
            integer(client)
            raw(",\"seq\":")
            integer(welcome.seq)
            raw(",\"counter\":")
            integer(welcome.counter)
        }
        walkNames(undo: welcome.undo, redo: welcome.redo)
        if let access = welcome.access {
            raw(",\"access\":{")
            self.access(access)
            raw("}")
        }
        if let limits = welcome.limits { self.limits(limits) }
    }

    private mutating func limits(_ limits: ServerLimits) {
        raw(",\"limits\":{\"members\":")
        integer(limits.members)
        raw(",\"messages\":")
        integer(limits.messages)
        raw(",\"edits\":")
        integer(limits.edits)
        raw(",\"presence\":")
        integer(limits.presence)
        raw(",\"bytes\":")
        integer(limits.bytes)
        raw("}")
    }

    /// Appends the fields of what a member may do.
    fileprivate mutating func access(_ access: Access) {
        raw("\"role\":")
        string(access.role.rawValue)
        if let user = access.user {
            raw(",\"user\":")
            string(user)
        }
        if let expires = access.expires {
            raw(",\"expires\":")
            integer(expires)
        }
    }

    /// Appends `undo` and `redo`, with a comma before each, where there is one.
    fileprivate mutating func walkNames(undo: String?, redo: String?) {
        if let undo {
            raw(",\"undo\":")
            string(undo)
        }
        if let redo {
            raw(",\"redo\":")
            string(redo)
        }
    }

    fileprivate mutating func snapshotPart(_ part: ServerMessage.SnapshotPart) {
        raw("{\"type\":\"snapshot\",\"part\":")
        integer(part.part)
        raw(part.isLast ? ",\"last\":true" : ",\"last\":false")
        if let header = part.header {
            position(header.position)
            raw(",\"checksum\":")
            word(header.checksum.bits)
            raw(",\"background\":")
            background(header.background)
            raw(",\"canvas\":")
            canvas(header.canvas)
            raw(",\"stackTop\":")
            integer(header.stackTop)
            raw(",\"stackBottom\":")
            integer(header.stackBottom)
        }
        raw(",\"emojis\":")
        // Not by `array`, which is generic over modules: it would have each emoji on the heap.
        raw("[")
        for index in part.emojis.indices {
            if index > 0 { raw(",") }
            emoji(part.emojis[index])
        }
        raw("]")
        if let seq = part.header?.seq {
            raw(",\"seq\":")
            integer(seq)
        }
    }

    /// Appends bounds as an object, or null.
    package mutating func canvas(_ canvas: Canvas?) {
        guard let canvas else { return raw("null") }
        raw("{\"width\":")
        integer(canvas.width)
        raw(",\"height\":")
        integer(canvas.height)
        raw("}")
    }

    fileprivate mutating func presence(_ update: ServerMessage.PresenceUpdate) {
        raw("{\"type\":\"presence\"")
        if update.isFull { raw(",\"full\":true") }
        if !update.members.isEmpty || update.isFull {
            raw(",\"members\":")
            array(update.members) { writer, patch in writer.member(patch) }
        }
        if !update.left.isEmpty {
            raw(",\"left\":")
            array(update.left) { writer, member in writer.integer(member) }
        }
    }

    private mutating func member(_ patch: ServerMessage.MemberPatch) {
        raw("{\"member\":")
        integer(patch.member)
        if let identity = patch.identity {
            if let client = identity.client {
                raw(",\"client\":")
                integer(client)
            }
            raw(",\"name\":")
            string(identity.name)
            raw(",\"colour\":")
            string(identity.colour.description)
            if let user = identity.user {
                raw(",\"user\":")
                string(user)
            }
        }
        presencePatch(patch.presence)
        raw("}")
    }
}
