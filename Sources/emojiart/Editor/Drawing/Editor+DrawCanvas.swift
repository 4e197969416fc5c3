internal import EmojiArt
internal import Sync
internal import Terminal
internal import Wire

// The canvas: emojis, outlines, the others' cursors.
extension Editor {
    mutating func drawCanvas(scales: Bool) {
        drawBounds(replica.confirmed.canvas)
        drawBackground(replica.view.background)
        let view = shown()
        for item in view.items { draw(item, scales: scales) }
        if view.items.isEmpty, replica.confirmed.emojis.isEmpty, replica.isLive {
            drawWelcome()
        }
        drawOutlines(view)
        if case .marquee(let from, let to) = gesture {
            drawRectangle(CellBox(from: from, to: to), theme.faint)
        }
        for (number, member) in others { draw(number, member) }
        if case .placing(let text, let cell) = gesture, layout.canvas.contains(cell) {
            frame.emoji(text.string, column: cell.column, row: cell.row)
        }
    }

    private mutating func draw(_ item: CanvasView.Item, scales: Bool) {
        let box = item.box
        let scale = scales ? max(min(box.rows, box.columns / 2, 7), 1) : 1
        let isLarge = box.columns >= 4 && box.rows >= 2
        if isLarge, scale == 1 { drawRectangle(box, theme.faint, isDotted: true) }
        frame.emoji(
            item.emoji.text.string,
            column: box.column + (box.columns - 2 * scale) / 2,
            row: box.row + (box.rows - scale) / 2,
            scale: scale
        )
    }

    // MARK: Outlines

    /// Outlines what others and this member have selected; a member's own disappears while its
    /// gesture lasts.
    private mutating func drawOutlines(_ view: CanvasView) {
        var owners: [EmojiID: (letter: String, colour: Colour)] = [:]
        for (number, member) in others where member.presence.gesture == nil {
            for id in member.presence.selection {
                let letter = Self.letter(number, member.identity).lowercased()
                owners[id] = (letter, member.identity.colour)
            }
        }
        let boxes = Dictionary(uniqueKeysWithValues: view.items.map { ($0.emoji.id, $0.box) })
        let own = replica.ownPresence
        let isGesturing = own.gesture != nil || startedMove != nil
        let selection = isGesturing ? [] : own.selection
        let colour = replica.members[replica.member ?? 0]?.identity.colour ?? .ofMember(0)
        for id in selection {
            guard let box = boxes[id] else { continue }
            // Both can be seen: the other's colour, or letter, is in the own marks.
            let owner = owners.removeValue(forKey: id)
            let style = owner.map { theme.label($0.colour) } ?? theme.ink(colour)
            let letter = theme.hasColours ? nil : owner?.letter
            drawMarks(("[", letter ?? "]"), around: box, style)
            restyle(box) { [theme] in $0.select(in: colour, theme) }
        }
        for (id, owner) in owners {
            guard let box = boxes[id] else { continue }
            let marks = (theme.hasColours ? "(" : owner.letter, ")")
            drawMarks(marks, around: box, theme.ink(owner.colour))
            restyle(box) { $0.attributes.insert(.underline) }
        }
        if let focus, !isGesturing, let box = boxes[focus] {
            let isSelected = own.selection.contains(focus)
            if !isSelected { drawMarks((">", "<"), around: box, theme.ink(colour)) }
            restyle(box) { $0.attributes.insert(.underline) }
        }
    }

    private mutating func restyle(_ box: CellBox, _ change: (inout Style) -> Void) {
        var box = box
        let end = min(box.endRow, layout.canvas.endRow)
        box.row = max(box.row, layout.canvas.row)
        box.rows = end - box.row
        frame.restyle(box, change)
    }

    /// Draws a mark left and right of a box, over all its rows; not over a neighbour.
    private mutating func drawMarks(_ marks: (String, String), around box: CellBox, _ style: Style)
    {
        let first = max(box.row, layout.canvas.row)
        for row in first..<max(first, min(box.endRow, layout.canvas.endRow)) {
            for (mark, column) in [(marks.0, box.column - 1), (marks.1, box.endColumn)]
            where layout.canvas.contains(GridPoint(column: column, row: row)) {
                guard [" ", "+"].contains(frame[column, row].text) else { continue }
                frame.write(mark, column: column, row: row, style: style)
            }
        }
    }

    // MARK: Lines

