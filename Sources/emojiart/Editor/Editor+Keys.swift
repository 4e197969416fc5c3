internal import Sync
internal import Terminal
internal import Wire

// The keyboard: first what is open on top of the canvas, then the key table.
extension Editor {
    mutating func handle(_ stroke: Stroke) {
        if overlay != .none { return type(stroke) }
        if case .marquee = gesture, drawMarquee(stroke) { return }
        guard let action = KeyTable.action(for: stroke) else {
            return warn("\(stroke.name) does nothing; ? lists the shortcuts")
        }
        perform(action)
    }

    mutating func perform(_ action: EditorAction) {
        // A held key of another kind ends here; its own action goes on with it.
        if !action.isHeld { endHeld() }
        switch action {
        case .panLeft, .panRight, .panUp, .panDown, .zoomIn, .zoomOut, .zoomReset, .fit,
            .fitSelection, .nextMember, .follow:
            look(action)
        case .focusNext, .focusPrevious, .toggle, .selectAll, .marquee, .escape:
            select(action)
        case .arrowLeft, .arrowRight, .arrowUp, .arrowDown, .unitLeft, .unitRight, .unitUp,
            .unitDown:
            move(action)
        case .larger: step(1, about: keyCell)
        case .smaller: step(-1, about: keyCell)
        case .add, .delete, .duplicate, .copy, .copyText, .cut, .paste, .toFront, .toBack,
            .forward, .backward, .undo, .redo:
            edit(action)
        case .nextPalette: showPalette(paletteIndex + 1)
        case .previousPalette: showPalette(paletteIndex - 1)
        case .nextEmoji: showEmoji(emojiIndex + 1)
        case .previousEmoji: showEmoji(emojiIndex - 1)
        case .palettes: overlay = .palettes(PaletteManager(selected: paletteIndex))
        case .menu: openMenu(at: keyCell)
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
    private mutating func move(_ action: EditorAction) {
        let columns = Int(viewport.unitsPerColumn.rounded(.up))
        let rows = Int(viewport.unitsPerRow.rounded(.up))
        guard !replica.ownPresence.selection.isEmpty || gesture.isNudge else {
            switch action {
            case .arrowLeft: return pan(columns: 2, rows: 0)
            case .arrowRight: return pan(columns: -2, rows: 0)
            case .arrowUp: return pan(columns: 0, rows: 1)
            case .arrowDown: return pan(columns: 0, rows: -1)
            default: return say("nothing is selected")
            }
        }
        switch action {
        case .arrowLeft: nudge(dx: -columns, dy: 0)
        case .arrowRight: nudge(dx: columns, dy: 0)
        case .arrowUp: nudge(dx: 0, dy: rows)
        case .arrowDown: nudge(dx: 0, dy: -rows)
        case .unitLeft: nudge(dx: -1, dy: 0)
        case .unitRight: nudge(dx: 1, dy: 0)
        case .unitUp: nudge(dx: 0, dy: 1)
        case .unitDown: nudge(dx: 0, dy: -1)
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
