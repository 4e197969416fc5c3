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
        case .answers(let answers): writer.answers("{\"type\":\"answers\"", answers)
        case .refused(let seq, let code):
            writer.integer("{\"type\":\"refused\",\"seq\":", seq)
            writer.string(",\"code\":", code)
            if let text = RefusalCode(bytesOf: code)?.text { writer.string(",\"text\":", text) }
        case .history(let revision, let undo, let redo):
            writer.integer("{\"type\":\"history\",\"revision\":", revision)
            writer.walkNames(undo: undo, redo: redo)
        case .pong(let number): writer.integer("{\"type\":\"pong\",\"number\":", number)
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
        integer("{\"type\":\"edit\",\"revision\":", edit.revision)
        integer(",\"client\":", edit.client)
        integer(",\"seq\":", edit.seq)
        integer(",\"time\":", edit.time)
        if let walk = edit.walk {
            integer(walk.direction == .undo ? ",\"undo\":" : ",\"redo\":", walk.revision)
        }
        if let revert = edit.revert { integer(",\"revert\":", revert) }
        raw(",\"operation\":")
        operation(edit.operation)
        word(",\"checksum\":", edit.checksum.bits)
    }

    fileprivate mutating func welcome(_ welcome: ServerMessage.Welcome) {
        string("{\"type\":\"welcome\",\"document\":", welcome.document)
        position(welcome.position)
        raw(welcome.isResumed ? ",\"resumed\":true" : ",\"resumed\":false")
        if welcome.isForked { raw(",\"forked\":true") }
        integer(",\"member\":", welcome.member)
        if let client = welcome.client {
            integer(",\"client\":", client)
            integer(",\"seq\":", welcome.seq)
            integer(",\"counter\":", welcome.counter)
        }
        if !welcome.answers.isEmpty { answers("", welcome.answers) }
        if welcome.isTrimmed { raw(",\"trimmed\":true") }
        walkNames(undo: welcome.undo, redo: welcome.redo)
        if let access = welcome.access {
            raw(",\"access\":{")
            self.access(access)
            raw("}")
        }
        if let limits = welcome.limits { self.limits(limits) }
    }

    fileprivate mutating func answers(_ start: String, _ answers: [ServerMessage.Answer]) {
        raw(start)
        array(",\"answers\":", answers) { writer, answer in
            writer.word("{\"mark\":", answer.mark)
            switch answer.verdict {
            case .accepted(let revision, let id):
                writer.integer(",\"revision\":", revision)
                if let id {
                    writer.raw(",\"id\":")
                    writer.emojiID(id)
                }
            case .refused(let code): writer.string(",\"code\":", code)
            }
            writer.raw("}")
        }
    }

    private mutating func limits(_ limits: ServerLimits) {
        integer(",\"limits\":{\"members\":", limits.members)
        integer(",\"messages\":", limits.messages)
        integer(",\"edits\":", limits.edits)
        integer(",\"presence\":", limits.presence)
        integer(",\"bytes\":", limits.bytes)
        raw("}")
    }

    fileprivate mutating func access(_ access: Access) {
        string("\"role\":", access.role.rawValue)
        if let user = access.user { string(",\"user\":", user) }
        if let expires = access.expires { integer(",\"expires\":", expires) }
    }

    /// Appends `undo` and `redo`, with a comma before each, where there is one.
    fileprivate mutating func walkNames(undo: String?, redo: String?) {
        if let undo { string(",\"undo\":", undo) }
        if let redo { string(",\"redo\":", redo) }
    }

    fileprivate mutating func snapshotPart(_ part: ServerMessage.SnapshotPart) {
        integer("{\"type\":\"snapshot\",\"part\":", part.part)
        raw(part.isLast ? ",\"last\":true" : ",\"last\":false")
        if let header = part.header {
            position(header.position)
            word(",\"checksum\":", header.checksum.bits)
            background(",\"background\":", header.background)
            canvas(",\"canvas\":", header.canvas)
            integer(",\"stackTop\":", header.stackTop)
            integer(",\"stackBottom\":", header.stackBottom)
        }
        emojis(",\"emojis\":", part.emojis)
    }

    /// Appends a key, with what stands before it, and bounds.
    package mutating func canvas(_ key: String, _ canvas: Canvas?) {
        raw(key)
        self.canvas(canvas)
    }

    /// Appends bounds as an object, or null.
    package mutating func canvas(_ canvas: Canvas?) {
        guard let canvas else { return raw("null") }
        integer("{\"width\":", canvas.width)
        integer(",\"height\":", canvas.height)
        raw("}")
    }

    fileprivate mutating func presence(_ update: ServerMessage.PresenceUpdate) {
        raw("{\"type\":\"presence\"")
        if update.isFull { raw(",\"full\":true") }
        if !update.members.isEmpty || update.isFull {
            array(",\"members\":", update.members) { writer, patch in writer.member(patch) }
        }
        if !update.left.isEmpty {
            array(",\"left\":", update.left) { writer, member in writer.integer(member) }
        }
    }

    private mutating func member(_ patch: ServerMessage.MemberPatch) {
        integer("{\"member\":", patch.member)
        if let identity = patch.identity {
            if let client = identity.client { integer(",\"client\":", client) }
            string(",\"name\":", identity.name)
            string(",\"colour\":", identity.colour.description)
            if let user = identity.user { string(",\"user\":", user) }
        }
        presencePatch(patch.presence)
        raw("}")
    }

    fileprivate mutating func hello(_ hello: ClientMessage.Hello) {
        raw("{\"type\":\"hello\"")
        if let key = hello.key { string(",\"key\":", key.text) }
        if !hello.name.isEmpty { string(",\"name\":", hello.name) }
        if let colour = hello.colour { string(",\"colour\":", colour.description) }
        if let token = hello.token { string(",\"token\":", token) }
        if let position = hello.position { self.position(position) }
        if let client = hello.client { integer(",\"client\":", client) }
        if !hello.marks.isEmpty { array(",\"marks\":", hello.marks) { $0.word($1) } }
        if let since = hello.since { integer(",\"since\":", since) }
    }

    /// Appends what an edit asks for, as an operation.
    package mutating func request(_ request: ClientMessage.Request) {
        switch request {
        case .operation(let operation): self.operation(operation)
        case .walk(.undo): raw("{\"type\":\"undo\"}")
        case .walk(.redo): raw("{\"type\":\"redo\"}")
        case .revert(let revision):
            integer("{\"type\":\"revert\",\"revision\":", revision)
            raw("}")
        case .invalid: preconditionFailure("An invalid request is read, never written.")
        }
    }

    /// Appends `epoch`, `revision` and `chain`, with a comma before each.
    mutating func position(_ position: Position) {
        word(",\"epoch\":", position.epoch)
        integer(",\"revision\":", position.revision)
        word(",\"chain\":", position.chain.bits)
    }
}

extension ClientMessage {
    /// The message's bytes.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        switch self {
        case .hello(let hello): writer.hello(hello)
        case .edit(let edit):
            writer.integer("{\"type\":\"edit\",\"seq\":", edit.seq)
            writer.word(",\"mark\":", edit.mark)
            writer.raw(",\"operation\":")
            writer.request(edit.request)
        case .presence(let patch):
            writer.raw("{\"type\":\"presence\"")
            writer.presencePatch(patch)
        case .resync(let revision): writer.integer("{\"type\":\"resync\",\"revision\":", revision)
        case .ping(let number): writer.integer("{\"type\":\"ping\",\"number\":", number)
        case .token(let token): writer.string("{\"type\":\"token\",\"token\":", token)
        }
        writer.raw("}")
        return writer.bytes
    }
}
