/// When an editor's session wants to be woken, and for what.
///
/// Times are milliseconds of the loop's clock.
struct EditorTimetable {
    /// Shortest time between two frames.
    static let frameMilliseconds: UInt64 = 16
    /// How long an Escape waits for what would make it a sequence.
    static let escapeMilliseconds: UInt64 = 50
    /// How long a terminal may take to answer.
    static let answerMilliseconds: UInt64 = 700
    /// Between two looks at how things stand: a ping, the palettes' file, the banner's seconds.
    static let tickMilliseconds: UInt64 = 1_000

    /// What there is to do at a time.
    enum Entry: Int, CaseIterable {
        case escape
        case answers
        case probes
        case tick
        case editor
        case frame
        case close
        case end
    }

    /// Whether something changed since the last frame.
    var needsFrame = true
    /// When the next frame may be drawn.
    var frameDue: UInt64 = 0
    private var times = [UInt64](repeating: .max, count: Entry.allCases.count)

    /// The earliest time.
    var next: UInt64 { times.min() ?? .max }

    /// Sets a time, or with `isWanted` false takes it away.
    mutating func set(_ entry: Entry, at time: UInt64, _ isWanted: Bool = true) {
        times[entry.rawValue] = isWanted ? time : .max
    }

    /// Whether a time is set.
    func has(_ entry: Entry) -> Bool { times[entry.rawValue] < .max }

    mutating func clear(_ entry: Entry) { times[entry.rawValue] = .max }

    /// Whether a time has come; it is taken away then.
    mutating func take(_ entry: Entry, _ now: UInt64) -> Bool {
        guard times[entry.rawValue] <= now, times[entry.rawValue] < .max else { return false }
        times[entry.rawValue] = .max
        return true
    }
}
