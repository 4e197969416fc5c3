/// A rectangle of cells.
struct CellBox: Equatable {
    var column: Int
    var row: Int
    var columns: Int
    var rows: Int

    /// The column after the last one.
    var endColumn: Int { column + columns }
    /// The row after the last one.
    var endRow: Int { row + rows }

    func contains(_ cell: GridPoint) -> Bool {
        cell.column >= column && cell.column < endColumn && cell.row >= row && cell.row < endRow
    }

    func intersects(_ other: CellBox) -> Bool {
        column < other.endColumn && other.column < endColumn
            && row < other.endRow && other.row < endRow
    }

    /// The box with these two corners in it, whichever they are.
    init(from one: GridPoint, to other: GridPoint) {
        column = min(one.column, other.column)
        row = min(one.row, other.row)
        columns = abs(one.column - other.column) + 1
        rows = abs(one.row - other.row) + 1
    }

    init(column: Int, row: Int, columns: Int, rows: Int) {
        self.column = column
        self.row = row
        self.columns = columns
        self.rows = rows
    }
}
