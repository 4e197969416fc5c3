import EmojiArt

/// An operation as the protocol writes it.
struct OperationJSON: Decodable {
    struct Item: Decodable {
        let id: String
        var text: String?
        var x: Int?
        var y: Int?
        var size: Int?
        var z: Int?
        var value: Int?
    }

    /// A vector that is no operation.
    struct Malformed: Error {
        let type: String
    }

    let type: String
    var ids: [String]?
    var emojis: [Item]?
    var items: [Item]?
    var dx: Int?
    var dy: Int?
    var factor: Double?
    var to: String?
    var url: String?
    var width: Int?
    var height: Int?

    func operation() throws -> Operation {
        let ids = (ids ?? []).map(Fixture.id)
        let assignments = (items ?? []).map {
            Operation.Assignment(id: Fixture.id($0.id), value: $0.value ?? 0)
        }
        return switch type {
        case "add": .add((emojis ?? []).map(\.newEmoji))
        case "move": .move(ids: ids, dx: dx ?? 0, dy: dy ?? 0)
        case "scale":
            .scale(ids: ids, factor: Fixture.factor(Int(((factor ?? 0) * 1_000_000).rounded())))
        case "delete": .delete(ids: ids)
        case "arrange": .arrange(ids: ids, to: .init(rawValue: to ?? "") ?? .front)
        case "background": .background(url.map(Fixture.background) ?? .blank)
        case "canvas": .canvas(Canvas(width: width ?? 0, height: height ?? 0))
        case "restore": .restore((emojis ?? []).map(\.emoji))
        case "resize": .resize(assignments)
        case "restack": .restack(assignments)
        case "replace":
            .replace(
                Replacement(
                    ids: ids,
                    emojis: (emojis ?? []).map(\.emoji),
                    background: url.map(Fixture.background),
                    canvas: width.map { Canvas(width: $0, height: height ?? 0) }
                )
            )
        case "none": .none
        default: throw Malformed(type: type)
        }
    }
}

extension OperationJSON.Item {
    fileprivate var newEmoji: NewEmoji {
        Fixture.new(id, x: x ?? 0, y: y ?? 0, size: size ?? Limits.sizeDefault, text: text ?? "")
    }

    fileprivate var emoji: Emoji {
        let new = newEmoji
        return Emoji(id: new.id, text: new.text, x: new.x, y: new.y, size: new.size, z: z ?? 0)
    }
}

extension JSONWriter {
    /// Writes an operation as the protocol does.
    mutating func operation(_ operation: Operation) {
        raw("{\"type\":")
        string(operation.name)
        switch operation {
        case .add(let new):
            raw(",\"emojis\":")
            array(new) { $0.emoji($1.id, $1.text, [("x", $1.x), ("y", $1.y), ("size", $1.size)]) }
        case .move(let ids, let dx, let dy):
            list(ids)
            numbers([("dx", dx), ("dy", dy)])
        case .scale(let ids, let factor):
            list(ids)
            raw(",\"factor\":")
            millionths(factor.numerator)
        case .delete(let ids): list(ids)
        case .arrange(let ids, let place):
            list(ids)
            raw(",\"to\":")
            string(place.rawValue)
        case .background(let background):
            raw(",\"url\":")
            url(of: background)
        case .canvas(let canvas):
            if let canvas {
                numbers([("width", canvas.width), ("height", canvas.height)])
            } else {
                raw(",\"width\":null,\"height\":null")
            }
        case .restore(let emojis):
            raw(",\"emojis\":")
            array(emojis) { $0.emoji($1) }
        case .resize(let items), .restack(let items):
            raw(",\"items\":")
            array(items) { writer, item in
                writer.raw("{\"id\":")
                writer.emojiID(item.id)
                writer.numbers([("value", item.value)])
                writer.raw("}")
            }
        case .replace(let replacement):
            list(replacement.ids)
            raw(",\"emojis\":")
            array(replacement.emojis) { $0.emoji($1) }
            if let background = replacement.background {
                raw(",\"url\":")
                url(of: background)
            }
            if let canvas = replacement.canvas {
                let side = { (length: Int?) in length.map(String.init) ?? "null" }
                raw(",\"width\":\(side(canvas?.width)),\"height\":\(side(canvas?.height))")
            }
        case .none: break
        }
        raw("}")
    }

    /// Writes all that is drawn, and its checksum.
    mutating func state(_ document: Document) {
        raw("{\"background\":")
        url(of: document.background)
        raw(",\"canvas\":")
        if let canvas = document.canvas {
            raw("{\"width\":\(canvas.width),\"height\":\(canvas.height)}")
        } else {
            raw("null")
        }
        numbers([("stackTop", document.stackTop), ("stackBottom", document.stackBottom)])
        raw(",\"emojis\":")
        array(document.drawingOrder) { $0.emoji($1) }
        raw(",\"checksum\":")
        word(document.checksum.bits)
        raw("}")
    }

    private mutating func emoji(_ emoji: Emoji) {
        self.emoji(
            emoji.id,
            emoji.text,
            [("x", emoji.x), ("y", emoji.y), ("size", emoji.size), ("z", emoji.z)]
        )
    }

    private mutating func emoji(_ id: EmojiID, _ text: EmojiText, _ values: [(String, Int)]) {
        raw("{\"id\":")
        emojiID(id)
        raw(",\"text\":")
        string(text.string)
        numbers(values)
        raw("}")
    }

    private mutating func list(_ ids: [EmojiID]) {
        raw(",\"ids\":")
        array(ids) { $0.emojiID($1) }
    }

    private mutating func numbers(_ values: [(String, Int)]) {
        for (name, value) in values {
            raw(",\"\(name)\":")
            integer(value)
        }
    }

    private mutating func url(of background: Background) {
        switch background {
        case .blank: raw("null")
        case .url(let url): string(url.string)
        }
    }
}
