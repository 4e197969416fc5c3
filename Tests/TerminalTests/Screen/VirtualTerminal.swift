import Terminal

/// A terminal for tests: a grid that understands what this program writes to it, and answers.
///
/// How wide it takes a grapheme cluster to be is given: terminals do not agree on it. A width of 0
/// drops the cluster, as tmux does. Overwriting a part of a wide or scaled glyph empties the rest
/// of it. A glyph in the last column leaves the cursor there until the next one wraps, as in xterm.
struct VirtualTerminal {
    /// How many cells a row has.
    let columns: Int
    /// How many rows there are.
    let rows: Int
    /// Whether it scales text and answers all questions, and not the last one only.
    let knowsAll: Bool

    /// The private modes that are set.
    var modes: Set<Int> = [7]
    /// Sequences that were not understood.
    var unknown: [String] = []
    /// Where the cursor is.
    var column = 0
    /// Where the cursor is.
    var row = 0

    let width: (String) -> Int
    var cells: [Cell]
    var pen = Style()
    /// Whether the last column was written, so that the next glyph wraps.
    var isWrapPending = false
    var answers: [UInt8] = []

    /// Makes an empty terminal.
    ///
    /// - Parameters:
    ///   - columns: its width.
    ///   - rows: its height.
    ///   - knowsAll: whether it answers more than the last question.
    ///   - width: how many cells it takes for a grapheme cluster.
    init(columns: Int, rows: Int, knowsAll: Bool = true, width: @escaping (String) -> Int) {
        self.columns = columns
        self.rows = rows
        self.knowsAll = knowsAll
        self.width = width
        cells = Array(repeating: Cell(), count: columns * rows)
    }

    /// What a cell shows.
    func cell(_ column: Int, _ row: Int) -> Cell { cells[row * columns + column] }

    /// The text of a row, with all its spaces; what a wide glyph covers besides its first cell is
    /// no text.
    func row(_ row: Int) -> String {
        cells[(row * columns)..<((row + 1) * columns)].map(\.text).joined()
    }

    /// What it answered since it was asked last.
    mutating func takeAnswers() -> [UInt8] {
        defer { answers = [] }
        return answers
    }

    mutating func answer(_ text: String) {
        if knowsAll { answers.append(contentsOf: text.utf8) }
    }

    /// One cell of the grid.
    struct Cell: Equatable, Sendable {
        /// The glyph, a space, or nothing where another cell's glyph covers it.
        var text = " "
        /// How it looks.
        var style = Style()
        /// How many columns the glyph takes.
        var columns = 1
        /// How many rows the glyph takes.
        var rows = 1
        /// Where in its glyph the cell is.
        var columnInGlyph = 0
        /// Where in its glyph the cell is.
        var rowInGlyph = 0

        /// Whether a glyph takes more cells than one.
        var isPart: Bool { columns > 1 || rows > 1 }
    }
}
