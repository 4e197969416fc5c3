/// What a terminal is asked at the start, and what its answers say (TW3).
///
/// The last question is one that every terminal answers, and they answer in order: what has no
/// answer by then is not supported, so nothing waits for silence. The questions write two spaces
/// into the upper left corner and clear the screen, so they are asked on an alternate screen that
/// was just entered.
package struct StartupQuestions {
    /// Whether all answers came, or were given up.
    package private(set) var isComplete = false

    private var synchronizes = false
    private var measuresClusters = false
    private var background: UInt32?
    private var cursors: [(column: Int, row: Int)] = []

    /// How often the questions ask where the cursor is.
    private static let cursorsMax = 3

    /// Makes questions without answers.
    package init() {}

    /// The questions, in one piece.
    package static func bytes() -> [UInt8] {
        let escape = "\u{1b}"
        let questions = [
            "[?2026$p", "[?2027$p", "]11;?\(escape)\\",
            // Text in two cells, and text in 2 by 2 cells: a terminal that knows OSC 66 moves the
            // cursor by two each time, others swallow it and stay.
            // https://sw.kovidgoyal.net/kitty/text-sizing-protocol/
            "[H", "[6n", "]66;w=2; \(escape)\\", "[6n", "]66;s=2; \(escape)\\", "[6n",
            // Also clears what a terminal writes that takes a question for text.
            "[H", "[2J",
            "[c",
        ]
        return questions.flatMap { Array((escape + $0).utf8) }
    }

    /// Takes an answer; whether all came.
    package mutating func receive(_ report: Report) -> Bool {
        guard !isComplete else { return true }
        switch report {
        case .mode(2026, let state): synchronizes = Self.isUsable(state)
        case .mode(2027, let state): measuresClusters = Self.isUsable(state)
        case .mode: break
        case .background(let rgb): background = rgb
        case .cursor(let column, let row):
            if cursors.count < Self.cursorsMax { cursors.append((column, row)) }
        case .attributes: isComplete = true
        }
        return isComplete
    }

    /// The answers did not come in time: what came counts, and what comes now counts no more.
    package mutating func giveUp() { isComplete = true }

    /// Sets what the answers say; colours and characters are not asked for.
    ///
    /// Mode 2027 has still to be set by whoever wants clusters measured.
    package func apply(to capabilities: inout Capabilities) {
        capabilities.synchronizes = synchronizes
        capabilities.measuresClusters = measuresClusters
        capabilities.scalesText = scalesText
        // Not before the last one: a late answer would be taken for that to a later question.
        capabilities.reportsCursor = cursors.count == Self.cursorsMax
        capabilities.isLight = background.map(Self.isLight)
    }

    private var scalesText: Bool {
        guard cursors.count == Self.cursorsMax else { return false }
        return zip(cursors, cursors.dropFirst()).allSatisfy { before, after in
            after.row == before.row && after.column == before.column + 2
        }
    }

    /// Whether a mode is known and can be set: 0 is unknown, 4 reset for ever.
    private static func isUsable(_ state: Int) -> Bool { (1...3).contains(state) }

    /// Whether a colour is nearer to white by its luma (ITU-R BT.601).
    private static func isLight(_ rgb: UInt32) -> Bool {
        let luma = 299 * (rgb >> 16 & 0xff) + 587 * (rgb >> 8 & 0xff) + 114 * (rgb & 0xff)
        return luma > 127_500
    }
}
