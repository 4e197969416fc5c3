internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

/// The editor: what keys and the mouse do to a replica and to the view, and what is shown.
///
/// It does no I/O and reads no clock; what it wants done is in `effects`. Times are milliseconds of
/// the loop's clock. Owned by one thread.
struct Editor {
    private let owner: ReplicaOwner
    /// The time, set before each call.
    var now: UInt64 = 0
    /// What the program around it has to carry out, in order, and then clear.
    var effects: [EditorEffect] = []
    let title: String
    var isReadOnly: Bool

    var layout: Layout
    var viewport: Viewport
    var canvasView = CanvasView()
    var gesture = CanvasGesture.none
    /// What a drag moves, until it is shown to the others.
    var startedMove: Presence.Gesture?
    var overlay = Overlay.none
    /// The emoji that Tab went to.
    var focus: EmojiID?
    /// Where the pointer is; nil before it was moved.
    var pointer: GridPoint?
    /// The last click on the background, for telling a double click.
    var lastClick: Click?
    /// The member that the view follows, by number.
    var followed: Int?
    /// The member that `nextMember` went to last.
    var visited: Int?
    /// When the last input came; nil before the first.
    var lastInput: UInt64?
    /// What the others were told of that.
    var activity = Presence.Activity.active
    /// When what was said is over.
    var chatUntil: UInt64?
    var clipboard: CopiedEmojis?
    var notice: Notice?
    var link = Link.connecting
    /// The time that a message takes to the server and back.
    var latencyMilliseconds: Int?
    /// How long the server has not been heard.
    var silentSeconds = 0
    /// Whether edits outlive this program until the server has them.
    var areEditsKept = true
    /// The window as it was drawn last, and the looks that it was drawn with.
    var frame: Grid
    var theme = Theme(Capabilities(colours: .none))
    /// What a click does in it.
    var zones: [Zone] = []

    var palettes: PaletteBook
    /// Which palette is shown.
    var paletteIndex = 0
    /// Which of its emojis is added next.
    var emojiIndex = 0
    /// Whether the next click on the canvas adds that emoji.
    var isArmed = false
    var history: [String] = []

    enum Link: Equatable {
        case connecting
        case open
        /// The connection is lost; the next attempt is at a time.
        case lost(reason: String, retryAt: UInt64)
    }

    struct Click {
        let cell: GridPoint
        let time: UInt64
        /// The selection before it, which a double click brings back.
        let selection: [EmojiID]
    }

    struct Zone {
        let box: CellBox
        let target: Target
    }

    enum Target: Equatable {
        case action(EditorAction)
        case emoji(Int)
        case member(Int)
        case entry(Int)
    }

    init(
        of owner: ReplicaOwner,
        title: String,
        size: GridSize,
        palettes: PaletteBook,
        isReadOnly: Bool = false
    ) {
        self.owner = owner
        self.title = title
        self.isReadOnly = isReadOnly
        self.palettes = palettes
        layout = Layout(size)
        frame = Grid(size)
        viewport = Viewport(area: layout.canvas)
    }

    var replica: Replica {
        _read { yield owner.replica }
        nonmutating _modify { yield &owner.replica }
    }

    mutating func handle(_ event: InputEvent) {
        // What the terminal tells of itself is nobody's input.
        if case .report = event {} else { noteInput() }
        switch event {
        case .key(let key, let modifiers):
            handle(Stroke(key, modifiers))
        case .mouse(let mouse): handle(mouse)
        case .paste(let bytes): paste(bytes)
        case .pasteTooLong: warn("too long to paste: at most 1 MiB")
        case .focus(let hasFocus):
            // What the pointer does elsewhere is not heard: a drag cannot go on.
            if !hasFocus { cancelDrag() }
        case .report: return
        }
    }

    /// The window has another size: what was in the middle stays there.
    mutating func resize(_ size: GridSize) {
        guard size != layout.size else { return }
        cancelDrag()
        layout = Layout(size)
        frame = Grid(size)
        viewport.area = layout.canvas
        zones = []
    }

    /// The next time at which `wake` wants to be called; nil for none.
    var wakeAt: UInt64? {
        var times: [UInt64] = []
        if case .held(_, let until) = gesture { times.append(until) }
        if let notice { times.append(notice.until) }
        if let signalsDue { times.append(signalsDue) }
        return times.min()
    }

    mutating func wake() {
        if case .held(_, let until) = gesture, until <= now { endHeld() }
        if let notice, notice.until <= now { self.notice = nil }
        wakeSignals()
    }

    mutating func say(_ text: String) {
        notice = Notice(text: text, isWarning: false, until: now + Notice.milliseconds)
    }

    mutating func warn(_ text: String) {
        notice = Notice(text: text, isWarning: true, until: now + Notice.milliseconds)
    }
}

/// What the editor asks of the program around it, in order.
enum EditorEffect {
    case quit
    /// Stop the program as Ctrl+Z does.
    case suspend
    /// The window may show anything: write all of it.
    case redraw
    case reconnect
    /// Give the terminal a text for the system's clipboard.
    case copyToSystem([UInt8])
    /// Change the palettes, in their file too.
    case changePalettes((inout PaletteBook) throws -> Void)
    /// Add what a file holds.
    case importFile(String)
    /// Write the document to a file, in the form that its name ends in.
    case exportFile(String, replaces: Bool)
}

/// A sentence for the person, shown in the status line for a while.
struct Notice: Equatable {
    let text: String
    let isWarning: Bool
    /// When it goes, in milliseconds of the loop's clock.
    let until: UInt64

    static let milliseconds: UInt64 = 5_000
}
