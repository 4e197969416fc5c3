/// Everything that a key, a click on a hint, or a menu can do.
enum EditorAction: String, CaseIterable, Sendable {
    // Seeing
    case panLeft, panRight, panUp, panDown
    case zoomIn, zoomOut, zoomReset, fit, fitSelection
    case nextMember, follow
    // Selecting
    case focusNext, focusPrevious, toggle, selectAll, marquee, escape
    // Editing
    case add, delete, duplicate, copy, copyText, cut, paste, undo, redo
    case arrowLeft, arrowRight, arrowUp, arrowDown
    case unitLeft, unitRight, unitUp, unitDown
    case larger, smaller
    // By the names that operations have for it.
    case toFront = "front"
    case toBack = "back"
    case forward, backward
    // Palettes
    case nextPalette, previousPalette, nextEmoji, previousEmoji, palettes
    // The program
    case menu, commandLine, help, redraw, reconnect, suspend, quit

    /// True for an action that only a member with the right to edit can use.
    var needsEditing: Bool {
        switch self {
        case .add, .unitLeft, .unitRight, .unitUp, .unitDown, .larger, .smaller, .delete,
            .duplicate, .cut, .paste, .toFront, .toBack, .forward, .backward, .undo, .redo,
            .nextPalette, .previousPalette, .nextEmoji, .previousEmoji, .palettes:
            true
        default: false
        }
    }
}
