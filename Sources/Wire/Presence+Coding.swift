internal import EmojiArt

// A presence patch has the same fields in a client's message and for each member in the server's.
extension JSONReader {
    func presencePatch(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender
    ) throws(DecodeError) -> Presence.Patch {
        var patch = Presence.Patch()
        var found = 0
        if member("selection", of: object) != nil {
            patch.selection = try ids("selection", of: object, bytes)
            found += 1
        }
        if let cursor = member("cursor", of: object) {
            found += 1
            if nodes[cursor].kind == .null {
                patch.cursor = .some(nil)
            } else {
                guard nodes[cursor].kind == .object else { throw .wrong("cursor") }
                if sender == .client { try allow(Self.cursorKeys, in: cursor, "cursor") }
                let coordinates = -Limits.coordinateMax...Limits.coordinateMax
                patch.cursor = Presence.Cursor(
                    x: try integer("x", of: cursor, in: coordinates),
                    y: try integer("y", of: cursor, in: coordinates)
                )
            }
        }
        if let gesture = member("gesture", of: object) {
            found += 1
            patch.gesture =
                nodes[gesture].kind == .null
                ? .some(nil) : try self.gesture(gesture, bytes, from: sender)
        }
        // Beside these there is always one, the type or the member's number.
        if nodes[object].count > found + 1 {
            patch.signals = try signalsPatch(object, bytes, from: sender)
        }
        return patch
    }

    private static let cursorKeys: [JSONKey] = ["x", "y"]

    private func gesture(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender
    ) throws(DecodeError) -> Presence.Gesture {
        guard nodes[object].kind == .object else { throw .wrong("gesture") }
        let type = nodes[try need("type", of: object)].text
        if sender == .client, let keys = Self.keys(of: type) {
            try allow(keys, in: object, "gesture")
        }
        switch type {
        case "move":
            let delta = -2 * Limits.coordinateMax...2 * Limits.coordinateMax
            return .move(
                ids: try someIDs(object, bytes),
                dx: try integer("dx", of: object, in: delta),
                dy: try integer("dy", of: object, in: delta)
            )
        case "scale":
            return .scale(ids: try someIDs(object, bytes), factor: try factor(object, bytes))
        default: throw .wrong("gesture")
        }
    }
}

extension JSONWriter {
    /// Appends the fields that changed, each with a comma before it.
    mutating func presencePatch(_ patch: Presence.Patch) {
        if let selection = patch.selection {
            raw(",\"selection\":")
            emojiIDs(selection)
        }
        if let cursor = patch.cursor {
            raw(",\"cursor\":")
            if let cursor {
                raw("{\"x\":")
                integer(cursor.x)
                raw(",\"y\":")
                integer(cursor.y)
                raw("}")
            } else {
                raw("null")
            }
        }
        if let gesture = patch.gesture {
            raw(",\"gesture\":")
            switch gesture {
            case .move(let ids, let dx, let dy):
                raw("{\"type\":\"move\"")
                move(ids, dx: dx, dy: dy)
                raw("}")
            case .scale(let ids, let factor):
                raw("{\"type\":\"scale\"")
                scale(ids, factor: factor)
                raw("}")
            case nil: raw("null")
            }
        }
        if patch.hasSignals { signalsPatch(patch.signals) }
    }
}
