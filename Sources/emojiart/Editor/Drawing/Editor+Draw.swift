internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// What the window shows, as a pure function of the replica, the view, the size and what the
// terminal can do. What a click does comes with it.
extension Editor {
    /// Draws everything; `zones` tells afterwards what a click does.
    mutating func draw(
        _ replica: inout Replica,
        on frame: inout Grid,
        for capabilities: Capabilities,
        now: UInt64
    ) {
        frame.clear()
        zones = []
        let theme = Theme(capabilities)
        guard !layout.isTooSmall else {
            let text = "\(Layout.columnsMin)x\(Layout.rowsMin) needed"
            frame.write(text, column: 0, row: layout.size.rows / 2)
            return
        }
        drawCanvas(&replica, on: &frame, theme, scales: capabilities.scalesText)
        drawBanner(replica, on: &frame, theme, now: now)
        drawTitle(replica, on: &frame, theme)
        drawPalette(on: &frame, theme)
        drawStatus(&replica, on: &frame, theme, now: now)
        if case .command(let line) = overlay {
            drawLine(":", line, row: layout.hintRow, on: &frame, theme.bar)
        } else {
            drawHints(replica, on: &frame, theme)
        }
        drawOverlay(on: &frame, theme)
    }

    /// Draws a line that is being typed, its cursor in reverse.
    func drawLine(
        _ prompt: String,
        _ line: TextField,
        column: Int = 0,
        row: Int,
        width: Int = .max,
        on frame: inout Grid,
        _ style: Style
    ) {
        let columns = min(width, layout.size.columns - column)
        frame.fill(column: column, row: row, columns: columns, rows: 1, style: style)
        var next = frame.write(prompt, column: column, row: row, style: style, width: columns)
        // The cursor stays in sight: what is far left of it is cut.
        let room = max(columns - (next - column) - 2, 1)
        let start = max(line.cursor - room, 0)
        let end = column + columns
        let left = String(line.characters[start..<line.cursor])
        next = frame.write(left, column: next, row: row, style: style, width: end - next)
        let cursor = next
        let right = line.cursor < line.characters.count ? line.characters[line.cursor...] : [" "]
        frame.write(String(right), column: next, row: row, style: style, width: end - next)
        frame.restyle(column: cursor, row: row, columns: 1) {
            $0.attributes.formSymmetricDifference(.reverse)
        }
    }

    /// A member's letter, by which it is known where there are no colours.
    static func letter(_ number: Int, _ identity: ServerMessage.MemberIdentity) -> String {
        guard let first = identity.title(number).unicodeScalars.first, first.isASCII,
            first.properties.isAlphabetic
        else { return "\(number % 10)" }
        return String(first).uppercased()
    }
}
