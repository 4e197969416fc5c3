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
        guard type == "move" || type == "scale",
            let gesture = Presence.Gesture(try operation(object, bytes, from: .server))
        else { throw .wrong("gesture") }
        return gesture
    }

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
            patch.activity = try self.activity(activity, bytes, from: sender)
        }
        if let chat = member("chat", of: object) {
            patch.chat = nodes[chat].kind == .null ? .some(nil) : try self.chat(object, bytes)
        }
        if let reaction = member("reaction", of: object) {
            patch.reaction =
                nodes[reaction].kind == .null
                ? .some(nil) : try self.reaction(object, bytes, from: sender)
        }
        patch.hasLaser = try optionalBoolean("laser", of: object)
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
        _ bytes: borrowing Span<UInt8>,
        from sender: Sender
    ) throws(DecodeError) -> Presence.Activity {
        guard let text = string(index, bytes) else { throw .wrong("activity") }
        if let activity = Presence.Activity(bytesOf: text) { return activity }
        // A newer server may tell of more (PR18).
        guard sender == .server else { throw .wrong("activity") }
        return .active
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
    /// Appends the fields that changed, each with a comma before it.
    package mutating func presencePatch(_ patch: Presence.Patch) {
        if let selection = patch.selection {
            raw(",\"selection\":")
            emojiIDs(selection)
        }
        if let cursor = patch.cursor {
            raw(",\"cursor\":")
            if let cursor {
                integer("{\"x\":", cursor.x)
                integer(",\"y\":", cursor.y)
                raw("}")
            } else {
                raw("null")
            }
        }
        if let gesture = patch.gesture {
            raw(",\"gesture\":")
            if let gesture { operation(gesture.result) } else { raw("null") }
        }
        if patch.hasSignals { signalsPatch(patch.signals) }
    }

    /// Appends the signals that changed, each with a comma before it.
    mutating func signalsPatch(_ patch: Presence.Signals.Patch) {
        if let view = patch.view {
            raw(",\"view\":")
            if let view { self.view(view) } else { raw("null") }
        }
        if let activity = patch.activity { string(",\"activity\":", activity.rawValue) }
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
        integer("{\"x\":", view.middle.x)
        integer(",\"y\":", view.middle.y)
        integer(",\"width\":", view.width)
        integer(",\"height\":", view.height)
        raw("}")
    }
}