    private mutating func drawBounds(_ canvas: Canvas?) {
        let origin = viewport.box(x: 0, y: 0, size: 1)
        if isCanvas(row: origin.row) {
            frame.write("+", column: origin.column, row: origin.row, style: theme.faint)
        }
        guard let canvas else { return }
        let (x, y) = (Double(canvas.width) / 2, Double(canvas.height) / 2)
        let first = viewport.place(x: -x, y: y)
        let last = viewport.place(x: x, y: -y)
        func cell(_ value: Double) -> Int { Int(min(max(value.rounded(.down), -10_000), 10_000)) }
        let box = CellBox(
            from: GridPoint(column: cell(first.column) - 1, row: cell(first.row) - 1),
            to: GridPoint(column: cell(last.column) + 1, row: cell(last.row) + 1)
        )
        drawRectangle(box, theme.faint)
    }

    /// Names the background, which no cells can show, under the origin and below all emojis.
    private mutating func drawBackground(_ background: Background) {
        guard case .url(let url) = background else { return }
        let origin = viewport.box(x: 0, y: 0, size: 1)
        guard isCanvas(row: origin.row + 1) else { return }
        let text = "background: \(url.string.prefix(60))"
        let column = origin.column - text.count / 2
        frame.write(text, column: column, row: origin.row + 1, style: theme.faint)
    }

    private func isCanvas(row: Int) -> Bool {
        row >= layout.canvas.row && row < layout.canvas.endRow
    }

    /// Draws the edge of a rectangle as far as it is on the canvas; dotted: only its corners.
    private mutating func drawRectangle(_ box: CellBox, _ style: Style, isDotted: Bool = false) {
        func put(_ text: String, _ column: Int, _ row: Int) {
            guard layout.canvas.contains(GridPoint(column: column, row: row)) else { return }
            frame.write(text, column: column, row: row, style: style)
        }
        let (right, bottom) = (box.endColumn - 1, box.endRow - 1)
        if !isDotted {
            let area = layout.canvas
            for column in area.column..<area.endColumn
            where column >= box.column && column <= right {
                put("─", column, box.row)
                put("─", column, bottom)
            }
            for row in area.row..<area.endRow where row >= box.row && row <= bottom {
                put("│", box.column, row)
                put("│", right, row)
            }
        }
        put("┌", box.column, box.row)
        put("┐", right, box.row)
        put("└", box.column, bottom)
        put("┘", right, bottom)
    }

    private mutating func drawWelcome() {
        let area = layout.canvas
        let lines =
            isReadOnly
            ? ["The canvas is empty."]
            : [
                "The canvas is empty.",
                "Drag an emoji from the palette here, or press Enter.",
                "? lists the shortcuts.",
            ]
        for (index, line) in lines.enumerated() {
            let row = area.row + area.rows / 2 - 2 + index
            guard isCanvas(row: row) else { continue }
            let column = max((area.columns - line.count) / 2, 0)
            frame.write(line, column: column, row: row, style: theme.faint)
        }
    }

    // MARK: Cursors

    /// Draws where another member points, with its name and what it says; at the edge when that is
    /// not in sight.
    private mutating func draw(_ number: Int, _ member: Replica.RemoteMember) {
        let chat = member.presence.signals.chat
        // Who says something and points nowhere says it in the middle of what it sees.
        let told = chat == nil ? member.presence.cursor : member.presence.place
        guard let cursor = told else { return }
        let area = layout.canvas
        let place = viewport.place(x: Double(cursor.x), y: Double(cursor.y))
        let words = chat.map { ": \($0)" } ?? ""
        let label = " \(member.identity.shortTitle(number))\(words) "
        func clamped(_ value: Double, _ first: Int, _ end: Int) -> Int {
            Int(min(max(value.rounded(.down), Double(first)), Double(end - 1)))
        }
        let column = clamped(place.column, area.column, area.endColumn)
        let row = clamped(place.row, area.row, area.endRow)
        let style = theme.label(member.identity.colour)
        let isInSight =
            Double(column) <= place.column && place.column < Double(column + 1)
            && Double(row) <= place.row && place.row < Double(row + 1)
        guard isInSight else {
            let mark = Self.letter(number, member.identity)
            frame.write(mark, column: column, row: row, style: style)
            return
        }
        // What it points at stays in sight: an emoji is tinted, and the name is below it.
        let ink = theme.ink(member.identity.colour)
        if frame[column, row].text == " " {
            frame.write("◤", column: column, row: row, style: ink)
        } else {
            frame.restyle(CellBox(column: column, row: row, columns: 1, rows: 1)) { $0 = style }
        }
        let below = row + 1 < area.endRow ? row + 1 : row - 1
        let start = max(min(column, area.endColumn - Self.width(label)), area.column)
        frame.write(label, column: start, row: below, style: style, width: area.endColumn - start)
    }
}

extension Style {
    /// Shows that this member has selected what is there, also where no mark has room.
    fileprivate mutating func select(in colour: Colour, _ theme: Theme) {
        if theme.hasColours {
            background = Paint(rgb: colour.rgb)
        } else {
            attributes.insert(.reverse)
        }
    }
}
