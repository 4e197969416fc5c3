internal import Terminal

/// Which rows of the window show what.
struct Layout: Equatable {
    let size: GridSize
    let canvas: CellBox
    /// The cells that lists may cover: the canvas, or all where that has too few rows.
    let overlays: CellBox
    let titleRow: Int
    let paletteRow: Int
    let statusRow: Int
    let hintRow: Int
    /// Whether nothing can be shown but that the window is too small.
    let isTooSmall: Bool

    static let columnsMin = 20
    static let rowsMin = 6
    /// Rows in which a list can be read.
    private static let overlayRowsMin = 8

    init(_ size: GridSize) {
        self.size = size
        titleRow = 0
        hintRow = size.rows - 1
        statusRow = size.rows - 2
        paletteRow = size.rows - 3
        canvas = CellBox(column: 0, row: 1, columns: size.columns, rows: max(size.rows - 4, 1))
        overlays =
            canvas.rows < Self.overlayRowsMin
            ? CellBox(column: 0, row: 0, columns: size.columns, rows: size.rows) : canvas
        isTooSmall = size.columns < Self.columnsMin || size.rows < Self.rowsMin
    }

    func row(_ row: Int) -> CellBox {
        CellBox(column: 0, row: row, columns: size.columns, rows: 1)
    }
}
