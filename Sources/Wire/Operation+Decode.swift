package import EmojiArt

// Reading operations. What a client may ask for is checked in full here: an operation that comes
// out of this is one that `Document.apply` was made for.
extension JSONReader {
    /// Reads what an edit asks for: an operation, `undo`, `redo` or `revert`.
    func request(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        ignoring extra: JSONKey? = nil,
        mint: (() -> EmojiID?)? = nil
    ) throws(DecodeError) -> ClientMessage.Request {
        if nodes[object].kind == .object, let type = member(.type, of: object) {
            let name = nodes[type].text
            if let keys = Self.keys(of: name) {
                try allow(keys, and: extra, in: object, "operation")
                return .operation(try operation(object, type, bytes, from: .client, mint: mint))
            }
            if name == "undo" || name == "redo" {
                try allow(Self.walkKeys, and: extra, in: object, "operation")
                return .walk(name == "undo" ? .undo : .redo)
            }
            if name == "revert" {
                try allow(Self.revertKeys, and: extra, in: object, "operation")
                return .revert(to: try integer("revision", of: object, in: 0...Limits.stackMax))
            }
        }
        let operation = try operation(object, bytes, from: .client, ignoring: extra, mint: mint)
        return .operation(operation)
    }

    private static let walkKeys: [JSONKey] = [.type]
    private static let revertKeys: [JSONKey] = ["type", "revision"]

    /// Reads an operation.
    ///
    /// The server's own operations are not a client's to ask for, and a server may have fields that
    /// this version does not know. `mint` gives ids to new emojis that have none; without it each
    /// must have one.
    ///
    /// - Throws: `DecodeError`, whose `refusal` answers the edit.
    package func operation(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender,
        ignoring extra: JSONKey? = nil,
        mint: (() -> EmojiID?)? = nil
    ) throws(DecodeError) -> Operation {
        guard nodes[object].kind == .object, let type = member(.type, of: object) else {
            throw .missing("type")
        }
        if sender == .client, let keys = Self.keys(of: nodes[type].text) {
            try allow(keys, and: extra, in: object, "operation")
        }
        return try operation(object, type, bytes, from: sender, mint: mint)
    }

    /// Reads an operation whose type is at a node.
    private func operation(
        _ object: Int,
        _ type: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender,
        mint: (() -> EmojiID?)?
    ) throws(DecodeError) -> Operation {
        switch nodes[type].text {
        // Most are moves.
        case "move":
            let delta = -2 * Limits.coordinateMax...2 * Limits.coordinateMax
            return .move(
                ids: try someIDs(object, bytes),
                dx: try integer("dx", of: object, in: delta),
                dy: try integer("dy", of: object, in: delta)
            )
        case "add": return .add(try newEmojis(object, bytes, from: sender, mint: mint))
        case "scale":
            return .scale(ids: try someIDs(object, bytes), factor: try factor(object, bytes))
        case "delete": return .delete(ids: try someIDs(object, bytes))
        case "arrange":
            let name = try string("to", of: object, bytesMax: 16, bytes)
            guard let place = Operation.Arrangement(bytesOf: name) else { throw .wrong("to") }
            return .arrange(ids: try someIDs(object, bytes), to: place)
        case "background": return .background(try background("url", of: object, bytes))
        case "canvas": return .canvas(try canvas(object))
        case "restore" where sender == .server:
            return .restore(try emojis("emojis", of: object, max: Limits.itemsMax, bytes))
        case "resize" where sender == .server:
            let sizes = Whole(Limits.sizeMin)...Whole(Limits.sizeMax)
            return .resize(try assignments(object, in: sizes, bytes))
        case "restack" where sender == .server:
            return .restack(try assignments(object, in: -Limits.stackMax...Limits.stackMax, bytes))
        case "replace" where sender == .server: return .replace(try replacement(object, bytes))
        case "none" where sender == .server: return .none
        default: throw .unknownType
        }
    }

    /// Who wrote a message.
    package enum Sender {
        case client
        case server
    }

    /// The fields of an operation that a client may ask for; nil for another.
    static func keys(of type: JSONKey) -> [JSONKey]? {
        operationKeys.first { $0.type == type }?.keys
    }

    private static let operationKeys: [(type: JSONKey, keys: [JSONKey])] = [
        ("move", ["type", "ids", "dx", "dy"]), ("add", ["type", "emojis"]),
        ("scale", ["type", "ids", "factor"]), ("delete", ["type", "ids"]),
        ("arrange", ["type", "ids", "to"]), ("background", ["type", "url"]),
        ("canvas", ["type", "width", "height"]),
    ]
    private static let newEmojiKeys: [JSONKey] = ["id", "text", "x", "y", "size"]

    /// Ids, at least one: an edit or gesture that names nothing is a mistake.
    func someIDs(_ object: Int, _ bytes: borrowing Span<UInt8>) throws(DecodeError) -> [EmojiID] {
        let ids = try ids("ids", of: object, bytes)
        guard !ids.isEmpty else { throw .wrong("ids") }
        return ids
    }

