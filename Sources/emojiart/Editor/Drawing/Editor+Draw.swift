internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// What the window shows, as a pure function of the replica, the view, the size and what the
// terminal can do. What a click does comes with it.
extension Editor {
    /// Draws everything into `frame`; `zones` tells afterwards what a click does.
    mutating func draw(for capabilities: Capabilities) {
        frame.clear()
        zones = []
        theme = Theme(capabilities)
        guard !layout.isTooSmall else {
            let text = "\(Layout.columnsMin)x\(Layout.rowsMin) needed"
            frame.write(text, column: 0, row: layout.size.rows / 2)
            return
        }
        drawCanvas(scales: capabilities.scalesText)
        drawBanner()
        drawTitle()
        drawPalette()
        drawStatus()
        if case .command(let line) = overlay {
            drawLine(":", line, in: layout.row(layout.hintRow), theme.bar)
        } else {
            drawHints()
        }
        drawOverlay()
    }

    mutating func drawLine(_ prompt: String, _ line: TextField, in box: CellBox, _ style: Style) {
        let row = box.row
        let end = box.endColumn
        frame.fill(box, style: style)
        var next = frame.write(
            prompt,
            column: box.column,
            row: row,
            style: style,
            width: box.columns
        )
        // The cursor stays in sight: what is far left of it is cut.
        let room = max(end - next - 2, 1)
        let left = String(line.characters[max(line.cursor - room, 0)..<line.cursor])
        next = frame.write(left, column: next, row: row, style: style, width: end - next)
        let right = line.cursor < line.characters.count ? line.characters[line.cursor...] : [" "]
        frame.write(String(right), column: next, row: row, style: style, width: end - next)
        frame.restyle(CellBox(column: next, row: row, columns: 1, rows: 1)) {
            $0.attributes.formSymmetricDifference(.reverse)
        }
    }

    /// The columns that a label takes at most: letters of other scripts, and emojis, may take two.
    static func width(_ label: String) -> Int {
        label.reduce(0) { $0 + ($1.isASCII ? 1 : 2) }
    }

    /// A member's letter, by which it is known where there are no colours.
    static func letter(_ number: Int, _ identity: ServerMessage.MemberIdentity) -> String {
        guard let first = identity.title(number).unicodeScalars.first, first.isASCII,
            first.properties.isAlphabetic
        else { return "\(number % 10)" }
        return String(first).uppercased()
    }

    // MARK: Title

    private mutating func drawTitle() {
        let (row, columns) = (layout.titleRow, layout.size.columns)
        fillRow(row, theme.bar)
        let text = " \(title)\(isReadOnly ? " (read-only)" : "") "
        var column = frame.write(text, column: 0, row: row, style: theme.strong, width: columns)
        var members = others
        if let number = replica.member, let own = replica.members[number] {
            members.insert((number, own), at: 0)
        }
        for (index, (number, member)) in members.enumerated() {
            let isOwn = number == replica.member
            let name = isOwn ? "you" : member.identity.shortTitle(number)
            var label = " \(name) "
            if !theme.hasColours, !isOwn {
                label = " \(Self.letter(number, member.identity)):\(name) "
            }
            if followed == number { label = " >\(name)< " }
            let rest = members.count - index
            // Room for how many more there are.
            let more = rest > 1 ? " +\(rest) " : ""
            guard column + 1 + Self.width(label) + more.count <= columns else {
                frame.write(" +\(rest) ", column: column, row: row, style: theme.strong)
                return
            }
            let start = column + 1
            var style = theme.label(member.identity.colour)
            let isActive = isOwn || member.presence.signals.activity == .active
            if !isActive { style.attributes.insert(.dim) }
            column = frame.write(label, column: start, row: row, style: style)
            if !isOwn { addZone(start, row, column - start, .member(number)) }
        }
    }

    // MARK: Palette

    private mutating func drawPalette() {
        let row = layout.paletteRow
        fillRow(row, theme.bar)
        // A palette would offer what cannot be done.
        guard !isReadOnly else { return }
        let columns = layout.size.columns
        let name = " \(palette.name) "
        let start = frame.write(name, column: 0, row: row, style: theme.key, width: columns / 3)
        addZone(0, row, start, .action(.nextPalette))
        // Each emoji has a gap on its left for the mark of the one that is added next.
        let room = max((columns - start - 1) / 3, 0)
        let emojis = palette.emojis
        guard room > 0, !emojis.isEmpty else { return }
        let first = min(max(emojiIndex - room / 2, 0), max(emojis.count - room, 0))
        for (place, index) in (first..<min(first + room, emojis.count)).enumerated() {
            let column = start + place * 3
            frame.emoji(emojis[index].string, column: column + 1, row: row, style: theme.bar)
            addZone(column, row, 3, .emoji(index))
        }
        let column = start + (emojiIndex - first) * 3
        let style = isArmed ? theme.warning : theme.key
        frame.write("[", column: column, row: row, style: style)
        frame.write("]", column: column + 3, row: row, style: style)
    }

    // MARK: Status

