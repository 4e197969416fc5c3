/// A cell of the window; (0, 0) is the upper left one.
package struct GridPoint: Equatable, Sendable {
    /// Its column.
    package var column: Int
    /// Its row.
    package var row: Int

    /// Makes a place, which may be outside of every window.
    package init(column: Int, row: Int) { (self.column, self.row) = (column, row) }
}

/// A rectangle of cells; one without columns or rows, or with fewer than none, has no cells.
package struct CellBox: Equatable, Sendable {
    /// Its left column.
    package var column: Int
    /// Its upper row.
    package var row: Int
    /// How many columns it has.
    package var columns: Int
    /// How many rows it has.
    package var rows: Int

    /// The column after the last one.
    package var endColumn: Int { column + columns }
    /// The row after the last one.
    package var endRow: Int { row + rows }

    /// Makes a box of its upper left cell and its sides.
    package init(column: Int, row: Int, columns: Int, rows: Int) {
        (self.column, self.row, self.columns, self.rows) = (column, row, columns, rows)
    }

    /// Makes the box with these two corners in it, whichever they are.
    package init(from one: GridPoint, to other: GridPoint) {
        column = min(one.column, other.column)
        row = min(one.row, other.row)
        columns = abs(one.column - other.column) + 1
        rows = abs(one.row - other.row) + 1
    }

    /// Whether a cell is in the box.
    package func contains(_ cell: GridPoint) -> Bool {
        cell.column >= column && cell.column < endColumn && cell.row >= row && cell.row < endRow
    }

    /// Whether the two boxes have a cell in common.
    package func intersects(_ other: CellBox) -> Bool {
        column < other.endColumn && other.column < endColumn
            && row < other.endRow && other.row < endRow
    }

    /// The cells of the box that are within a grid.
    func clipped(to size: GridSize) -> (columns: Range<Int>, rows: Range<Int>) {
        (Self.clipped(column, columns, size.columns), Self.clipped(row, rows, size.rows))
    }

    private static func clipped(_ start: Int, _ count: Int, _ bound: Int) -> Range<Int> {
        let (end, isHuge) = start.addingReportingOverflow(max(count, 0))
        let lower = min(max(start, 0), bound)
        return lower..<max(lower, isHuge ? bound : min(end, bound))
    }
}
