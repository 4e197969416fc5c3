/// The size of a terminal's window, in cells; both at least 1.
package struct GridSize: Equatable, Sendable {
    /// How many cells a row has.
    package let columns: Int
    /// How many rows there are.
    package let rows: Int

    /// Most columns and rows that are drawn: bounds memory, whatever a terminal says.
    package static let sideMax = 1_000

    /// Makes a size; what is out of bounds is cut.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 1), Self.sideMax)
        self.rows = min(max(rows, 1), Self.sideMax)
    }

    /// Whether there is a cell at a place.
    package func contains(column: Int, row: Int) -> Bool {
        column >= 0 && row >= 0 && column < columns && row < rows
    }
}