    private mutating func drawStatus() {
        let (row, columns) = (layout.statusRow, layout.size.columns)
        fillRow(row, theme.bar)
        var right = selectionText
        let left = " \(stateText)"
        let start = frame.write(left, column: 0, row: row, style: theme.strong, width: columns)
        let notice = dropNotice ?? notice
        // In a narrow window what has just happened matters more than where the selection is.
        if let notice, start + notice.text.count + right.count + 4 > columns { right = "" }
        let end = max(columns - right.count - 1, start + 1)
        frame.write(right, column: end, row: row, style: theme.bar)
        guard let notice else { return }
        let style = notice.isWarning ? theme.warning : theme.bar
        let width = max(end - start - 3, 0)
        frame.write(notice.text, column: start + 2, row: row, style: style, width: width)
    }

    /// What a release would do now, while emojis are dragged (D4, D5).
    private var dropNotice: Notice? {
        switch gesture {
        case .moving, .placing: break
        case .none, .pressed, .panning, .marquee, .held: return nil
        }
        guard let pointer else { return nil }
        return isInside(pointer)
            ? Notice(text: "drops here", isWarning: false, until: .max)
            : Notice(text: "outside the canvas: not dropped here", isWarning: true, until: .max)
    }

    /// "Saved" is said only when all own edits are durable and the checksums agree.
    private var stateText: String {
        let pending = replica.pendingCount
        let edits = pending == 1 ? "1 edit pending" : "\(pending) edits pending"
        switch link {
        case .connecting: return pending > 0 ? "connecting, \(edits)" : "connecting"
        case .lost: return pending > 0 ? "offline, \(edits)" : "offline"
        case .open:
            // Pings are answered at once: a silence of seconds is a network that is gone.
            let time =
                UInt64(silentSeconds) * 1_000 >= SyncClient.silenceMax
                ? ", no answer for \(silentSeconds) s"
                : latencyMilliseconds.map { " \($0) ms" } ?? ""
            if isReadOnly { return "watching\(time)" }
            if replica.isSynced { return (isEditHeld ? "changing" : "saved") + time }
            let unknown = replica.undecidedEdits.count
            if pending == 0, unknown > 0 { return "\(unknown) unknown" + time }
            return pending > 0 ? edits + time : "loading"
        }
    }

    /// Whether keys or the wheel make an edit that is none yet: it ends by itself, and then is one.
    private var isEditHeld: Bool {
        switch gesture {
        case .held(.nudge, _), .held(.scale, _): true
        case .held(.zoom, _), .none, .pressed, .moving, .panning, .marquee, .placing: false
        }
    }

    private var selectionText: String {
        let percent = viewport.zoom * 100
        let zoom = percent >= 1 ? "\(Int(percent.rounded())) %" : "< 1 %"
        let selection = replica.ownPresence.selection
        guard let first = selection.first else { return "\(zoom) " }
        guard selection.count == 1, let emoji = replica.view.emojis[first] else {
            return "\(selection.count) selected  \(zoom) "
        }
        return "x \(emoji.x) y \(emoji.y) size \(emoji.size)  \(zoom) "
    }

    /// Says over the canvas that the connection is lost, and that editing goes on.
    private mutating func drawBanner() {
        guard case .lost(let reason, let retryAt) = link else { return }
        let seconds = retryAt > now ? (retryAt - now + 999) / 1_000 : 0
        let again = seconds > 0 ? "reconnecting in \(seconds) s" : "reconnecting"
        // The reason last: it is the server's, and may be long.
        let kept = areEditsKept ? "kept" : "LOST if you quit"
        let edits = isReadOnly ? "" : " You can edit; edits are \(kept)."
        let text = " No connection: \(again).\(edits) (\(reason)) "
        fillRow(layout.canvas.row, theme.warning)
        frame.write(text, column: 0, row: layout.canvas.row, style: theme.warning)
    }

    // MARK: Hints

    /// Draws the keys that are used most; each can be clicked.
    private mutating func drawHints() {
        let row = layout.hintRow
        fillRow(row, theme.bar)
        var column = 0
        // Help first: wherever the room ends, it says the rest.
        let help = KeyTable.bindings.filter { $0.action == .help }
        for binding in help + KeyTable.bindings.filter({ $0.action != .help })
        where !isReadOnly || !binding.action.needsEditing {
            guard var hint = binding.hint, let stroke = binding.strokes.first else { continue }
            if binding.action == .undo, let name = replica.undoName { hint += " \(name)" }
            let width = stroke.name.count + hint.count + 3
            guard column + width <= layout.size.columns else { return }
            let start = column
            column = frame.write(" \(stroke.name)", column: column, row: row, style: theme.key)
            column = frame.write(" \(hint) ", column: column, row: row, style: theme.bar)
            addZone(start, row, column - start, .action(binding.action))
        }
    }

    mutating func addZone(_ column: Int, _ row: Int, _ columns: Int, _ target: Target) {
        let box = CellBox(column: column, row: row, columns: columns, rows: 1)
        zones.append(Zone(box: box, target: target))
    }

    private mutating func fillRow(_ row: Int, _ style: Style) {
        frame.fill(layout.row(row), style: style)
    }
}
