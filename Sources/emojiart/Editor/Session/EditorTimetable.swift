internal import Terminal

/// When an editor's session wants to be woken, and for what.
///
/// Times are milliseconds of the loop's clock.
struct EditorTimetable {
    static let frameMilliseconds: UInt64 = 16
    /// How long an Escape waits for what would make it a sequence.
    static let escapeMilliseconds: UInt64 = 50
    static let answerMilliseconds: UInt64 = 700
    /// Between two looks at how things stand: a ping, the palettes' file, the banner's seconds.
    static let tickMilliseconds: UInt64 = 1_000

    enum Entry: Int, CaseIterable {
        case escape, answers, probes, tick, editor, frame, close, end
    }

    var needsFrame = true
    var frameDue: UInt64 = 0
    private var times = [UInt64](repeating: .max, count: Entry.allCases.count)

    var next: UInt64 { times.min() ?? .max }

    mutating func set(_ entry: Entry, at time: UInt64) { times[entry.rawValue] = time }

    func has(_ entry: Entry) -> Bool { times[entry.rawValue] < .max }

    mutating func clear(_ entry: Entry) { times[entry.rawValue] = .max }

    /// Whether a time has come; it is taken away then.
    mutating func take(_ entry: Entry, _ now: UInt64) -> Bool {
        guard times[entry.rawValue] <= now, times[entry.rawValue] < .max else { return false }
        times[entry.rawValue] = .max
        return true
    }
}

/// Which row of questions an answer of the terminal is for.
///
/// Answers do not say so, but they come in order, and each row's last is one that every terminal
/// gives. So the rows are counted that went out; one that was given up on its way does not count,
/// for nobody answers it. To take one row's answers for another's would turn features off.
struct QuestionRows {
    enum Owner {
        case latest
        /// An older row's, which nobody waits for any more.
        case older
        /// No row's: something else was asked.
        case none
    }

    /// How long answers of a row that nobody waits for may still come, in milliseconds.
    static let lateMilliseconds: UInt64 = 5_000

    /// Whether the latest row has still to go out.
    private(set) var isDue = false
    private var isOnItsWay = false
    /// Rows that went out and whose last answer did not come.
    private var unanswered = 0
    /// Until when answers to a row that was given up are waited for.
    private var lateUntil = UInt64.max

    /// There is a new row to go out; false when one waits already, which does as well.
    mutating func ask(now: UInt64) -> Bool {
        // Whoever had the terminal meanwhile may have taken the answers.
        if now > lateUntil { unanswered = 0 }
        lateUntil = .max
        defer { isDue = true }
        return !isDue
    }

    /// What is to be written goes out, the latest row with it.
    mutating func goesOut() {
        guard isDue else { return }
        (isDue, isOnItsWay) = (false, true)
        unanswered += 1
    }

    /// What went out is written; not as a whole if it was given up.
    mutating func isWritten(asWhole isWhole: Bool) {
        if isOnItsWay, !isWhole, unanswered > 0 { unanswered -= 1 }
        isOnItsWay = false
    }

    /// The latest row is waited for no longer.
    mutating func giveUp(now: UInt64) { lateUntil = now + Self.lateMilliseconds }

    /// The terminal was somebody else's, who got the answers.
    mutating func wereLost() { (unanswered, isOnItsWay) = (0, false) }

    /// Whether answers may still come: whoever has the terminal then gets them.
    func areAwaited(now: UInt64) -> Bool { unanswered > 0 && now < lateUntil }

    mutating func take(_ report: Report) -> Owner {
        guard unanswered > 0 else { return .none }
        let owner = !isDue && unanswered == 1 ? Owner.latest : .older
        if report == .attributes { unanswered -= 1 }
        return owner
    }
}
