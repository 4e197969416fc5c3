/// Turns frames into the bytes that change a terminal's window to show them.
///
/// ```
/// frame ──► compose ──► next cells ──► probe ──► spread ──► write what differs ──► bytes
///              │                                                  │
///           widths ◄── receive: cursor reports             shown cells = next
/// ```
///
/// Nothing depends on how wide a terminal takes an emoji to be: each is written at an absolute
/// place, and what is written next has its own place (TW1). What does not need that, text of one
/// cell a glyph, is written with as few bytes as can be (TC7).
package struct Painter {
    /// What the terminal can do; a change has everything drawn anew.
    package var capabilities: Capabilities {
        didSet { if capabilities != oldValue { invalidate() } }
    }

    /// The size of the window and of the frame that is painted.
    var size = GridSize(columns: 1, rows: 1)
    /// Whether anything is known of what the window shows.
    private var isKnown = false
    var writer = EscapeWriter()
    /// What the window shows; the colours are those that the terminal has.
    var shown: [Cell] = []
    var next: [Cell] = []
    var blocks: [ScaledBlock] = []
    /// Whether there are glyphs of unknown width among them.
    var hasUnsteady = false
    var resolver = GlyphResolver()

    /// Fewest columns of a window where widths are measured: in a narrower one the cursor stops at
    /// the right edge.
    private static let askingColumnsMin = 8

    /// Makes a painter of a window of which nothing is known.
    package init(_ capabilities: Capabilities) { self.capabilities = capabilities }

    /// Whether cursor reports are awaited; when they do not come, `giveUpProbing` is called.
    package var isProbing: Bool { resolver.widths.isAsking }

    /// Brings the window to show a frame.
    ///
    /// - Returns: the bytes to write; none when it shows the frame already.
    package mutating func paint(_ frame: borrowing Grid) -> [UInt8] {
        if resolver.isFull || frame.size != size { isKnown = false }
        if resolver.isFull { resolver = GlyphResolver() }
        size = frame.size
        writer = EscapeWriter()
        if capabilities.synchronizes { writer.sequence("[?2026h") }
        let overhead = writer.bytes.count
        resolver.begin(frame.glyphs, conditions)
        compose(frame)
        if !isKnown { erase() }
        probe()
        spread()
        writeRows()
        writeBlocks()
        swap(&shown, &next)
        guard writer.bytes.count > overhead else { return [] }
        if capabilities.synchronizes { writer.sequence("[?2026l") }
        return writer.bytes
    }

    /// The window may show anything: the next frame is written whole.
    ///
    /// Widths that the terminal did not tell are asked for again.
    package mutating func invalidate() {
        isKnown = false
        resolver.widths.retry()
        resolver.decideAnew()
    }

    /// Takes a cursor report; whether something may now be drawn otherwise, so that the frame
    /// should be painted again.
    package mutating func receive(_ report: Report) -> Bool {
        guard case .cursor(let column, let row) = report,
            resolver.widths.answer(column: column, row: row)
        else { return false }
        resolver.decideAnew()
        return true
    }

    /// The terminal did not answer in time: widths stay unknown.
    ///
    /// Nothing more is asked until the answers come after all, or the window is invalidated.
    package mutating func giveUpProbing() {
        resolver.widths.giveUp()
        resolver.decideAnew()
    }

    private var conditions: GlyphResolver.Conditions {
        GlyphResolver.Conditions(
            canAsk: capabilities.reportsCursor && !resolver.widths.isLate && size.rows > 1
                && size.columns >= Self.askingColumnsMin,
            trustsClusters: capabilities.measuresClusters,
            isASCII: capabilities.isASCII
        )
    }

    private mutating func erase() {
        writer.setPen(.plain)
        writer.sequence("[2J")
        shown = Array(repeating: .blank, count: size.columns * size.rows)
        isKnown = true
    }

    /// Writes texts whose widths are wanted, each with the question where the cursor is then.
    ///
    /// In the last row: an answer of the first one could be a key, Shift and F3. That row is
    /// emptied after it, and then written again within the same frame.
    private mutating func probe() {
        let row = size.rows - 1
        let texts = resolver.widths.ask(row: row)
        guard !texts.isEmpty else { return }
        writer.setPen(.plain)
        writer.sequence("[?7l")
        for text in texts {
            writer.moveAbsolutely(column: 0, row: row)
            writer.raw(resolver.widths[text].utf8)
            writer.sequence("[6n")
        }
        writer.sequence("[?7h")
        writer.moveAbsolutely(column: 0, row: row)
        writer.sequence("[2K")
        for column in 0..<size.columns { shown[row * size.columns + column] = .blank }
    }
}
