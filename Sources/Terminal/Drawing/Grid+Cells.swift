extension Grid {
    /// What a cell shows, and how; the right cell of a wide glyph has an empty text.
    package subscript(column: Int, row: Int) -> (text: String, style: Style) {
        guard size.contains(column: column, row: row) else { return ("", .plain) }
        let cell = cells[row * size.columns + column]
        return (text(of: cell), cell.look)
    }

    /// The text of a row, with all its spaces.
    package func text(row: Int) -> String {
        guard (0..<size.rows).contains(row) else { return "" }
        let start = row * size.columns
        return cells[start..<(start + size.columns)].map(text(of:)).joined()
    }

    private func text(of cell: Cell) -> String {
        guard cell.part != Cell.right else { return "" }
        guard cell.glyph & Cell.tableFlag == 0 else {
            return glyphs.entries[Int(cell.glyph & ~Cell.tableFlag)].text
        }
        return Unicode.Scalar(cell.glyph).map { String(Character($0)) } ?? "?"
    }

    // MARK: Writing cells

    /// The glyph of a cluster, and whether it takes two cells.
    func glyph(of cluster: Character) -> (glyph: UInt32, isWide: Bool) {
        let scalars = cluster.unicodeScalars
        let kind = GlyphKind(cluster)
        switch kind {
        case .unprintable:
            return (0x3f, false)
        case .emoji:
            return (Cell.tableFlag | glyphs.number(of: String(cluster), isEmoji: true), true)
        case .narrow, .wide:
            guard let first = scalars.first, scalars.count == 1 else {
                let number = glyphs.number(of: String(cluster), isEmoji: false)
                return (Cell.tableFlag | number, kind == .wide)
            }
            let isSpace = first.properties.generalCategory == .spaceSeparator
            return isSpace ? (Cell.space, false) : (first.value, kind == .wide)
        }
    }

    /// Puts a narrow glyph into a cell.
    mutating func put(_ glyph: UInt32, _ look: Style, _ column: Int, _ row: Int) {
        guard size.contains(column: column, row: row) else { return }
        let index = row * size.columns + column
        uncover(index)
        cells[index] = Cell(glyph: glyph, look: look)
    }

    /// Puts a wide glyph into two cells; one that is half outside is not drawn.
    mutating func putWide(_ glyph: UInt32, _ look: Style, _ column: Int, _ row: Int) {
        guard size.contains(column: column, row: row), column + 1 < size.columns else { return }
        let index = row * size.columns + column
        uncover(index)
        uncover(index + 1)
        cells[index] = Cell(glyph: glyph, look: look, part: Cell.left)
        cells[index + 1] = Cell(glyph: glyph, look: look, part: Cell.right)
    }

    /// Empties the other half of a wide glyph that is about to lose one.
    private mutating func uncover(_ index: Int) {
        let part = cells[index].part
        guard part != Cell.whole else { return }
        let other = part == Cell.left ? index + 1 : index - 1
        cells[other] = Cell(glyph: Cell.space, look: cells[other].look, block: cells[other].block)
    }

    /// Notes that a block's cells were last drawn by it; it may be drawn large if they stay so.
    mutating func stamp(_ block: ScaledBlock) {
        guard block.fits(size), blocks.count < Int(UInt16.max) else { return }
        blocks.append(block)
        let number = UInt16(blocks.count)
        for row in block.rows {
            for column in block.columns { cells[row * size.columns + column].block = number }
        }
    }
}
