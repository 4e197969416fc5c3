internal import Sync
internal import Terminal
internal import Wire

// The keyboard: first what is open on top of the canvas, then the key table.
extension Editor {
    mutating func handle(_ stroke: Stroke, _ replica: inout Replica, now: UInt64) {
        if overlay != .none { return type(stroke, &replica, now: now) }
        if case .marquee = gesture, drawMarquee(stroke, &replica, now: now) { return }
        guard let action = KeyTable.action(for: stroke) else {
            return warn("\(stroke.name) does nothing; ? lists the shortcuts", now: now)
        }
        perform(action, &replica, now: now)
    }

    mutating func perform(_ action: EditorAction, _ replica: inout Replica, now: UInt64) {
        // A held key of another kind ends here; its own action goes on with it.
        if !action.isHeld { endHeld(&replica, now: now) }
        switch action {
        case .panLeft, .panRight, .panUp, .panDown, .zoomIn, .zoomOut, .zoomReset, .fit,
            .fitSelection, .nextMember, .follow:
            look(action, &replica, now: now)
        case .focusNext, .focusPrevious, .toggle, .selectAll, .marquee, .escape:
            select(action, &replica, now: now)
        case .arrowLeft, .arrowRight, .arrowUp, .arrowDown, .unitLeft, .unitRight, .unitUp,
            .unitDown:
            move(action, &replica, now: now)
        case .larger: step(1, about: keyCell, &replica, now: now)
        case .smaller: step(-1, about: keyCell, &replica, now: now)
        case .add, .delete, .duplicate, .copy, .copyText, .cut, .paste, .toFront, .toBack,
            .forward, .backward, .undo, .redo:
            edit(action, &replica, now: now)
        case .nextPalette: showPalette(paletteIndex + 1)
        case .previousPalette: showPalette(paletteIndex - 1)
        case .nextEmoji: showEmoji(emojiIndex + 1)
        case .previousEmoji: showEmoji(emojiIndex - 1)
        case .palettes: overlay = .palettes(PaletteManager(selected: paletteIndex))
        case .menu: openMenu(at: keyCell, &replica)
        case .commandLine: overlay = .command(TextField())
        case .help: overlay = .help(Help())
        case .redraw: effects.append(.redraw)
        case .reconnect: effects.append(.reconnect)
        case .suspend: effects.append(.suspend)
        case .quit: effects.append(.quit)
        }
    }

    /// Where keys act that need a place: at the pointer if it is on the canvas, else in the middle.
    var keyCell: GridPoint {
        if let pointer, viewport.area.contains(pointer) { return pointer }
        let area = viewport.area
        return GridPoint(column: area.column + area.columns / 2, row: area.row + area.rows / 2)
    }

    /// Arrows: with a selection they move it, without one the view.
    private mutating func move(_ action: EditorAction, _ replica: inout Replica, now: UInt64) {
        let columns = Int(viewport.unitsPerColumn.rounded(.up))
        let rows = Int(viewport.unitsPerRow.rounded(.up))
        guard !replica.ownPresence.selection.isEmpty || gesture.isNudge else {
            switch action {
            case .arrowLeft: return pan(columns: 2, rows: 0, &replica, now: now)
            case .arrowRight: return pan(columns: -2, rows: 0, &replica, now: now)
            case .arrowUp: return pan(columns: 0, rows: 1, &replica, now: now)
            case .arrowDown: return pan(columns: 0, rows: -1, &replica, now: now)
            default: return say("nothing is selected", now: now)
            }
        }
        switch action {
        case .arrowLeft: nudge(dx: -columns, dy: 0, &replica, now: now)
        case .arrowRight: nudge(dx: columns, dy: 0, &replica, now: now)
        case .arrowUp: nudge(dx: 0, dy: rows, &replica, now: now)
        case .arrowDown: nudge(dx: 0, dy: -rows, &replica, now: now)
        case .unitLeft: nudge(dx: -1, dy: 0, &replica, now: now)
        case .unitRight: nudge(dx: 1, dy: 0, &replica, now: now)
        case .unitUp: nudge(dx: 0, dy: 1, &replica, now: now)
        case .unitDown: nudge(dx: 0, dy: -1, &replica, now: now)
        default: return
        }
    }
}

extension EditorAction {
    /// Whether a key of the action, when it is held, makes one gesture.
    fileprivate var isHeld: Bool {
        switch self {
        case .arrowLeft, .arrowRight, .arrowUp, .arrowDown, .unitLeft, .unitRight, .unitUp,
            .unitDown, .larger, .smaller, .escape:
            true
        default: false
        }
    }
}

extension CanvasGesture {
    /// Whether a key moves emojis at the moment.
    var isNudge: Bool {
        if case .held(.nudge, _) = self { true } else { false }
    }
}
