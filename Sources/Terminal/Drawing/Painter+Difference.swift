extension Painter {
    /// How many cells right of a glyph of unknown width are written again after it.
    private static let spillMax = 8

    /// Has written again what glyphs of unknown width may spoil, and scaled ones as a whole.
    ///
    /// A terminal that draws over one cell of a scaled glyph erases all of it.
    mutating func spread() {
        guard hasUnsteady || !blocks.isEmpty else { return }
        var isDone = false
        while !isDone {
            isDone = true
            if hasUnsteady {
                for row in 0..<size.rows where spreadRight(row) { isDone = false }
            }
            for block in blocks where isPartlyStale(block) {
                for row in block.rows {
                    for column in block.columns { makeStale(row * size.columns + column) }
                }
                isDone = false
            }
        }
    }

    private func isStale(_ index: Int) -> Bool { next[index] != shown[index] }

    private mutating func makeStale(_ index: Int) { shown[index].glyph = Drawing.unknown }

    /// Makes stale what is right of stale glyphs of unknown width; whether there was any.
    private mutating func spreadRight(_ row: Int) -> Bool {
        let end = (row + 1) * size.columns
        // Up to here all is to be written again.
        var staleEnd = 0
        var hasGrown = false
        for index in (row * size.columns)..<end {
            // Half a glyph cannot be written.
            let isReached = index < staleEnd || index == staleEnd && next[index].part == Cell.right
            if isReached && !isStale(index) {
                makeStale(index)
                hasGrown = true
            }
            guard Drawing.isUnsteady(next[index].glyph), isStale(index) else { continue }
            staleEnd = index + 1 + Self.spillMax
        }
        return hasGrown
    }

    private func isPartlyStale(_ block: ScaledBlock) -> Bool {
        var staleCount = 0
        for row in block.rows {
            for column in block.columns where isStale(row * size.columns + column) {
                staleCount += 1
            }
        }
        return staleCount > 0 && staleCount < block.columns.count * block.rows.count
    }

    // MARK: Writing

    /// Writes the cells that differ, but for those of scaled glyphs.
    mutating func writeRows() {
        for row in 0..<size.rows {
            let start = row * size.columns
            var blankFrom = size.columns
            var column = 0
            while column < size.columns {
                let cell = next[start + column]
                guard cell != shown[start + column], cell.part < Cell.scaled else {
                    column += 1
                    continue
                }
                if cell == .blank {
                    if blankFrom == size.columns { blankFrom = blankTail(row) }
                    if column >= blankFrom, size.columns - column > Self.spillMax {
                        writer.setPen(.plain)
                        writer.move(column: column, row: row)
                        writer.sequence("[K")
                        break
                    }
                }
                write(cell, column, row)
                column += cell.part == Cell.left ? 2 : 1
            }
        }
    }

    /// The column from which on a row is to be empty.
    private func blankTail(_ row: Int) -> Int {
        var column = size.columns
        while column > 0, next[row * size.columns + column - 1] == .blank { column -= 1 }
        return column
    }

    private mutating func write(_ cell: Cell, _ column: Int, _ row: Int) {
        let drawing = cell.glyph
        if cell.part == Cell.whole, !Drawing.isText(drawing), !Drawing.isUnsteady(drawing) {
            approach(column, row)
            writer.setPen(cell.look)
            writer.scalar(drawing, columns: size.columns)
            return
        }
        writer.moveAbsolutely(column: column, row: row)
        writer.setPen(cell.look)
        let width = cell.part == Cell.left ? 2 : 1
        if Drawing.isLoose(drawing) {
            writer.raw(Array(repeating: 0x20, count: width))
            writer.moveAbsolutely(column: column, row: row)
        }
        // A glyph that is wider than its cells must not go on in the next row.
        let mayWrap =
            Drawing.isUnsteady(drawing) && column + width + Self.spillMax > size.columns
        if mayWrap { writer.sequence("[?7l") }
        writer.raw(bytes(of: drawing))
        if mayWrap { writer.sequence("[?7h") }
    }

    private func bytes(of drawing: UInt32) -> [UInt8] {
        let number = Drawing.number(drawing)
        if Drawing.isText(drawing) { return resolver.widths[number].utf8 }
        return Unicode.Scalar(number).map { Array(String(Character($0)).utf8) } ?? [0x3f]
    }

    /// Moves the cursor right, over what is shown already or by writing it again, as is shorter.
    private mutating func approach(_ column: Int, _ row: Int) {
        // A relative move takes three bytes for one column and four for up to nine.
        if let place = writer.place, place.row == row, (1...3).contains(column - place.column) {
            let start = row * size.columns
            let gap = next[(start + place.column)..<(start + column)]
            let isCheap = gap.allSatisfy { cell in
                cell.part == Cell.whole && cell.glyph < 0x80 && cell.look == writer.pen
            }
            for cell in gap where isCheap { writer.scalar(cell.glyph, columns: size.columns) }
        }
        writer.move(column: column, row: row)
    }

    /// Writes the scaled glyphs that differ, over whatever is left of others.
    ///
    /// After the rows, so that no glyph of unknown width is written over a part of them.
    mutating func writeBlocks() {
        for block in blocks {
            let index = block.row * size.columns + block.column
            guard isStale(index) else { continue }
            writer.moveAbsolutely(column: block.column, row: block.row)
            writer.setPen(next[index].look)
            // The scale, and the width before it is scaled, which so needs no measuring.
            writer.raw(Array("\u{1b}]66;s=\(block.scale):w=2;".utf8))
            writer.raw(bytes(of: next[index].glyph))
            writer.raw([0x1b, 0x5c])
        }
    }
}