    func factor(_ object: Int, _ bytes: borrowing Span<UInt8>) throws(DecodeError) -> ScaleFactor {
        let index = try need("factor", of: object)
        guard nodes[index].kind == .integer || nodes[index].kind == .decimal else {
            throw .wrong("factor")
        }
        guard
            let millionths = millionths(index, bytes),
            let factor = ScaleFactor(millionths: millionths)
        else { throw .outOfRange("factor") }
        return factor
    }

    /// Reads a URL or null.
    package func background(
        _ key: JSONKey,
        of object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> Background {
        let index = try need(key, of: object)
        if nodes[index].kind == .null { return .blank }
        guard let text = string(index, bytes) else { throw .wrong(key.description) }
        guard let url = BackgroundURL(text) else { throw .refused(.badBackground) }
        return .url(url)
    }

    /// Bounds from `width` and `height`, which are both numbers or both null.
    package func canvas(_ object: Int) throws(DecodeError) -> Canvas? {
        let width = try need("width", of: object)
        let height = try need("height", of: object)
        if nodes[width].kind == .null, nodes[height].kind == .null { return nil }
        let sides = 1...Limits.canvasSideMax
        return Canvas(
            width: try integer("width", of: object, in: sides),
            height: try integer("height", of: object, in: sides)
        )
    }

    private func newEmojis(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender,
        mint: (() -> EmojiID?)?
    ) throws(DecodeError) -> [NewEmoji] {
        let items = try array("emojis", of: object, max: Limits.addedEmojisMax)
        guard items.count > 0 else { throw .wrong("emojis") }
        let sizes = Limits.sizeMin...Limits.sizeMax
        return try items.map { item throws(DecodeError) in
            guard nodes[item].kind == .object else { throw .wrong("emojis") }
            if sender == .client { try allow(Self.newEmojiKeys, in: item, "emojis") }
            let place = try self.place(item, bytes, mint: mint)
            return NewEmoji(
                id: place.id,
                text: try text(item, bytes, from: sender),
                x: place.x,
                y: place.y,
                size: try optionalInteger("size", of: item, in: sizes) ?? Limits.sizeDefault
            )
        }
    }

    private func place(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        mint: (() -> EmojiID?)? = nil
    ) throws(DecodeError) -> (id: EmojiID, x: Int, y: Int) {
        var id = member("id", of: object) == nil ? mint?() : nil
        if id == nil { id = emojiID(try need("id", of: object), bytes) }
        guard let id else { throw .wrong("id") }
        let coordinates = -Limits.coordinateMax...Limits.coordinateMax
        return (
            id,
            try integer("x", of: object, in: coordinates),
            try integer("y", of: object, in: coordinates)
        )
    }

    /// Reads a text; one from the server was judged by its table of emojis, which may be newer.
    private func text(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender
    ) throws(DecodeError) -> EmojiText {
        guard let text = string(try need("text", of: object), bytes) else { throw .wrong("text") }
        do {
            switch sender {
            case .client: return try EmojiText(text)
            case .server: return try EmojiText(judged: text)
            }
        } catch {
            switch error {
            case .tooLong: throw .refused(.textTooLong)
            case .notEmoji: throw .refused(.notEmoji)
            }
        }
    }

    /// Whole emojis, as in a snapshot.
    package func emojis(
        _ key: JSONKey,
        of object: Int,
        max: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> [Emoji] {
        try array(key, of: object, max: max).map { item throws(DecodeError) in
            guard nodes[item].kind == .object else { throw .wrong(key.description) }
            let place = try self.place(item, bytes)
            return Emoji(
                id: place.id,
                text: try text(item, bytes, from: .server),
                x: place.x,
                y: place.y,
                size: try integer("size", of: item, in: Limits.sizeMin...Limits.sizeMax),
                z: try integer("z", of: item, in: -Limits.stackMax...Limits.stackMax)
            )
        }
    }

    private func assignments(
        _ object: Int,
        in range: ClosedRange<Whole>,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> [Operation.Assignment] {
        try array("items", of: object, max: Limits.itemsMax).map { item throws(DecodeError) in
            guard nodes[item].kind == .object, let id = emojiID(try need("id", of: item), bytes)
            else { throw .wrong("items") }
            return Operation.Assignment(id: id, value: try integer("value", of: item, in: range))
        }
    }

    private func replacement(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> Replacement {
        var replacement = Replacement(
            ids: try ids("ids", of: object, max: Limits.itemsMax, bytes),
            emojis: try emojis("emojis", of: object, max: Limits.itemsMax, bytes)
        )
        if member("url", of: object) != nil {
            replacement.background = try background("url", of: object, bytes)
        }
        if member("width", of: object) != nil {
            replacement.canvas = .some(try canvas(object))
        }
        return replacement
    }
}
