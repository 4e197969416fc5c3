/// The cells of an emoji that is drawn larger than two cells.
struct ScaledBlock: Equatable {
    let column: Int
    let row: Int
    let scale: Int

    /// Makes a block; a scale out of 1 to 7 is cut, as OSC 66 knows no other.
    init(column: Int, row: Int, scale: Int) {
        self.column = column
        self.row = row
        self.scale = min(max(scale, 1), 7)
    }

    var columns: Range<Int> { column..<(column + 2 * scale) }
    var rows: Range<Int> { row..<(row + scale) }

    /// The left one of the two cells where the emoji is drawn when it is not scaled.
    var middleColumn: Int { column + scale - 1 }
    var middleRow: Int { row + (scale - 1) / 2 }

    func fits(_ size: GridSize) -> Bool {
        column >= 0 && row >= 0 && columns.upperBound <= size.columns
            && rows.upperBound <= size.rows
    }
}
