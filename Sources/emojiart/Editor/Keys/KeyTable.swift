internal import Terminal

/// All keys of the canvas, in one table: what they do, the help, the hints and the menus come from
/// here.
///
/// No action needs Alt, or Control together with Shift: terminals may not send them.
enum KeyTable {
    static let bindings: [Binding] = select + edit + view + palettes + program

    private static let byStroke: [Stroke: EditorAction] = {
        var actions: [Stroke: EditorAction] = [:]
        for binding in bindings {
            for stroke in binding.strokes { actions[stroke] = binding.action }
        }
        return actions
    }()

    /// What a stroke does on the canvas; nil for nothing.
    static func action(for stroke: Stroke) -> EditorAction? { byStroke[stroke] }

    /// The binding of an action.
    static func binding(of action: EditorAction) -> Binding? {
        bindings.first { $0.action == action }
    }

    private static let select: [Binding] = [
        Binding(.focusNext, Stroke(.tab), text: "go to the next emoji", in: .select),
        Binding(
            .focusPrevious,
            Stroke(.tab, .shift),
            text: "go to the previous emoji",
            in: .select
        ),
        Binding(
            .toggle,
            .typed(" "),
            text: "select or deselect the emoji reached with Tab",
            in: .select,
            hint: "select"
        ),
        Binding(
            .selectAll,
            .typed("a"),
            .control("a"),
            text: "select all",
            in: .select,
            label: "select all"
        ),
        Binding(
            .marquee,
            .typed("v"),
            text: "select an area by drag or arrows (or Ctrl+drag)",
            in: .select
        ),
        Binding(
            .escape,
            Stroke(.escape),
            text: "cancel, close, stop following, or select none",
            in: .select
        ),
    ]

    private static let edit: [Binding] = [
        Binding(
            .add,
            Stroke(.enter),
            .typed("i"),
            Stroke(.insert),
            text: "add the palette's emoji at the pointer or the middle",
            in: .edit,
            hint: "add"
        ),
        Binding(
            .arrowLeft,
            Stroke(.left),
            .typed("h"),
            text: "move the selection by one cell, or pan the view",
            in: .edit
        ),
        Binding(.arrowDown, Stroke(.down), .typed("j"), text: "the same downwards", in: .edit),
        Binding(.arrowUp, Stroke(.up), .typed("k"), text: "the same upwards", in: .edit),
        Binding(
            .arrowRight,
            Stroke(.right),
            .typed("l"),
            text: "the same to the right",
            in: .edit
        ),
        Binding(
            .unitLeft,
            .typed("H"),
            Stroke(.left, .shift),
            text: "move the selection by one unit",
            in: .edit
        ),
        Binding(
            .unitDown,
            .typed("J"),
            Stroke(.down, .shift),
            text: "the same downwards",
            in: .edit
        ),
        Binding(.unitUp, .typed("K"), Stroke(.up, .shift), text: "the same upwards", in: .edit),
        Binding(
            .unitRight,
            .typed("L"),
            Stroke(.right, .shift),
            text: "the same to the right",
            in: .edit
        ),
        Binding(
            .larger,
            .typed("+"),
            .typed("="),
            text: "make the selection larger; without one, zoom in",
            in: .edit,
            label: "larger"
        ),
        Binding(
            .smaller,
            .typed("-"),
            text: "make the selection smaller; without one, zoom out",
            in: .edit,
            label: "smaller"
        ),
        Binding(
            .delete,
            .typed("d"),
            Stroke(.delete),
            Stroke(.backspace),
            text: "delete the selection",
            in: .edit,
            hint: "delete"
        ),
        Binding(
            .duplicate,
            .typed("D"),
            .control("d"),
            text: "duplicate the selection",
            in: .edit,
            label: "duplicate"
        ),
        Binding(.copy, .typed("y"), text: "copy as a document", in: .edit, label: "copy"),
        Binding(.copyText, .typed("Y"), text: "copy as plain emojis", in: .edit),
        Binding(.cut, .typed("x"), .control("x"), text: "cut", in: .edit, label: "cut"),
        Binding(
            .paste,
            .typed("p"),
            .control("v"),
            text: "paste from this editor; terminal paste works too",
            in: .edit,
            label: "paste"
        ),
        Binding(
            .toFront,
            .typed("t"),
            text: "bring to front",
            in: .edit,
            label: "bring to front"
        ),
        Binding(.toBack, .typed("b"), text: "send to back", in: .edit, label: "send to back"),
        Binding(
            .forward,
            .typed("T"),
            text: "bring forward one step",
            in: .edit,
            label: "bring forward"
        ),
        Binding(
            .backward,
            .typed("B"),
            text: "send backward one step",
            in: .edit,
            label: "send backward"
        ),
        Binding(
            .undo,
            .typed("z"),
            .typed("u"),
            text: "undo your latest edit",
            in: .edit,
            hint: "undo"
        ),
        Binding(
            .redo,
            .typed("Z"),
            .control("y"),
            .control("r"),
            text: "redo your latest undone edit",
            in: .edit,
            label: "redo"
        ),
    ]

    private static let view: [Binding] = [
        Binding(.panLeft, .typed("("), text: "move the view left", in: .view),
        Binding(.panDown, Stroke(.pageDown), text: "move the view down", in: .view),
        Binding(.panUp, Stroke(.pageUp), text: "move the view up", in: .view),
        Binding(.panRight, .typed(")"), text: "move the view right", in: .view),
        Binding(.zoomIn, .typed(">"), text: "zoom in, whatever is selected", in: .view),
        Binding(.zoomOut, .typed("<"), text: "zoom out, whatever is selected", in: .view),
        Binding(.zoomReset, .typed("0"), text: "actual size, 100 %", in: .view),
        Binding(
            .fit,
            .typed("f"),
            Stroke(.home),
            text: "zoom to fit; a double click does it too",
            in: .view,
            hint: "fit",
            label: "zoom to fit"
        ),
        Binding(.fitSelection, .typed("F"), text: "zoom to selection", in: .view),
        Binding(
            .nextMember,
            .typed("g"),
            text: "go to the next member",
            in: .view,
            label: "next member"
        ),
        Binding(.follow, .typed("G"), text: "follow a member, or stop following", in: .view),
    ]

    private static let palettes: [Binding] = [
        Binding(.nextPalette, .typed("]"), text: "next palette", in: .palettes, hint: "palette"),
        Binding(.previousPalette, .typed("["), text: "previous palette", in: .palettes),
        Binding(.nextEmoji, .typed("."), text: "next emoji of the palette", in: .palettes),
        Binding(.previousEmoji, .typed(","), text: "previous emoji", in: .palettes),
        Binding(
            .palettes,
            .typed("P"),
            .typed("e"),
            text: "palettes: new, rename, edit, delete, order",
            in: .palettes,
            label: "palettes"
        ),
    ]

    private static let program: [Binding] = [
        Binding(
            .menu,
            .typed("m"),
            text: "menu; a right click opens it too",
            in: .program,
            hint: "menu"
        ),
        Binding(.commandLine, .typed(":"), text: "command line", in: .program),
        Binding(
            .help,
            .typed("?"),
            Stroke(.function(1)),
            text: "keyboard shortcuts",
            in: .program,
            hint: "help"
        ),
        Binding(.redraw, .control("l"), text: "redraw the screen", in: .program),
        Binding(.reconnect, .control("g"), text: "reconnect now", in: .program),
        Binding(.suspend, .control("z"), text: "suspend; fg resumes", in: .program),
        Binding(.quit, .typed("q"), .control("c"), text: "quit", in: .program, hint: "quit"),
    ]
}
