/// What a window shows: cells that are drawn for every frame.
///
/// Drawing outside the grid does nothing; what is drawn later covers what was there. A glyph that
/// is two cells wide and half covered is gone whole.
///
/// Make one frame for each size of the window, and clear it before it is drawn again: a frame
/// remembers the texts it has shown, and a painter what it knows of them.
package struct Grid {
    /// How many cells there are.
    package let size: GridSize

    var cells: [Cell]
    /// The emojis that were drawn scaled; one of the cell's `block` number n is the n-th less 1.
    var blocks: [ScaledBlock] = []
    private(set) var glyphs = GlyphTable()

    /// Most texts that are remembered: bounds memory, however many emojis people use.
    private static let glyphsMax = 65_536

    /// Makes an empty frame.
    package init(_ size: GridSize) {
        self.size = size
        cells = Array(repeating: .blank, count: size.columns * size.rows)
    }

    /// Makes all cells empty.
    package mutating func clear() {
        for index in cells.indices { cells[index] = .blank }
        blocks.removeAll(keepingCapacity: true)
        if glyphs.entries.count > Self.glyphsMax { glyphs = GlyphTable() }
    }

    /// Writes a line of text; control characters become `?`, what does not fit is cut.
    ///
    /// Glyphs that terminals show in two cells take two. Space of any kind is one empty cell.
    ///
    /// - Returns: the column after the last glyph.
    @discardableResult
    package mutating func write(
        _ text: String,
        column: Int,
        row: Int,
        style: Style = .plain,
        width: Int = .max
    ) -> Int {
        guard column < size.columns else { return column }
        let (sum, isHuge) = column.addingReportingOverflow(max(width, 0))
        let end = isHuge ? size.columns : min(sum, size.columns)
        var column = column
        if text.unicodeScalars.allSatisfy(GlyphKind.isAlone) {
            // Most of what is written; to tell clusters apart takes thirty times as long.
            for scalar in text.unicodeScalars {
                guard column < end else { break }
                put(scalar.value, style, column, row)
                column += 1
            }
            return column
        }
        for cluster in text {
            let glyph = glyph(of: cluster)
            guard column + (glyph.isWide ? 2 : 1) <= end else { break }
            if glyph.isWide {
                putWide(glyph.glyph, style, column, row)
            } else {
                put(glyph.glyph, style, column, row)
            }
            column += glyph.isWide ? 2 : 1
        }
        return column
    }

    /// Fills a rectangle with empty cells of a style.
    package mutating func fill(_ box: CellBox, style: Style) {
        let (columns, rows) = box.clipped(to: size)
        for row in rows {
            for column in columns { put(Cell.space, style, column, row) }
        }
    }

    /// Draws an emoji: two cells wide and one high, times `scale` where the terminal can do it.
    ///
    /// The block of a scaled one is `2 * scale` cells wide and `scale` high. It is drawn so large
    /// only where it is within the grid and nothing is drawn over any of its cells later.
    /// Otherwise, and on terminals that do not scale, the emoji is drawn small in the two cells
    /// in the middle of its block, and the block's other cells keep what they hold.
    ///
    /// - Parameters:
    ///   - text: one emoji.
    ///   - column: the column of its left cell; one that is half outside is not drawn.
    ///   - row: its upper row.
    ///   - style: the style of its cells.
    ///   - scale: 1 to 7; how large it is drawn by a terminal that scales text.
    package mutating func emoji(
        _ text: String,
        column: Int,
        row: Int,
        style: Style = .plain,
        scale: Int = 1
    ) {
        let sides = -GridSize.sideMax...GridSize.sideMax
        guard sides.contains(column), sides.contains(row) else { return }
        let block = ScaledBlock(column: column, row: row, scale: scale)
        guard size.contains(column: block.middleColumn, row: block.middleRow),
            block.middleColumn + 1 < size.columns
        else { return }
        let glyph = Cell.tableFlag | glyphs.number(of: text, isEmoji: true)
        putWide(glyph, style, block.middleColumn, block.middleRow)
        if block.scale > 1 { stamp(block) }
    }

    /// Changes the style of cells without changing what they hold.
    ///
    /// A glyph of two cells has the style of its left one.
    package mutating func restyle(_ box: CellBox, _ change: (inout Style) -> Void) {
        let (columns, rows) = box.clipped(to: size)
        for row in rows {
            for column in columns {
                let index = row * size.columns + column
                change(&cells[index].look)
            }
        }
    }
}

extension Grid {
    /// What a cell shows, and how; the right cell of a wide glyph has an empty text.
    package subscript(column: Int, row: Int) -> (text: String, style: Style) {
        guard size.contains(column: column, row: row) else { return ("", .plain) }
        let cell = cells[row * size.columns + column]
        return (text(of: cell), cell.look)
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
