internal import EmojiArt
internal import Wire

// Undo steps as they stand in a stored state.
extension JSONWriter {
    mutating func undoStep(_ step: UndoStep) {
        switch step {
        case .added(let ids):
            raw("{\"type\":\"added\"")
            self.ids(ids)
        case .moved(let ids, let dx, let dy):
            raw("{\"type\":\"moved\"")
            move(ids, dx: dx, dy: dy)
        case .resized(let changes, let factor):
            integer("{\"type\":\"resized\",\"numerator\":", factor.numerator)
            integer(",\"denominator\":", factor.denominator)
            self.changes(changes)
        case .deleted(let emojis):
            self.emojis("{\"type\":\"deleted\",\"emojis\":", emojis)
        case .restacked(let changes):
            raw("{\"type\":\"restacked\"")
            self.changes(changes)
        case .background(let before, let after):
            background("{\"type\":\"background\",\"before\":", before)
            background(",\"after\":", after)
        case .canvas(let before, let after):
            canvas("{\"type\":\"canvas\",\"before\":", before)
            canvas(",\"after\":", after)
        case .replaced(let replaced):
            raw("{\"type\":\"replaced\"")
            self.replaced(replaced)
        }
        raw("}")
    }

    private mutating func changes(_ changes: [UndoStep.Change]) {
        array(",\"changes\":", changes) { writer, change in
            writer.raw("{\"id\":")
            writer.emojiID(change.id)
            writer.integer(",\"before\":", change.before)
            writer.integer(",\"after\":", change.after)
            writer.raw("}")
        }
    }

    /// Appends the fields, with a comma before each.
    mutating func replaced(_ replaced: Replaced) {
        emojis(",\"removed\":", replaced.removed)
        emojis(",\"added\":", replaced.added)
        emojis(",\"before\":", replaced.changed.map { $0.before })
        emojis(",\"after\":", replaced.changed.map { $0.after })
        if let change = replaced.background {
            background(",\"backgroundBefore\":", change.before)
            background(",\"backgroundAfter\":", change.after)
        }
        if let change = replaced.canvas {
            canvas(",\"canvasBefore\":", change.before)
            canvas(",\"canvasAfter\":", change.after)
        }
    }
}

extension JSONReader {
    func undoStep(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> UndoStep {
        let delta = -2 * Limits.coordinateMax...2 * Limits.coordinateMax
        switch nodes[try need("type", of: object)].text {
        case "added": return .added(try ids("ids", of: object, bytes))
        case "moved":
            return .moved(
                try ids("ids", of: object, bytes),
                dx: try integer("dx", of: object, in: delta),
                dy: try integer("dy", of: object, in: delta)
            )
        case "resized":
            let factors = 1...Limits.factorMax
            return .resized(
                try changes(object, in: Limits.sizeMin...Limits.sizeMax, bytes),
                factor: ScaleFactor(
                    numerator: try integer("numerator", of: object, in: factors),
                    denominator: try integer("denominator", of: object, in: factors)
                )
            )
        case "deleted":
            return .deleted(try emojis("emojis", of: object, max: Limits.emojisMax, bytes))
        case "restacked":
            return .restacked(
                try changes(object, in: -Limits.stackMax...Limits.stackMax, bytes)
            )
        case "background":
            return .background(
                before: try background("before", of: object, bytes),
                after: try background("after", of: object, bytes)
            )
        case "canvas":
            return .canvas(
                before: try optionalCanvas("before", of: object),
                after: try optionalCanvas("after", of: object)
            )
        case "replaced": return .replaced(try replaced(object, bytes))
        default: throw .unknownType
        }
    }

    func optionalCanvas(_ key: JSONKey, of object: Int) throws(DecodeError) -> Canvas? {
        let index = try need(key, of: object)
        return nodes[index].kind == .null ? nil : try canvas(index)
    }

    private func changes(
        _ object: Int,
        in range: ClosedRange<Int>,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> [UndoStep.Change] {
        try array("changes", of: object, max: Limits.emojisMax).map { item throws(DecodeError) in
            guard let id = emojiID(try need("id", of: item), bytes) else { throw .wrong("id") }
            return UndoStep.Change(
                id: id,
                before: try integer("before", of: item, in: range),
                after: try integer("after", of: item, in: range)
            )
        }
    }

    func replaced(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> Replaced {
        func emojis(_ key: JSONKey) throws(DecodeError) -> [Emoji] {
            try self.emojis(key, of: object, max: Limits.emojisMax, bytes)
        }
        let (before, after) = (try emojis("before"), try emojis("after"))
        guard before.map(\.id) == after.map(\.id) else { throw .wrong("after") }
        var replaced = Replaced(
            removed: try emojis("removed"),
            added: try emojis("added"),
            changed: zip(before, after).map { Replaced.Change(before: $0, after: $1) }
        )
        if member("backgroundBefore", of: object) != nil {
            replaced.background = Replaced.BackgroundChange(
                before: try background("backgroundBefore", of: object, bytes),
                after: try background("backgroundAfter", of: object, bytes)
            )
        }
        if member("canvasBefore", of: object) != nil {
            replaced.canvas = Replaced.CanvasChange(
                before: try optionalCanvas("canvasBefore", of: object),
                after: try optionalCanvas("canvasAfter", of: object)
            )
        }
        return replaced
    }
}
