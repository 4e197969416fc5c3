internal import EmojiArt

/// Reads messages.
///
/// Keeps the storage that reading needs, so that one decoder serves many messages without
/// allocating; owned by one thread.
public struct MessageDecoder: ~Copyable {
    var reader = JSONReader()

    /// Makes a decoder.
    public init() {}

    /// Reads a client's message.
    ///
    /// - Throws: `DecodeError`: the sender broke the protocol and is closed with
    ///   `CloseCode.badMessage`. An edit whose operation alone is wrong is no error here: it comes
    ///   out as `.invalid`, since its seq is known and can be refused.
    /// - Complexity: O(bytes).
    public mutating func clientMessage(
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> ClientMessage {
        try clientMessage(bytes, keptBeforeMarks: false)
    }

    /// Reads a client's message, also one that a client kept before edits had marks: an edit
    /// without a mark has 0.
    package mutating func clientMessage(
        _ bytes: borrowing Span<UInt8>,
        keptBeforeMarks isFormer: Bool
    ) throws(DecodeError) -> ClientMessage {
        let type = try readMessage(bytes, within: .clientMessage)
        switch reader.nodes[type].text {
        case "edit": return try edit(bytes, isFormer)
        case "presence":
            try reader.allow(Self.presenceKeys, in: 0, "presence")
            return .presence(try reader.presencePatch(0, bytes, from: .client))
        case "hello": return .hello(try hello(bytes))
        case "resync":
            try reader.allow(["type", "revision"], in: 0, "resync")
            return .resync(
                revision: try reader.integer("revision", of: 0, in: 0...Limits.stackMax)
            )
        case "ping":
            try reader.allow(["type", "number"], in: 0, "ping")
            return .ping(try reader.integer("number", of: 0, in: 0...Limits.stackMax))
        case "token":
            try reader.allow(["type", "token"], in: 0, "token")
            return .token(try token(bytes))
        default: throw .unknownType
        }
    }

    /// Reads a server's message; nil for a type that this version does not know, which is ignored.
    ///
    /// - Throws: `DecodeError`: the server is not one of this protocol.
    /// - Complexity: O(bytes).
    public mutating func serverMessage(
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> ServerMessage? {
        let type = try readMessage(bytes, within: .serverMessage)
        switch reader.nodes[type].text {
        case "edit": return .edit(try serverEdit(bytes))
        case "presence": return .presence(try presenceUpdate(bytes))
        case "answers": return .answers(try answers(bytes))
        case "refused":
            return .refused(
                seq: try reader.integer("seq", of: 0, in: 1...Limits.stackMax),
                code: try reader.string("code", of: 0, bytesMax: 64, bytes)
            )
        case "welcome": return .welcome(try welcome(bytes))
        case "snapshot": return .snapshot(try snapshotPart(bytes))
        case "history":
            return .history(
                revision: try reader.integer("revision", of: 0, in: 0...Limits.stackMax),
                undo: try reader.optionalString("undo", of: 0, bytesMax: 64, bytes),
                redo: try reader.optionalString("redo", of: 0, bytesMax: 64, bytes)
            )
        case "pong": return .pong(try reader.integer("number", of: 0, in: 0...Limits.stackMax))
        case "access": return .access(try access(0, bytes))
        default: return nil
        }
    }

    private mutating func readMessage(
        _ bytes: borrowing Span<UInt8>,
        within bounds: JSONReader.Bounds
    ) throws(DecodeError) -> Int {
        do { try reader.read(bytes, within: bounds) } catch { throw DecodeError(error) }
        guard reader.nodes[0].kind == .object, let type = reader.member(.type, of: 0),
            reader.nodes[type].kind == .string
        else { throw .noType }
        return type
    }

    private static let editKeys: [JSONKey] = ["type", "seq", "mark", "operation"]

    private func edit(
        _ bytes: borrowing Span<UInt8>,
        _ isFormer: Bool
    ) throws(DecodeError) -> ClientMessage {
        try reader.allow(Self.editKeys, in: 0, "edit")
        let seq = try reader.integer("seq", of: 0, in: 1...Limits.stackMax)
        let hasMark = !isFormer || reader.member("mark", of: 0) != nil
        let mark = hasMark ? try reader.word("mark", of: 0, bytes) : 0
        guard mark != 0 || isFormer else { throw .wrong("mark") }
        let operation = try reader.need("operation", of: 0)
        let request: ClientMessage.Request
        do throws(DecodeError) {
            request = try reader.request(operation, bytes)
        } catch {
            request = .invalid(error.refusal)
        }
        return .edit(ClientMessage.Edit(seq: seq, mark: mark, request))
    }

    private func hello(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> ClientMessage.Hello {
        try reader.allow(
            [
                "type", "key", "name", "colour", "token", "epoch", "revision", "chain", "client",
                "marks", "since",
            ],
            in: 0,
            "hello"
        )
        var hello = ClientMessage.Hello()
        if let key = try reader.optionalString("key", of: 0, bytesMax: 32, bytes) {
            hello.key = ClientKey(key)
            guard hello.key != nil else { throw .wrong("key") }
        }
        let bytesMax = Limits.memberNameBytesMax
        hello.name = try reader.optionalString("name", of: 0, bytesMax: bytesMax, bytes) ?? ""
        guard MemberName.isValid(hello.name) else { throw .wrong("name") }
        if let colour = try reader.optionalString("colour", of: 0, bytesMax: 7, bytes) {
            hello.colour = Colour(colour)
            guard hello.colour != nil else { throw .wrong("colour") }
        }
        if reader.member("token", of: 0) != nil { hello.token = try token(bytes) }
        let places: [JSONKey] = ["epoch", "revision", "chain"]
        if places.contains(where: { reader.member($0, of: 0) != nil }) {
            hello.position = try position(bytes)
        }
        hello.client = try reader.optionalInteger("client", of: 0, in: 1...Limits.identifierMax)
        if reader.member("marks", of: 0) != nil {
            for item in try reader.array("marks", of: 0, max: Limits.marksMax) {
                guard let mark = reader.word(item, bytes) else { throw .wrong("marks") }
                hello.marks.append(mark)
            }
        }
        hello.since = try reader.optionalInteger("since", of: 0, in: 0...Limits.stackMax)
        return hello
    }

    private func token(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> String {
        try reader.string("token", of: 0, bytesMax: Limits.tokenBytesMax, bytes)
    }

    func position(_ bytes: borrowing Span<UInt8>) throws(DecodeError) -> Position {
        Position(
            epoch: try reader.word("epoch", of: 0, bytes),
            revision: try reader.integer("revision", of: 0, in: 0...Limits.stackMax),
            chain: Checksum(try reader.word("chain", of: 0, bytes))
        )
    }

    private static let presenceKeys: [JSONKey] = [
        "type", "selection", "cursor", "gesture", "view", "activity", "chat", "reaction", "laser",
    ]
}

extension JSONReader.Bounds {
    /// The bounds of a client's message.
    ///
    /// Its bytes alone bound the items of an array, so that an edit of too many ids is refused by
    /// its seq, and not closed for being no JSON.
    fileprivate static var clientMessage: Self {
        var bounds = message
        bounds.itemsMax = bounds.bytesMax
        return bounds
    }
}
