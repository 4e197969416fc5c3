internal import EmojiArt
internal import Terminal

// What is open on top of the canvas. It takes all clicks: what is under it is no target.
extension Editor {
    mutating func drawOverlay() {
        switch overlay {
        case .none, .command: return
        case .help(let help): draw(help)
        case .menu(let menu): draw(menu)
        case .palettes(let manager):
            let box = panel(columns: 64)
            switch manager.mode {
            case .list, .naming, .deleting: drawList(manager, box)
            case .emojis(let index): drawEmojis(manager, pointed: index, box)
            case .adding: drawEmojis(manager, pointed: nil, box)
            }
        }
    }

    private mutating func draw(_ help: Help) {
        let box = panel(columns: 76)
        drawPanel(box, title: "Keyboard shortcuts: / filters, Esc closes")
        let hasFilter = help.isTyping || !help.filter.characters.isEmpty
        let rows = box.rows - (hasFilter ? 3 : 2)
        for (index, line) in help.lines.dropFirst(help.top).prefix(max(rows, 0)).enumerated() {
            let row = box.row + 1 + index
            switch line {
            case .heading(let text):
                var style = theme.panel
                style.attributes.insert([.bold, .underline])
                write(text, in: box, row, style)
            case .entry(let keys, let text, let action):
                let next = write(keys, in: box, row, theme.hasColours ? theme.key : theme.panel)
                let start = max(box.column + 22, next + 2)
                let width = max(box.endColumn - 2 - start, 0)
                frame.write(text, column: start, row: row, style: theme.panel, width: width)
                guard let action else { continue }
                addZone(box.column + 1, row, box.columns - 2, .action(action))
            }
        }
        if hasFilter { drawLine("/", help.filter, in: inner(box, box.endRow - 2), theme.panel) }
    }

    private mutating func draw(_ menu: Menu) {
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
        drawPanel(box, title: "")
        let shown = drawEntries(of: box, rows: box.rows - 2, count: entries.count, menu.selected)
        for (index, row, style) in shown {
            let (text, key) = entries[index]
            let width = max(box.columns - key.count - 5, 0)
            frame.write(text, column: box.column + 2, row: row, style: style, width: width)
            frame.write(key, column: box.endColumn - 2 - key.count, row: row, style: style)
        }
    }

    // MARK: Palettes

    private mutating func drawList(_ manager: PaletteManager, _ box: CellBox) {
        let title = manager.mode == .list ? "Palettes: Enter shows, Esc closes" : "Palettes"
        drawPanel(box, title: title)
        let list = palettes.palettes
        let shown = drawEntries(of: box, rows: box.rows - 3, count: list.count, manager.selected)
        for (index, row, style) in shown {
            let name = list[index].name.isEmpty ? "(no name)" : list[index].name
            frame.write(name, column: box.column + 2, row: row, style: style, width: 22)
            write(list[index].emojis, from: box.column + 26, in: box, row, style)
        }
        let row = box.endRow - 2
        switch manager.mode {
        case .naming(let line): drawLine("name: ", line, in: inner(box, row), theme.pointed)
        case .deleting:
            let name = list[manager.selected].name
            write("delete \(name)? Enter yes, Esc no", in: box, row, theme.warning)
        case .list, .emojis, .adding:
            let keys = "n new  r rename  e emojis  d delete  J/K move  b built-in"
            write(keys, in: box, row, theme.panel)
        }
    }

