/// How many cells the terminal takes for a text: measured by it, never guessed (TW2).
///
/// A text is written and the terminal asked where its cursor is. Answers come in the order of the
/// questions. Each is kept for good.
struct WidthTable {
    /// Most questions that wait for their answers.
    static let outstandingMax = 64
    /// How often a question is put that was answered for another row: the window was resized.
    private static let attemptsMax = 3

    /// What is known of a text's width.
    enum Width: Equatable {
        case unknown
        case asked
        case measured(Int)
        /// The terminal was asked and did not answer.
        case unanswered
    }

    struct Entry {
        let utf8: [UInt8]
        /// Whether it has more than one scalar.
        let isCluster: Bool
        var width = Width.unknown
        var attemptCount = 0
    }

    private(set) var entries: [Entry] = []
    private var numbers: [[UInt8]: UInt32] = [:]
    /// Texts to be measured.
    private var waiting: [UInt32] = []
    /// Texts whose answers have not come, and the rows that they were written in.
    private var outstanding: [(text: UInt32, row: Int)] = []
    /// Whether the outstanding answers are given up.
    ///
    /// They may still come, and before later ones, so that nothing is asked meanwhile.
    private(set) var isLate = false

    var isAsking: Bool { !outstanding.isEmpty && !isLate }

    subscript(text: UInt32) -> Entry { entries[Int(text)] }

    mutating func number(of text: String) -> UInt32 {
        let utf8 = Array(text.utf8)
        if let number = numbers[utf8] { return number }
        let number = UInt32(entries.count)
        entries.append(Entry(utf8: utf8, isCluster: text.unicodeScalars.count > 1))
        numbers[utf8] = number
        return number
    }

    // MARK: Asking

    mutating func want(_ text: UInt32) { waiting.append(text) }

    mutating func forgetWanted() { waiting.removeAll(keepingCapacity: true) }

    /// Takes the texts to write now, each followed by the question where the cursor is.
    mutating func ask(row: Int) -> [UInt32] {
        var texts: [UInt32] = []
        var isRest = false
        for text in waiting where entries[Int(text)].width == .unknown {
            isRest = outstanding.count >= Self.outstandingMax
            if isRest { break }
            entries[Int(text)].width = .asked
            outstanding.append((text, row))
            texts.append(text)
        }
        if isRest {
            waiting.removeAll { entries[Int($0)].width != .unknown }
        } else {
            waiting.removeAll(keepingCapacity: true)
        }
        return texts
    }

    /// Takes the answer to the oldest question; whether there was one.
    mutating func answer(column: Int, row: Int) -> Bool {
        guard !outstanding.isEmpty else { return false }
        let (text, askedRow) = outstanding.removeFirst()
        if row == askedRow {
            entries[Int(text)].width = .measured(column)
        } else {
            entries[Int(text)].attemptCount += 1
            let isLast = entries[Int(text)].attemptCount == Self.attemptsMax
            entries[Int(text)].width = isLast ? .unanswered : .unknown
        }
        if outstanding.isEmpty { isLate = false }
        return true
    }

    /// Counts the outstanding answers as none.
    mutating func giveUp() {
        for (text, _) in outstanding { entries[Int(text)].width = .unanswered }
        isLate = !outstanding.isEmpty
    }

    /// Asks again what was not answered.
    mutating func retry() {
        if isLate { outstanding.removeAll() }
        isLate = false
        for index in entries.indices where entries[index].width == .unanswered {
            entries[index].width = .unknown
            entries[index].attemptCount = 0
        }
    }
}
