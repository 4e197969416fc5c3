internal import EmojiArt
package import Sync
internal import Wire

/// A document as a page shows it: a replica, and a moment of its past.
///
/// `news` gives what the page has to do and to draw, as JSON; the page asks until it is empty.
package final class PageReplica {
    /// The replica.
    package var replica: Replica
    var decoder = MessageDecoder()
    var shown = Shown()
    /// A moment of the past, and what of it is shown beside the present.
    var past: PastMoment?
    var pastShown = Shown()
    /// What was told last.
    var told = Told()

    struct Told {
        var presence: Presence?
        var state: [UInt8] = []
        var keptEditsVersion = 0
    }

    /// A page of nobody, until the page tells whose it is.
    package init() { replica = Replica(key: nil) }

    /// A page of the client that JSON tells of: `{"key","name","colour","token"}`, the last two if
    /// there are some; nil when it tells of none.
    ///
    /// `draw` draws the marks of edits, as for a `Replica`.
    package init?(
        _ identity: borrowing Span<UInt8>,
        drawing draw: @escaping () -> UInt64 = { .random(in: 1 ... .max) }
    ) {
        guard let fields = Fields(identity), let key = fields.key else { return nil }
        replica = Replica(
            key: key,
            name: fields.name,
            colour: fields.colour,
            keeping: .edits,
            drawing: draw
        )
        if let token = fields.token { replica.renew(token: token) }
    }

    /// Goes on where kept lines end; how many of them were used.
    ///
    /// Those of version 0.2 have no header, and their edits no marks.
    package func restore(_ text: String) -> Int {
        var lines = Self.lines(of: text)
        if let first = lines.first, let header = replica.formerHeader,
            first[0] != UInt8(ascii: "#") || first.count < 10
        {
            lines.insert(header, at: 0)
        }
        return replica.restore(lines)
    }

    private static func lines(of text: String) -> [[UInt8]] {
        text.utf8.split(separator: UInt8(ascii: "\n")).map { Array($0) }
    }

    /// Goes on as the client of another key, without the edits that another page has.
    ///
    /// - Parameter text: the key, and below it the lines that this page kept and the other has.
    /// - Returns: false if the key is none.
    package func become(_ text: String) -> Bool {
        let lines = Self.lines(of: text)
        guard let line = lines.first, let key = ClientKey(String(decoding: line, as: UTF8.self))
        else { return false }
        var other = Replica(key: replica.key)
        _ = other.restore(Array(lines.dropFirst()))
        let marks = (other.pendingEdits + other.undecidedEdits).map { $0.mark }
        replica.become(key, leaving: Set(marks))
        return true
    }

    /// Takes over the edits that another page left undecided.
    ///
    /// - Parameter text: the key of that page, and below it the lines that it kept.
    /// - Returns: false if the key is none, and before the first welcome.
    package func takeOver(_ text: String) -> Bool {
        let lines = Self.lines(of: text)
        guard let line = lines.first, let key = ClientKey(String(decoding: line, as: UTF8.self))
        else { return false }
        var other = Replica(key: key)
        _ = other.restore(Array(lines.dropFirst()))
        return replica.takeOver(other.undecidedEdits)
    }

    /// Has another name and colour from the next connection on; false when the JSON has no name.
    func introduce(_ identity: borrowing Span<UInt8>) -> Bool {
        guard let fields = Fields(identity) else { return false }
        (replica.name, replica.colour) = (fields.name, fields.colour)
        return true
    }

    private struct Fields {
        let name: String
        var key: ClientKey?
        var colour: Colour?
        var token: String?

        init?(_ bytes: borrowing Span<UInt8>) {
            var json = JSONReader()
            guard (try? json.read(bytes, within: .message)) != nil,
                let name = json.text("name", bytes), MemberName.isValid(name)
            else { return nil }
            self.name = name
            key = json.text("key", bytes).flatMap { ClientKey($0) }
            let colour = json.text("colour", bytes)
            self.colour = colour.flatMap { Colour($0) }
            if colour != nil, self.colour == nil { return nil }
            token = json.text("token", bytes)
        }
    }

    /// Makes the edit that a line asks for.
    ///
    /// - Returns: `{"ids":[…]}` of the emojis that it adds, or `{"fault":"…"}`.
    package func edit(_ line: borrowing Span<UInt8>) -> [UInt8] {
        var json = JSONWriter()
        do throws(DecodeError) {
            let line = try decoder.editLine(line) { replica.mintID() }
            var ids: [EmojiID] = []
            if case .operation(.add(let new)) = line.request { ids = new.map { $0.id } }
            replica.edit(line.request)
            json.raw("{\"ids\":")
            json.emojiIDs(ids)
        } catch {
            json.string("{\"fault\":", error.description)
        }
        json.raw("}")
        return json.bytes
    }

    /// Shares what a presence message changes of the own presence.
    ///
    /// A gesture takes along only what is there, and ends at the edge of the canvas.
    ///
    /// - Returns: what is wrong with the message; nil when it is shared.
    package func share(_ message: borrowing Span<UInt8>, now: UInt64) -> String? {
        do throws(DecodeError) {
            guard case .presence(var patch) = try decoder.clientMessage(message) else {
                return "no presence"
            }
            if case .some(.some(let gesture)) = patch.gesture {
                patch.gesture = .some(fitted(gesture))
            }
            var signals = replica.ownPresence.signals
            signals.apply(patch.signals)
            patch.signals = signals.changes(since: replica.ownPresence.signals)
            if !patch.isEmpty { replica.share(patch, now: now) }
            return nil
        } catch {
            return error.description
        }
    }

    private func fitted(_ gesture: Presence.Gesture) -> Presence.Gesture? {
        let view = replica.view
        let ids = gesture.ids.filter { view.emojis[$0] != nil }
        guard !ids.isEmpty else { return nil }
        switch gesture {
        case .move(_, let dx, let dy):
            let way = view.reach(of: ids, dx: dx, dy: dy)
            return .move(ids: ids, dx: way.dx, dy: way.dy)
        case .scale(_, let factor): return .scale(ids: ids, factor: factor)
        }
    }

    /// Those of a JSON list of ids that are shown, in drawing order, as such a list.
    func inOrder(_ ids: borrowing Span<UInt8>) -> [UInt8]? {
        var json = JSONReader()
        guard (try? json.read(ids, within: .file)) != nil else { return nil }
        var writer = JSONWriter()
        writer.emojiIDs(shown.scene.inOrder(json.emojiIDs(of: 0, ids)).map { $0.id })
        return writer.bytes
    }

    /// Shows a moment of the past: the state of a snapshot's lines; false when they are none.
    func showPast(_ lines: borrowing Span<UInt8>) -> Bool {
        past = PastMoment(lines, &decoder)
        return past != nil
    }

    /// Applies the next edit to the past that is shown; false when it cannot be.
    func stepPast(_ line: borrowing Span<UInt8>) -> Bool {
        guard case .edit(let edit) = try? decoder.serverMessage(line) else { return false }
        return past?.apply(edit) != nil
    }

    /// Shows no past any more.
    func endPast() {
        past = nil
        pastShown = Shown()
    }

    /// What an edit's message tells of it, as JSON; nil when it is none.
    func describe(_ message: borrowing Span<UInt8>) -> [UInt8]? {
        guard case .edit(let edit) = try? decoder.serverMessage(message) else { return nil }
        var json = JSONWriter()
        json.integer("{\"revision\":", edit.revision)
        json.integer(",\"client\":", edit.client)
        json.integer(",\"time\":", edit.time)
        json.string(",\"type\":", edit.operation.name)
        if let walk = edit.walk {
            json.integer(walk.direction == .undo ? ",\"undo\":" : ",\"redo\":", walk.revision)
        }
        if let revert = edit.revert { json.integer(",\"revert\":", revert) }
        json.raw("}")
        return json.bytes
    }

    /// Returns true if a new emoji can be added at a position.
    func accepts(x: Int, y: Int) -> Bool {
        max(abs(x), abs(y)) <= Limits.coordinateMax
            && replica.view.canvas?.contains(x: x, y: y) ?? true
    }
}
