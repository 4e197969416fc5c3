internal import Terminal

/// All keys of the canvas, in one table: what they do, the help, the hints and the menus come from
/// here.
///
/// No action needs Alt, or Control together with Shift: terminals may not send them.
enum KeyTable {
    static let sections = [
        ("Select", select), ("Edit", edit), ("View", view), ("Palettes", palettes),
        ("Program", program),
    ]
    static let bindings = sections.flatMap(\.1)

    private static let byStroke = Dictionary(
        uniqueKeysWithValues: bindings.flatMap { binding in
            binding.strokes.map { ($0, binding.action) }
        }
    )

    static func action(for stroke: Stroke) -> EditorAction? { byStroke[stroke] }

    static func binding(of action: EditorAction) -> Binding? {
        bindings.first { $0.action == action }
    }

    private static let select: [Binding] = [
        Binding(.focusNext, [Stroke(.tab)], "go to the next emoji"),
        Binding(.focusPrevious, [Stroke(.tab, .shift)], "go to the previous emoji"),
        Binding(.toggle, [" "], "select or deselect the emoji reached with Tab", hint: "select"),
        Binding(.selectAll, ["a", .control("a")], "select all"),
        Binding(.marquee, ["v"], "select an area by drag or arrows (or Ctrl+drag)"),
        Binding(.escape, [Stroke(.escape)], "cancel, close, stop following, or select none"),
    ]

    private static let edit: [Binding] = [
        Binding(
            .add,
            [Stroke(.enter), "i", Stroke(.insert)],
            "add the palette's emoji at the pointer or the middle",
            hint: "add"
        ),
        Binding(
            .arrowLeft,
            [Stroke(.left), "h"],
            "move the selection by one cell, or pan the view"
        ),
        Binding(.arrowDown, [Stroke(.down), "j"], "the same downwards"),
        Binding(.arrowUp, [Stroke(.up), "k"], "the same upwards"),
        Binding(.arrowRight, [Stroke(.right), "l"], "the same to the right"),
        Binding(.unitLeft, ["H", Stroke(.left, .shift)], "move the selection by one unit"),
        Binding(.unitDown, ["J", Stroke(.down, .shift)], "the same downwards"),
        Binding(.unitUp, ["K", Stroke(.up, .shift)], "the same upwards"),
        Binding(.unitRight, ["L", Stroke(.right, .shift)], "the same to the right"),
        Binding(
            .larger,
            ["+", "="],
            "make the selection larger; without one, zoom in",
            label: "larger"
        ),
        Binding(
            .smaller,
            ["-"],
            "make the selection smaller; without one, zoom out",
            label: "smaller"
        ),
        Binding(
            .delete,
            ["d", Stroke(.delete), Stroke(.backspace)],
            "delete the selection",
            hint: "delete"
        ),
        Binding(.duplicate, ["D", .control("d")], "duplicate the selection", label: "duplicate"),
        Binding(.copy, ["y"], "copy as a document", label: "copy"),
        Binding(.copyText, ["Y"], "copy as plain emojis"),
        Binding(.cut, ["x", .control("x")], "cut"),
        Binding(
            .paste,
            ["p", .control("v")],
            "paste from this editor; terminal paste works too",
            label: "paste"
        ),
        Binding(.toFront, ["t"], "bring to front"),
        Binding(.toBack, ["b"], "send to back"),
        Binding(.forward, ["T"], "bring forward one step", label: "bring forward"),
        Binding(.backward, ["B"], "send backward one step", label: "send backward"),
        Binding(.undo, ["z", "u"], "undo your latest edit", hint: "undo"),
        Binding(
            .redo,
            ["Z", .control("y"), .control("r")],
            "redo your latest undone edit",
            label: "redo"
        ),
    ]

    private static let view: [Binding] = [
        Binding(.panLeft, ["("], "move the view left"),
        Binding(.panDown, [Stroke(.pageDown)], "move the view down"),
        Binding(.panUp, [Stroke(.pageUp)], "move the view up"),
        Binding(.panRight, [")"], "move the view right"),
        Binding(.zoomIn, [">"], "zoom in, whatever is selected"),
        Binding(.zoomOut, ["<"], "zoom out, whatever is selected"),
        Binding(.zoomReset, ["0"], "actual size, 100 %"),
        Binding(
            .fit,
            ["f", Stroke(.home)],
            "zoom to fit; a double click does it too",
            hint: "fit",
            label: "zoom to fit"
        ),
        Binding(.fitSelection, ["F"], "zoom to selection"),
        Binding(.nextMember, ["g"], "go to the next member", label: "next member"),
        Binding(.follow, ["G"], "follow a member, or stop following"),
    ]

    private static let palettes: [Binding] = [
        Binding(.nextPalette, ["]"], "next palette", hint: "palette"),
        Binding(.previousPalette, ["["], "previous palette"),
        Binding(.nextEmoji, ["."], "next emoji of the palette"),
        Binding(.previousEmoji, [","], "previous emoji"),
        Binding(
            .palettes,
            ["P", "e"],
            "palettes: new, rename, edit, delete, order",
            label: "palettes"
        ),
    ]

    private static let program: [Binding] = [
        Binding(.menu, ["m"], "menu; a right click opens it too", hint: "menu"),
        Binding(.commandLine, [":"], "command line"),
        Binding(.help, ["?", Stroke(.function(1))], "keyboard shortcuts", hint: "help"),
        Binding(.redraw, [.control("l")], "redraw the screen"),
        Binding(.reconnect, [.control("g")], "reconnect now"),
        Binding(.suspend, [.control("z")], "suspend; fg resumes"),
        Binding(.quit, ["q", .control("c")], "quit", hint: "quit"),
    ]
}

/// What some strokes do, and how it is told to a person.
struct Binding: Sendable {
    let action: EditorAction
    let strokes: [Stroke]
    let text: String
    /// A word for the bar at the bottom of the window; nil when it is not shown there.
    let hint: String?
    let menuText: String

    init(
        _ action: EditorAction,
        _ strokes: [Stroke],
        _ text: String,
        hint: String? = nil,
        label: String? = nil
    ) {
        self.action = action
        self.strokes = strokes
        self.text = text
        self.hint = hint
        menuText = label ?? hint ?? text
    }

    var keys: String { strokes.map(\.name).joined(separator: " ") }
}
