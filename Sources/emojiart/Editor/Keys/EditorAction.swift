/// Everything that a key, a click on a hint, or a menu can do.
enum EditorAction: String, CaseIterable, Sendable {
    // Seeing
    case panLeft
    case panRight
    case panUp
    case panDown
    case zoomIn
    case zoomOut
    case zoomReset
    case fit
    case fitSelection
    case nextMember
    case follow
    // Selecting
    case focusNext
    case focusPrevious
    case toggle
    case selectAll
    case marquee
    case escape
    // Editing
    case add
    case arrowLeft
    case arrowRight
    case arrowUp
    case arrowDown
    case unitLeft
    case unitRight
    case unitUp
    case unitDown
    case larger
    case smaller
    case delete
    case duplicate
    case copy
    case copyText
    case cut
    case paste
    // By the names that operations have for it.
    case toFront = "front"
    case toBack = "back"
    case forward
    case backward
    case undo
    case redo
    // Palettes
    case nextPalette
    case previousPalette
    case nextEmoji
    case previousEmoji
    case palettes
    // The program
    case menu
    case commandLine
    case help
    case redraw
    case reconnect
    case suspend
    case quit

    /// True for an action that only a member with the right to edit can use.
    var needsEditing: Bool {
        switch self {
        case .add, .unitLeft, .unitRight, .unitUp, .unitDown, .larger, .smaller, .delete,
            .duplicate, .cut, .paste, .toFront, .toBack, .forward, .backward, .undo, .redo,
            .nextPalette, .previousPalette, .nextEmoji, .previousEmoji, .palettes:
            true
        case .panLeft, .panRight, .panUp, .panDown, .zoomIn, .zoomOut, .zoomReset, .fit,
            .fitSelection, .nextMember, .follow, .focusNext, .focusPrevious, .toggle, .selectAll,
            .marquee, .escape, .arrowLeft, .arrowRight, .arrowUp, .arrowDown, .copy, .copyText,
            .menu, .commandLine, .help, .redraw, .reconnect, .suspend, .quit:
            false
        }
    }
}
