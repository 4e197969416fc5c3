/// A terminal for tests: a grid that understands what is written to it, and answers.
///
/// How wide it takes a grapheme cluster to be is given: terminals do not agree on it. A width of 0
/// drops the cluster, as tmux does. Overwriting a part of a wide or scaled glyph empties the rest
/// of it. A glyph in the last column leaves the cursor there until the next one wraps, as in xterm.
struct VirtualTerminal {
    /// What is answered.
    struct Questions: OptionSet, Sendable {
        /// One bit for each.
        let rawValue: Int

        /// `CSI 6n`.
        static let cursor = Questions(rawValue: 1)
        /// `CSI c`.
        static let attributes = Questions(rawValue: 2)
        /// `CSI ? mode $ p`.
        static let modes = Questions(rawValue: 4)
        /// `CSI ? u`.
        static let keyboard = Questions(rawValue: 8)
        /// `OSC 11`.
        static let background = Questions(rawValue: 16)
        /// `OSC 66`: not a question, but whether it scales.
        static let scaling = Questions(rawValue: 32)
        /// Everything.
        static let all = Questions(rawValue: 63)
    }

    /// How many cells a row has.
    let columns: Int
    /// How many rows there are.
    let rows: Int
    /// What it answers.
    let questions: Questions
    /// The private modes that DECRQM knows.
    var knownModes: Set<Int> = [7, 25, 1000, 1002, 1003, 1004, 1006, 1049, 2004]
    /// What OSC 11 answers.
    var backgroundColour = "rgb:1111/2222/3333"

    /// The private modes that are set.
    var modes: Set<Int> = [7, 25]
    /// The flags of the kitty keyboard that were pushed.
    var keyboardFlags: [Int] = []
    /// What OSC 52 put into the clipboard, as it came.
    var clipboard: [String] = []
    /// Sequences that were not understood.
    var unknown: [String] = []
    /// Where the cursor is.
    var column = 0
    /// Where the cursor is.
    var row = 0

    let width: (String) -> Int
    var cells: [Cell]
    /// The main screen, while the alternate one is shown.
    var mainScreen: (cells: [Cell], column: Int, row: Int)?
    var saved = (column: 0, row: 0)
    var pen = Style()
    /// Whether the last column was written, so that the next glyph wraps.
    var isWrapPending = false
    var answers: [UInt8] = []
    /// Bytes of a sequence or a character that is not whole yet.
    var pending: [UInt8] = []

    /// Makes an empty terminal.
    ///
    /// - Parameters:
    ///   - columns: its width.
    ///   - rows: its height.
    ///   - questions: what it answers.
    ///   - width: how many cells it takes for a grapheme cluster.
    init(
        columns: Int,
        rows: Int,
        questions: Questions = .all,
        width: @escaping (String) -> Int
    ) {
        self.columns = columns
        self.rows = rows
        self.questions = questions
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

    mutating func answer(_ text: String) { answers.append(contentsOf: text.utf8) }
}
