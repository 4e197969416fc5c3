import Terminal

extension VirtualTerminal {
    /// Shows a text at the cursor.
    mutating func show(_ text: String) {
        for cluster in text {
            let width = width(String(cluster))
            guard width > 0 else { continue }
            show(String(cluster), width)
        }
    }

    private mutating func show(_ cluster: String, _ width: Int) {
        let wraps = modes.contains(7)
        if isWrapPending || (wraps && column + width > columns && width <= columns) {
            column = 0
            lineFeed()
        }
        guard column + width <= columns else { return }
        put(cluster, columns: width, rows: 1)
        column += width
        if column == columns {
            column = columns - 1
            isWrapPending = wraps
        }
    }

    /// Draws a text in larger cells; one that does not fit is dropped.
    mutating func showScaled(_ text: String, scale: Int, width: Int) {
        let width = (width > 0 ? width : self.width(text)) * scale
        guard column + width <= columns, row + scale <= rows else { return }
        put(text, columns: width, rows: scale)
        moveCursor(column + width, row)
    }

    private mutating func put(_ text: String, columns width: Int, rows height: Int) {
        for rowInGlyph in 0..<height {
            for columnInGlyph in 0..<width {
                let index = (row + rowInGlyph) * columns + column + columnInGlyph
                release(index)
                cells[index] = Cell(
                    text: rowInGlyph == 0 && columnInGlyph == 0 ? text : "",
                    style: pen,
                    columns: width,
                    rows: height,
                    columnInGlyph: columnInGlyph,
                    rowInGlyph: rowInGlyph
                )
            }
        }
    }

    /// Empties all cells of the glyph that a cell is a part of.
    private mutating func release(_ index: Int) {
        let part = cells[index]
        guard part.isPart else { return }
        let first = index - part.rowInGlyph * columns - part.columnInGlyph
        for row in 0..<part.rows {
            for column in 0..<part.columns {
                cells[first + row * columns + column] = Cell(style: part.style)
            }
        }
    }

    /// Empties cells; they take the background that is set.
    mutating func erase(_ range: Range<Int>) {
        isWrapPending = false
        for index in range {
            release(index)
            cells[index] = Cell(style: Style(on: pen.background))
        }
    }

    // MARK: The cursor

    mutating func moveCursor(_ column: Int, _ row: Int) {
        self.column = min(max(column, 0), columns - 1)
        self.row = min(max(row, 0), rows - 1)
        isWrapPending = false
    }

    mutating func lineFeed() {
        isWrapPending = false
        guard row == rows - 1 else {
            row += 1
            return
        }
        for index in 0..<columns { release(index) }
        cells.removeFirst(columns)
        cells.append(contentsOf: repeatElement(Cell(), count: columns))
    }
}
