internal import EmojiArt
internal import Terminal

// What is open on top of the canvas.
extension Editor {
    mutating func drawOverlay(on frame: inout Grid, _ theme: Theme) {
        // What is open takes all clicks, so what is under it is no target.
        switch overlay {
        case .none, .command: return
        case .help(let help):
            zones = []
            draw(help, on: &frame, theme)
        case .menu(let menu):
            zones = []
            draw(menu, on: &frame, theme)
        case .palettes(let manager):
            zones = []
            draw(manager, on: &frame, theme)
        }
    }

    // MARK: Help

    private mutating func draw(_ help: Help, on frame: inout Grid, _ theme: Theme) {
        let box = panel(columns: 76)
        drawPanel(box, title: "Keyboard shortcuts: / filters, Esc closes", on: &frame, theme)
        let inner = box.columns - 4
        let hasFilter = help.isTyping || !help.filter.characters.isEmpty
        let rows = box.rows - (hasFilter ? 3 : 2)
        for (index, line) in help.lines.dropFirst(help.top).prefix(max(rows, 0)).enumerated() {
            let row = box.row + 1 + index
            switch line {
            case .heading(let text):
                var style = theme.panel
                style.attributes.insert([.bold, .underline])
                frame.write(text, column: box.column + 2, row: row, style: style, width: inner)
            case .entry(let keys, let text, let action):
                let next = frame.write(
                    keys,
                    column: box.column + 2,
                    row: row,
                    style: theme.hasColours ? theme.key : theme.panel,
                    width: inner
                )
                let start = max(box.column + 22, next + 2)
                frame.write(
                    text,
                    column: start,
                    row: row,
                    style: theme.panel,
                    width: max(box.endColumn - 2 - start, 0)
                )
                guard let action else { continue }
                addZone(box.column + 1, row, box.columns - 2, .action(action))
            }
        }
        let row = box.endRow - 2
        if hasFilter {
            let column = box.column + 2
            drawLine(
                "/",
                help.filter,
                column: column,
                row: row,
                width: inner,
                on: &frame,
                theme.panel
            )
        }
    }

    // MARK: Menu

    private mutating func draw(_ menu: Menu, on frame: inout Grid, _ theme: Theme) {
        let entries = menu.actions.map { action in
            let binding = KeyTable.binding(of: action)
            return (
                text: binding?.menuText ?? action.rawValue,
                key: binding?.strokes.first?.name ?? ""
            )
        }
        let columns = min((entries.map { $0.text.count + $0.key.count }.max() ?? 0) + 6, 60)
        let area = layout.overlays
        let rows = min(entries.count + 2, area.rows)
        let box = CellBox(
            // Beside what it is about.
            column: max(min(menu.cell.column + 4, layout.size.columns - columns), 0),
            row: max(min(menu.cell.row, area.endRow - rows), area.row),
            columns: min(columns, layout.size.columns),
            rows: rows
        )
        drawPanel(box, title: "", on: &frame, theme)
        let visible = box.rows - 2
        let first = min(max(menu.selected - visible + 1, 0), max(entries.count - visible, 0))
        for (place, index) in (first..<min(first + max(visible, 0), entries.count)).enumerated() {
            let row = box.row + 1 + place
            let style = index == menu.selected ? theme.pointed : theme.panel
            let key = entries[index].key
            frame.fill(
                column: box.column + 1,
                row: row,
                columns: box.columns - 2,
                rows: 1,
                style: style
            )
            frame.write(
                entries[index].text,
                column: box.column + 2,
                row: row,
                style: style,
                width: max(box.columns - key.count - 5, 0)
            )
            frame.write(key, column: box.endColumn - 2 - key.count, row: row, style: style)
            addZone(box.column + 1, row, box.columns - 2, .entry(index))
        }
    }

    // MARK: Panels

    /// A box in the middle of the canvas, as high as there is room.
    func panel(columns: Int) -> CellBox {
        var box = layout.overlays
        let columns = min(columns, box.columns)
        box.column += (box.columns - columns) / 2
        box.columns = columns
        return box
    }

    func drawPanel(_ box: CellBox, title: String, on frame: inout Grid, _ theme: Theme) {
        let style = theme.panel
        frame.fill(
            column: box.column,
            row: box.row,
            columns: box.columns,
            rows: box.rows,
            style: style
        )
        let line = String(repeating: "─", count: max(box.columns - 2, 0))
        frame.write("┌\(line)┐", column: box.column, row: box.row, style: style)
        frame.write("└\(line)┘", column: box.column, row: box.endRow - 1, style: style)
        for row in (box.row + 1)..<max(box.endRow - 1, box.row + 1) {
            frame.write("│", column: box.column, row: row, style: style)
            frame.write("│", column: box.endColumn - 1, row: row, style: style)
        }
        guard !title.isEmpty else { return }
        frame.write(
            " \(title) ",
            column: box.column + 2,
            row: box.row,
            style: style,
            width: max(box.columns - 4, 0)
        )
    }
}
