internal import EmojiArt

// Signals are fields of a presence patch like any other; most patches have none of them.
extension JSONReader {
    func signalsPatch(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender
    ) throws(DecodeError) -> Presence.Signals.Patch {
        var patch = Presence.Signals.Patch()
        if let view = member("view", of: object) {
            patch.view = nodes[view].kind == .null ? .some(nil) : try self.view(view, from: sender)
        }
        if let activity = member("activity", of: object) {
            patch.activity = try self.activity(activity, from: sender)
        }
        if let chat = member("chat", of: object) {
            patch.chat = nodes[chat].kind == .null ? .some(nil) : try self.chat(object, bytes)
        }
        if let reaction = member("reaction", of: object) {
            patch.reaction =
                nodes[reaction].kind == .null
                ? .some(nil) : try self.reaction(object, bytes, from: sender)
        }
        if let laser = member("laser", of: object) {
            guard let hasLaser = boolean(laser) else { throw .wrong("laser") }
            patch.hasLaser = hasLaser
        }
        return patch
    }

    private static let viewKeys: [JSONKey] = ["x", "y", "width", "height"]

    private func view(_ object: Int, from sender: Sender) throws(DecodeError) -> Presence.View {
        guard nodes[object].kind == .object else { throw .wrong("view") }
        if sender == .client { try allow(Self.viewKeys, in: object, "view") }
        let coordinates = -Limits.coordinateMax...Limits.coordinateMax
        let sides = 1...Limits.viewSideMax
        return Presence.View(
            middle: Presence.Cursor(
                x: try integer("x", of: object, in: coordinates),
                y: try integer("y", of: object, in: coordinates)
            ),
            width: try integer("width", of: object, in: sides),
            height: try integer("height", of: object, in: sides)
        )
    }

    private func activity(
        _ index: Int,
        from sender: Sender
    ) throws(DecodeError) -> Presence.Activity {
        guard nodes[index].kind == .string else { throw .wrong("activity") }
        switch nodes[index].text {
        case "active": return .active
        case "idle": return .idle
        case "away": return .away
        default:
            // A newer server may tell of more (PR18).
            guard sender == .server else { throw .wrong("activity") }
            return .active
        }
    }

    private func chat(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>
    ) throws(DecodeError) -> String?? {
        let text = try string("chat", of: object, bytesMax: Limits.chatBytesMax, bytes)
        guard !text.unicodeScalars.contains(where: { $0.isControl }) else { throw .wrong("chat") }
        return text.isEmpty ? .some(nil) : text
    }

    private func reaction(
        _ object: Int,
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender
    ) throws(DecodeError) -> EmojiText {
        let text = try string("reaction", of: object, bytesMax: Limits.textBytesMax, bytes)
        do {
            return sender == .client ? try EmojiText(text) : try EmojiText(judged: text)
        } catch { throw .wrong("reaction") }
    }
}

extension JSONWriter {
    /// Appends the signals that changed, each with a comma before it.
    mutating func signalsPatch(_ patch: Presence.Signals.Patch) {
        if let view = patch.view {
            raw(",\"view\":")
            if let view { self.view(view) } else { raw("null") }
        }
        if let activity = patch.activity {
            raw(",\"activity\":")
            string(activity.rawValue)
        }
        if let chat = patch.chat {
            raw(",\"chat\":")
            if let chat { string(chat) } else { raw("null") }
        }
        if let reaction = patch.reaction {
            raw(",\"reaction\":")
            if let reaction { string(reaction.string) } else { raw("null") }
        }
        if let hasLaser = patch.hasLaser { raw(hasLaser ? ",\"laser\":true" : ",\"laser\":false") }
    }

    private mutating func view(_ view: Presence.View) {
        raw("{\"x\":")
        integer(view.middle.x)
        raw(",\"y\":")
        integer(view.middle.y)
        raw(",\"width\":")
        integer(view.width)
        raw(",\"height\":")
        integer(view.height)
        raw("}")
    }
}
