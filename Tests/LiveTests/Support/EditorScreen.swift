/// What an editor's window shows, by columns and rows.
struct EditorScreen: CustomStringConvertible {
    /// A place in the window, counted from 0.
    struct Spot: Equatable {
        var column: Int
        var row: Int

        func offset(_ columns: Int, _ rows: Int) -> Spot {
            Spot(column: column + columns, row: row + rows)
        }
    }

    /// The rows of the window, without the spaces at their ends.
    let rows: [String]
    /// What is in each column; the right half of an emoji is an empty text.
    private let cells: [[String]]

    init(_ rows: [String]) {
        self.rows = rows
        cells = rows.map { row in
            row.flatMap { character in
                // As tmux takes them; tests use emojis that every terminal makes two columns wide.
                let isWide = character.unicodeScalars.first?.properties.isEmojiPresentation == true
                return isWide ? [String(character), ""] : [String(character)]
            }
        }
    }

    var description: String { "\n" + rows.joined(separator: "\n") }

    /// The rows between the title and the bars at the bottom.
    var canvas: [String] { Array(rows.dropFirst().dropLast(3)) }
    var title: String { rows.first ?? "" }
    var palette: String { rows.dropLast(2).last ?? "" }
    var status: String { rows.dropLast().last ?? "" }
    var hints: String { rows.last ?? "" }

    /// What is in a column of a row; a space when there is nothing.
    subscript(spot: Spot) -> String {
        guard cells.indices.contains(spot.row), cells[spot.row].indices.contains(spot.column)
        else { return " " }
        return cells[spot.row][spot.column]
    }

    /// The left half of an emoji on the canvas.
    func spot(of emoji: String) -> Spot? {
        for row in cells.indices.dropFirst().dropLast(3) {
            if let column = cells[row].firstIndex(of: emoji) {
                return Spot(column: column, row: row)
            }
        }
        return nil
    }

    /// The left half of an emoji in the palette.
    func paletteSpot(of emoji: String) -> Spot? {
        let row = cells.count - 3
        guard cells.indices.contains(row) else { return nil }
        return cells[row].firstIndex(of: emoji).map { Spot(column: $0, row: row) }
    }

    func shows(_ text: String) -> Bool { rows.contains { $0.contains(text) } }

    /// The marks left and right of an emoji on the canvas, such as `[` and `]`.
    func marks(of emoji: String) -> String? {
        spot(of: emoji).map { self[$0.offset(-1, 0)] + self[$0.offset(2, 0)] }
    }
}
