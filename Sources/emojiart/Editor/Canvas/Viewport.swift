internal import EmojiArt
internal import Terminal

/// What of the canvas the window shows: never part of the document.
///
/// At zoom 1 a column is 20 canvas units and a row is 40, so an emoji of the usual size of 40 is
/// two columns wide and one row high. y points up on the canvas and down in the window.
struct Viewport: Equatable {
    static let unitsPerColumn = 20.0
    static let unitsPerRow = 40.0
    /// The zoom at which 80 columns show the whole canvas that there can be, and some more.
    static let zoomMin = 0.0005
    /// The zoom at which one canvas unit is more than one column.
    static let zoomMax = 30.0

    private(set) var centre = Point(x: 0, y: 0)
    private(set) var zoom = 1.0
    var area: CellBox

    struct Point: Equatable {
        var x: Double
        var y: Double
    }

    /// Where a place of the canvas is in the window, in cells from its upper left corner.
    func place(x: Double, y: Double) -> (column: Double, row: Double) {
        (
            middle.column + (x - centre.x) * zoom / Self.unitsPerColumn,
            middle.row - (y - centre.y) * zoom / Self.unitsPerRow
        )
    }

    /// The place on the canvas that the middle of a cell shows.
    func point(at cell: GridPoint) -> Point {
        Point(
            x: centre.x + (Double(cell.column) + 0.5 - middle.column) * unitsPerColumn,
            y: centre.y - (Double(cell.row) + 0.5 - middle.row) * unitsPerRow
        )
    }

    /// The place on the canvas that the middle of a cell shows, in whole units within bounds.
    func position(at cell: GridPoint) -> (x: Int, y: Int) {
        let point = point(at: cell)
        return (Self.bounded(point.x), Self.bounded(point.y))
    }

    /// The cells that show an emoji: its square, and never less than the two cells of a glyph.
    func box(x: Int, y: Int, size: Int) -> CellBox {
        let (column, row) = place(x: Double(x), y: Double(y))
        let columns = max(2, (Double(size) / unitsPerColumn).rounded())
        let rows = max(1, (Double(size) / unitsPerRow).rounded())
        return CellBox(
            column: Self.cell(column - columns / 2),
            row: Self.cell(row - rows / 2),
            columns: Int(columns),
            rows: Int(rows)
        )
    }

    var unitsPerColumn: Double { Self.unitsPerColumn / zoom }
    var unitsPerRow: Double { Self.unitsPerRow / zoom }

    /// The size of a new emoji: as large as a glyph, whatever the zoom.
    var glyphSize: Int {
        Int(min(max((Double(Limits.sizeDefault) / zoom).rounded(), 1), Double(Limits.sizeMax)))
    }

    /// Moves the canvas in the window by so many cells.
    mutating func pan(columns: Double, rows: Double) {
        look(at: Point(x: centre.x - columns * unitsPerColumn, y: centre.y + rows * unitsPerRow))
    }

    mutating func look(at point: Point) {
        // What is shown always has some of the canvas in it.
        let bound = Double(Limits.coordinateMax)
        centre = Point(x: min(max(point.x, -bound), bound), y: min(max(point.y, -bound), bound))
    }

    mutating func look(atX x: Int, y: Int) { look(at: Point(x: Double(x), y: Double(y))) }

    /// Multiplies the zoom; what the cell shows stays where it is.
    mutating func zoom(by factor: Double, about cell: GridPoint) {
        let fixed = point(at: cell)
        zoom = min(max(zoom * factor, Self.zoomMin), Self.zoomMax)
        let moved = point(at: cell)
        look(at: Point(x: centre.x + fixed.x - moved.x, y: centre.y + fixed.y - moved.y))
    }

    /// Sets the zoom; what is in the middle stays there.
    mutating func setZoom(_ new: Double) { zoom = min(max(new, Self.zoomMin), Self.zoomMax) }

    /// Shows emojis as large as they fit, and the origin if it is wanted.
    mutating func fit(_ emojis: some Sequence<Emoji>, withOrigin: Bool = false) {
        var (left, right) = withOrigin ? (0.0, 0.0) : (.infinity, -.infinity)
        var (bottom, top) = (left, right)
        for emoji in emojis {
            let half = Double(emoji.size) / 2
            (left, right) = (min(left, Double(emoji.x) - half), max(right, Double(emoji.x) + half))
            (bottom, top) = (min(bottom, Double(emoji.y) - half), max(top, Double(emoji.y) + half))
        }
        guard left <= right else { return }
        fit(left: left, right: right, bottom: bottom, top: top)
    }

    /// Shows a rectangle of the canvas as large as it fits, with some room around it.
    ///
    /// Nothing happens for an area in which nothing fits.
    mutating func fit(left: Double, right: Double, bottom: Double, top: Double) {
        // An emoji's outline takes a column on each side, and a row on each.
        let columns = Double(area.columns - 4)
        let rows = Double(area.rows - 2)
        guard columns > 0, rows > 0 else { return }
        let byWidth = columns * Self.unitsPerColumn / max(right - left, 1)
        let byHeight = rows * Self.unitsPerRow / max(top - bottom, 1)
        // A single emoji is not blown up to the size of the window.
        setZoom(min(byWidth, byHeight, 1))
        look(at: Point(x: (left + right) / 2, y: (bottom + top) / 2))
    }

    private var middle: (column: Double, row: Double) {
        (Double(area.column) + Double(area.columns) / 2, Double(area.row) + Double(area.rows) / 2)
    }

    /// The nearest cell; far outside the window it is only known to be outside.
    private static func cell(_ value: Double) -> Int {
        // A tie goes to the right and down, also where numbers are negative: an emoji keeps its
        // distance to its neighbours when all are panned across the edge.
        Int(min(max((value + 0.5).rounded(.down), -1_000_000), 1_000_000))
    }

    static func bounded(_ value: Double) -> Int {
        let bound = Double(Limits.coordinateMax)
        return Int(min(max(value.rounded(), -bound), bound))
    }
}
