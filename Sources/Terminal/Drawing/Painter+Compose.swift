extension Painter {
    /// Decides what each cell of the window is to show.
    mutating func compose(_ frame: borrowing Grid) {
        let count = frame.cells.count
        // Taken out of the painter, so that it is written in place.
        var cells: [Cell] = []
        swap(&cells, &next)
        if cells.count != count { cells = Array(repeating: .blank, count: count) }
        var reducer = ColourReducer(capabilities.colours)
        hasUnsteady = false
        var index = 0
        while index < count {
            var cell = frame.cells[index]
            cell.look = reducer.reduce(cell.look)
            cell.block = 0
            if cell.part == Cell.left {
                place(wide: cell, at: index, &cells)
                index += 2
            } else {
                cells[index] = narrow(cell)
                index += 1
            }
        }
        blocks.removeAll(keepingCapacity: true)
        if capabilities.scalesText && !capabilities.isASCII {
            for (index, block) in frame.blocks.enumerated() {
                place(block, UInt16(index + 1), frame, &cells, &reducer)
            }
        }
        swap(&cells, &next)
    }

    private mutating func narrow(_ cell: Cell) -> Cell {
        var cell = cell
        if cell.glyph == Cell.space {
            // Colours that cannot be seen cost bytes.
            if cell.look.hidesForeground { cell.look = Style(on: cell.look.background) }
        } else if cell.glyph & Cell.tableFlag != 0 {
            let resolution = resolver.resolve(cell.glyph & ~Cell.tableFlag)
            cell.glyph = resolution.drawing ?? UInt32(resolution.letters.0)
        } else if cell.glyph >= 0x80 {
            if capabilities.isASCII {
                cell.glyph = Self.substitute(cell.glyph)
            } else if !GlyphKind.isSteady(cell.glyph) {
                cell.glyph |= Drawing.unsteadyFlag
            }
        }
        if Drawing.isUnsteady(cell.glyph) { hasUnsteady = true }
        return cell
    }

    private mutating func place(wide cell: Cell, at index: Int, _ cells: inout [Cell]) {
        var cell = cell
        var letters: (UInt8, UInt8)?
        if cell.glyph & Cell.tableFlag != 0 {
            let resolution = resolver.resolve(cell.glyph & ~Cell.tableFlag)
            if let drawing = resolution.drawing {
                cell.glyph = drawing
            } else {
                letters = resolution.letters
                if resolution.isEmoji { cell.look.attributes.formSymmetricDifference(.reverse) }
            }
        } else if capabilities.isASCII {
            letters = (0x3f, 0x3f)
        }
        if let letters {
            cells[index] = Cell(glyph: UInt32(letters.0), look: cell.look)
            cells[index + 1] = Cell(glyph: UInt32(letters.1), look: cell.look)
            return
        }
        if Drawing.isUnsteady(cell.glyph) { hasUnsteady = true }
        cells[index] = cell
        cells[index + 1] = cell
        cells[index + 1].part = Cell.right
    }

    /// Places a scaled emoji over its whole block, if nothing was drawn over it.
    private mutating func place(
        _ block: ScaledBlock,
        _ number: UInt16,
        _ frame: borrowing Grid,
        _ cells: inout [Cell],
        _ reducer: inout ColourReducer
    ) {
        let width = frame.size.columns
        for row in block.rows {
            for column in block.columns where frame.cells[row * width + column].block != number {
                return
            }
        }
        let middle = frame.cells[block.middleRow * width + block.middleColumn]
        guard middle.part == Cell.left,
            let drawing = resolver.scaled(middle.glyph & ~Cell.tableFlag)
        else { return }
        let look = reducer.reduce(middle.look)
        let scale = UInt16(block.scale)
        var part = Cell.scaled
        for row in block.rows {
            let start = row * width
            let (first, last) = (start + block.column, start + block.columns.upperBound - 1)
            // A glyph that is half below the block would be half covered.
            if frame.cells[first].part == Cell.right { Self.empty(&cells[first - 1]) }
            if frame.cells[last].part == Cell.left { Self.empty(&cells[last + 1]) }
            for index in first...last {
                cells[index] = Cell(glyph: drawing, look: look, part: part, block: scale)
                part += 1
            }
        }
        blocks.append(block)
    }

    private static func empty(_ cell: inout Cell) {
        cell = Cell(glyph: Cell.space, look: Style(on: cell.look.background))
    }

    /// ASCII for what is not: lines stay lines.
    private static func substitute(_ scalar: UInt32) -> UInt32 {
        switch scalar {
        case 0x2500...0x2501, 0x2504...0x2505, 0x2508...0x2509, 0x254c...0x254d, 0x2550, 0x2574,
            0x2576, 0x2578, 0x257a, 0x257c, 0x257e:
            0x2d
        case 0x2502...0x2503, 0x2506...0x2507, 0x250a...0x250b, 0x254e...0x254f, 0x2551, 0x2575,
            0x2577, 0x2579, 0x257b, 0x257d, 0x257f:
            0x7c
        case 0x2500...0x257f: 0x2b
        default: 0x3f
        }
    }
}