    private mutating func drawEmojis(_ manager: PaletteManager, pointed: Int?, _ box: CellBox) {
        let palette = palettes.palettes[manager.selected]
        drawPanel(box, title: palette.name)
        let perRow = max((box.columns - 4) / 4, 1)
        let rows = max(box.rows - 5, 1)
        let firstRow = max((pointed ?? 0) / perRow - rows + 1, 0)
        for (index, emoji) in palette.emojis.enumerated() {
            let line = index / perRow - firstRow
            guard line >= 0, line < rows else { continue }
            let column = box.column + 2 + index % perRow * 4
            let row = box.row + 1 + line
            let style = index == pointed ? theme.pointed : theme.panel
            frame.fill(CellBox(column: column, row: row, columns: 4, rows: 1), style: style)
            frame.emoji(emoji.string, column: column + 1, row: row, style: style)
            addZone(column, row, 4, .entry(index))
        }
        if !palette.removed.isEmpty {
            let start = write("removed: ", in: box, box.endRow - 4, theme.panel)
            write(palette.removed, from: start, in: box, box.endRow - 4, theme.panel)
        }
        if let pointed, palette.emojis.indices.contains(pointed) {
            let name = EmojiName.name(of: palette.emojis[pointed])
            write(name, in: box, box.endRow - 3, theme.panel)
        }
        if case .adding(let line) = manager.mode {
            let prompt = "emojis or a name to search: "
            drawLine(prompt, line, in: inner(box, box.endRow - 2), theme.pointed)
        } else {
            let keys = "a add  Enter remove  u put back  Esc list"
            write(keys, in: box, box.endRow - 2, theme.panel)
        }
    }

    // MARK: Panels

    /// A box in the middle of the canvas, as high as there is room.
    private func panel(columns: Int) -> CellBox {
        var box = layout.overlays
        let columns = min(columns, box.columns)
        box.column += (box.columns - columns) / 2
        box.columns = columns
        return box
    }

    /// A row of a panel, without its edges.
    private func inner(_ box: CellBox, _ row: Int) -> CellBox {
        CellBox(column: box.column + 2, row: row, columns: max(box.columns - 4, 0), rows: 1)
    }

    private mutating func drawPanel(_ box: CellBox, title: String) {
        zones = []
        let style = theme.panel
        frame.fill(box, style: style)
        let line = String(repeating: "─", count: max(box.columns - 2, 0))
        frame.write("┌\(line)┐", column: box.column, row: box.row, style: style)
        frame.write("└\(line)┘", column: box.column, row: box.endRow - 1, style: style)
        for row in (box.row + 1)..<max(box.endRow - 1, box.row + 1) {
            frame.write("│", column: box.column, row: row, style: style)
            frame.write("│", column: box.endColumn - 1, row: row, style: style)
        }
        if !title.isEmpty { write(" \(title) ", in: box, box.row, style) }
    }

    /// Draws the ground of a list's entries, so that the one that is pointed at is among them.
    ///
    /// - Returns: the entries that are seen, the row of each, and the style of what it says.
    private mutating func drawEntries(
        of box: CellBox,
        rows: Int,
        count: Int,
        _ selected: Int
    ) -> [(index: Int, row: Int, style: Style)] {
        let rows = max(rows, 0)
        let first = min(max(selected - rows + 1, 0), max(count - rows, 0))
        return (first..<min(first + rows, count)).enumerated().map { place, index in
            let row = box.row + 1 + place
            let style = index == selected ? theme.pointed : theme.panel
            let columns = max(box.columns - 2, 0)
            frame.fill(
                CellBox(column: box.column + 1, row: row, columns: columns, rows: 1),
                style: style
            )
            addZone(box.column + 1, row, box.columns - 2, .entry(index))
            return (index, row, style)
        }
    }

    @discardableResult
    private mutating func write(_ text: String, in box: CellBox, _ row: Int, _ style: Style) -> Int
    {
        let width = max(box.columns - 4, 0)
        return frame.write(text, column: box.column + 2, row: row, style: style, width: width)
    }

    /// Draws emojis in a row of a panel, as many as there is room for.
    private mutating func write(
        _ emojis: [EmojiText],
        from start: Int,
        in box: CellBox,
        _ row: Int,
        _ style: Style
    ) {
        let room = max((box.endColumn - 2 - start) / 3, 0)
        for (place, emoji) in emojis.prefix(room).enumerated() {
            frame.emoji(emoji.string, column: start + place * 3, row: row, style: style)
        }
    }
}
