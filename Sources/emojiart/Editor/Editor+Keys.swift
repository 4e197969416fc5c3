internal import EmojiArt
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
        let page = Double(viewport.area.rows / 2)
        switch action {
        case .panLeft: pan(columns: page * 2, rows: 0)
        case .panRight: pan(columns: -page * 2, rows: 0)
        case .panUp: pan(columns: 0, rows: page)
        case .panDown: pan(columns: 0, rows: -page)
        case .zoomIn: zoom(2, about: keyCell)
        case .zoomOut: zoom(-2, about: keyCell)
        case .zoomReset: setZoom(1)
        case .fit: fit()
        case .fitSelection: fitSelection()
        case .nextMember: goToNext()
        case .follow: toggleFollowing()
        case .focusNext: moveFocus(by: 1)
        case .focusPrevious: moveFocus(by: -1)
        case .toggle:
            guard let focus else { return say("no emoji to select: press Tab first") }
            toggle(focus)
        case .selectAll: select(replica.view.drawingOrder.reversed().map(\.id))
        case .marquee:
            cancelDrag()
            gesture = .marquee(from: keyCell, to: keyCell)
            say("select an area: drag, or arrows and Enter")
        case .escape: escape()
        case .arrowLeft: arrow(-1, 0)
        case .arrowRight: arrow(1, 0)
        case .arrowUp: arrow(0, 1)
        case .arrowDown: arrow(0, -1)
        case .unitLeft: moveByUnits(-1, 0)
        case .unitRight: moveByUnits(1, 0)
        case .unitUp: moveByUnits(0, 1)
        case .unitDown: moveByUnits(0, -1)
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

    /// Whether keys have something to move: a selection, or what one of them moves already.
    private var canNudge: Bool {
        if case .held(.nudge, _) = gesture { return true }
        return !replica.ownPresence.selection.isEmpty
    }

    /// Arrows: with a selection they move it by a cell, without one the view.
    private mutating func arrow(_ x: Int, _ y: Int) {
        guard canNudge else { return pan(columns: Double(-2 * x), rows: Double(y)) }
        let columns = Int(viewport.unitsPerColumn.rounded(.up))
        let rows = Int(viewport.unitsPerRow.rounded(.up))
        nudge(dx: x * columns, dy: y * rows)
    }

    private mutating func moveByUnits(_ x: Int, _ y: Int) {
        guard canNudge else { return say("nothing is selected") }
        nudge(dx: x, dy: y)
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
