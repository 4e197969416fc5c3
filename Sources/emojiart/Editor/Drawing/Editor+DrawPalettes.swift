internal import EmojiArt
internal import Terminal

// The list of palettes, and the editor of one.
extension Editor {
    mutating func draw(
        _ manager: PaletteManager,
        on frame: inout Grid,
        _ theme: Theme
    ) {
        let box = panel(columns: 64)
        switch manager.mode {
        case .list, .naming, .deleting: drawList(manager, box, on: &frame, theme)
        case .emojis(let index): drawEmojis(manager, pointed: index, box, on: &frame, theme)
        case .adding: drawEmojis(manager, pointed: nil, box, on: &frame, theme)
        }
    }

    private mutating func drawList(
        _ manager: PaletteManager,
        _ box: CellBox,
        on frame: inout Grid,
        _ theme: Theme
    ) {
        let title = manager.mode == .list ? "Palettes: Enter shows, Esc closes" : "Palettes"
        drawPanel(box, title: title, on: &frame, theme)
        let inner = max(box.columns - 4, 0)
        let rows = max(box.rows - 3, 0)
        let list = palettes.palettes
        let first = min(max(manager.selected - rows + 1, 0), max(list.count - rows, 0))
        for (place, index) in (first..<min(first + rows, list.count)).enumerated() {
            let row = box.row + 1 + place
            let style = index == manager.selected ? theme.pointed : theme.panel
            frame.fill(column: box.column + 1, row: row, columns: inner + 2, rows: 1, style: style)
            let name = list[index].name.isEmpty ? "(no name)" : list[index].name
            frame.write(name, column: box.column + 2, row: row, style: style, width: 22)
            let start = box.column + 26
            let room = max((box.endColumn - 2 - start) / 3, 0)
            for (place, emoji) in list[index].emojis.prefix(room).enumerated() {
                frame.emoji(emoji.string, column: start + place * 3, row: row, style: style)
            }
            addZone(box.column + 1, row, box.columns - 2, .entry(index))
        }
        let row = box.endRow - 2
        switch manager.mode {
        case .naming(let line):
            drawLine(
                "name: ",
                line,
                column: box.column + 2,
                row: row,
                width: inner,
                on: &frame,
                theme.pointed
            )
        case .deleting:
            let name = list[manager.selected].name
            write("delete \(name)? Enter yes, Esc no", in: box, row, on: &frame, theme.warning)
        case .list, .emojis, .adding:
            let keys = "n new  r rename  e emojis  d delete  J/K move  b built-in"
            write(keys, in: box, row, on: &frame, theme.panel)
        }
    }

    private mutating func drawEmojis(
        _ manager: PaletteManager,
        pointed: Int?,
        _ box: CellBox,
        on frame: inout Grid,
        _ theme: Theme
    ) {
        let palette = palettes.palettes[manager.selected]
        drawPanel(box, title: palette.name, on: &frame, theme)
        let perRow = max((box.columns - 4) / 4, 1)
        let rows = max(box.rows - 5, 1)
        let firstRow = max((pointed ?? 0) / perRow - rows + 1, 0)
        for (index, emoji) in palette.emojis.enumerated() {
            let line = index / perRow - firstRow
            guard line >= 0, line < rows else { continue }
            let column = box.column + 2 + index % perRow * 4
            let row = box.row + 1 + line
            let style = index == pointed ? theme.pointed : theme.panel
            frame.fill(column: column, row: row, columns: 4, rows: 1, style: style)
            frame.emoji(emoji.string, column: column + 1, row: row, style: style)
            addZone(column, row, 4, .entry(index))
        }
        if !palette.removed.isEmpty {
            let row = box.endRow - 4
            let start = frame.write(
                "removed: ",
                column: box.column + 2,
                row: row,
                style: theme.panel
            )
            let room = max((box.endColumn - 2 - start) / 3, 0)
            for (place, emoji) in palette.removed.prefix(room).enumerated() {
                frame.emoji(emoji.string, column: start + place * 3, row: row, style: theme.panel)
            }
        }
        if let pointed, palette.emojis.indices.contains(pointed) {
            let name = EmojiName.name(of: palette.emojis[pointed])
            write(name, in: box, box.endRow - 3, on: &frame, theme.panel)
        }
        if case .adding(let line) = manager.mode {
            drawLine(
                "emojis or a name to search: ",
                line,
                column: box.column + 2,
                row: box.endRow - 2,
                width: max(box.columns - 4, 0),
                on: &frame,
                theme.pointed
            )
        } else {
            let keys = "a add  Enter remove  u put back  Esc list"
            write(keys, in: box, box.endRow - 2, on: &frame, theme.panel)
        }
    }

    private func write(
        _ text: String,
        in box: CellBox,
        _ row: Int,
        on frame: inout Grid,
        _ style: Style
    ) {
        let width = max(box.columns - 4, 0)
        frame.write(text, column: box.column + 2, row: row, style: style, width: width)
    }
}
