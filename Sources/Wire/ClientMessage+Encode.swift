internal import EmojiArt

extension ClientMessage {
    /// The message's bytes.
    public var encoded: [UInt8] {
        var writer = JSONWriter()
        switch self {
        case .hello(let hello): writer.hello(hello)
        case .edit(let seq, let request): writer.edit(seq: seq, request)
        case .presence(let patch):
            writer.raw("{\"type\":\"presence\"")
            writer.presencePatch(patch)
        case .resync(let revision):
            writer.raw("{\"type\":\"resync\",\"revision\":")
            writer.integer(revision)
        case .ping(let number):
            writer.raw("{\"type\":\"ping\",\"number\":")
            writer.integer(number)
        case .token(let token):
            writer.raw("{\"type\":\"token\",\"token\":")
            writer.string(token)
        }
        writer.raw("}")
        return writer.bytes
    }
}

extension JSONWriter {
    fileprivate mutating func hello(_ hello: ClientMessage.Hello) {
        raw("{\"type\":\"hello\"")
        if let key = hello.key {
            raw(",\"key\":")
            string(key.text)
        }
        if !hello.name.isEmpty {
            raw(",\"name\":")
            string(hello.name)
        }
        if let colour = hello.colour {
            raw(",\"colour\":")
            string(colour.description)
        }
        if let token = hello.token {
            raw(",\"token\":")
            string(token)
        }
        if let position = hello.position { self.position(position) }
    }

    fileprivate mutating func edit(seq: Int, _ request: ClientMessage.Request) {
        raw("{\"type\":\"edit\",\"seq\":")
        integer(seq)
        raw(",\"operation\":")
        switch request {
        case .operation(let operation): self.operation(operation)
        case .walk(.undo): raw("{\"type\":\"undo\"}")
        case .walk(.redo): raw("{\"type\":\"redo\"}")
        case .revert(let revision):
            raw("{\"type\":\"revert\",\"revision\":")
            integer(revision)
            raw("}")
        case .invalid: preconditionFailure("An invalid request is read, never written.")
        }
    }

    /// Appends `epoch`, `revision` and `chain`, with a comma before each.
    mutating func position(_ position: Position) {
        raw(",\"epoch\":")
        word(position.epoch)
        raw(",\"revision\":")
        integer(position.revision)
        raw(",\"chain\":")
        word(position.chain.bits)
    }
}
