import EmojiArt
import Wire

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
    /// Writes all that is drawn, and its checksum.
    mutating func state(_ document: Document) {
        raw("{\"background\":")
        background(document.background)
        raw(",\"canvas\":")
        if let canvas = document.canvas {
            raw("{\"width\":\(canvas.width),\"height\":\(canvas.height)}")
        } else {
            raw("null")
        }
        raw(",\"stackTop\":\(document.stackTop),\"stackBottom\":\(document.stackBottom)")
        array(",\"emojis\":", document.drawingOrder) { $0.emoji($1) }
        word(",\"checksum\":", document.checksum.bits)
        raw("}")
    }
}
